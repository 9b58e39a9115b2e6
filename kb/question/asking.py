"""What form of answer a question wants: a number, one of several things, yes or no; and which number it claims."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.question.claims import BEGINS as BEGINS_AT_ONCE
from kb.question.claims import VERBS, asking_sentence
from kb.question.polarity import BEGINS, STARTS, TAG
from kb.records.question import Form, Quantity, Question, Span

NUMBER = re.compile(
    r"\bhow (?:many|much|far|long|big|large|high)\b|\bwhat (?:does|do|would|will) .{0,60}\bcosts?\b|\bnumber of\b"
    r"|\b(?:what|which) (?:distance|number|value|attack|shield|range|cost|speed|ATK|DEF)\b"
    r"|\bwhat(?:'s| is| are) (?:[\w'.-]+ ){1,5}"
    r"(?:ATK|DEF|attack|defen[sc]e|cost|HP|fame|score|damage|DMG|bonus|speed)\b"
    r"|(?:^|[.,;:!?]\s*)(?:(?:his|her|its|their|the|my|total|final|new) ){0,2}"
    r"(?:(?:(?:attack|defen[sc]e) )?plus|(?:ATK|DEF|HP|DMG|cost|score)\b[^.,;:?]{0,30})\?\s*$"
    r"|\bwhat(?:'s| is) the (?:cost|total|amount|number|damage|score|price|maximum|minimum|least|most)\b"
    r"|(?:^|[.;:!]\s*)(?:the )?(?:greatest|max(?:imum)?|min(?:imum)?|farthest|furthest|largest|smallest|longest"
    r"|shortest|highest|lowest|biggest|least|most) (?:possible )?"
    r"(?:distance|number|amount|value|range|cost|bonus|ATK|DEF|damage|DMG|score|total|count|reach|speed|size|limit)\b"
    r"|\b[a-z]+s_(?:[a-z]+ed|left|drawn|gained|lost|paid|spent|dealt|taken)\s*(?:=\s*)?(?:\?|\Z)"
    r"|(?<!in )\btotal\b|\bwhat (?:do|does|will|would|must) .{1,40}\b(?:pay|worth)\b|\bwhat.{1,30} worth\b",
    re.I,
)
HOW_MUCH = re.compile(r"\bhow\b|\b(?:know|tell me|say|remember)\b.{0,20}\b(?:what|which|who|where)\b", re.I)
AMOUNT = re.compile(r"\b(?:price|amount|max|maximum|minimum)\b", re.I)
COUNTED = re.compile(
    r"\bwhich (?:round|turn|place|position)\b|\b(?:earliest|soonest|first|latest|last) (?:round|turn)\b", re.I
)
AND_WHAT = re.compile(
    r"(?:,|\b(?:and|or)\b)\s+(?:and |then |if so,? )?(?=(?:by )?(?:what|how|which|who|where)\b)", re.I
)
WHO_ME = re.compile(r"\b(?:who|whose)\b[^?]*,\s*(?:me|him|her|us|them|mine|his|hers|theirs|(?:my|the) \w+)\s*\?", re.I)
A_GUESS = re.compile(
    r"\b(?:who|whose|which|where)\b[^?]*(?:[,:]| [-\u2013]) (?:(?:still|also|only|just|even|then) )*"
    r"(?:the|my|his|her|its|their|our|your|them|those|a|an|any|in the|on the|identity)\b"
    r"(?![^?]*\b(?:or|if|when|after|before)\b)[^?,:]{0,60}\?\s*$",
    re.I,
)
"""A guess behind the question word asks whether it is that: `who discards, the player of the twist?`."""
WHO = re.compile(r"\b(?:who|whom|whose|which|where)\b", re.I)
IS_IT_WHO = re.compile(
    r"\b(?:is|was) it (?!(?:me |you |them )?(?:who|which|what|where)\b)(?:[\w'.-]+ ){1,5}(?:who|which|that)\b", re.I
)
"""Asks whether it is the one that is named: `is it Lazar who shoots?`."""
INVERTED = re.compile(rf"(?<!that )\b{VERBS} (?:i|he|she|it|they|we)\b", re.I)
RELATIVE = re.compile(
    r"\b(?:guys?|chicks?|dudes?|fellas?|m[ae]n|wom[ae]n|people|persons?|ones?|heroes|hero|characters?|players?|villains?"
    r"|henchm[ae]n|minions?|opponents?|figures?|all(?:y|ies)|enem(?:y|ies)|(?:some|any|no)(?:body|one)"
    r"|(?!From|With|Into|Onto|Under|During|After|Before|About|Upon|Over|Behind|Among|Against|Until|Towards?)"
    r"[A-Z][a-z]{3,}),? "
    r"(?:who|which|whose|where)(?:'s|'re)?\b(?= [^.;:?]+ \w)"
    r"|(?<=ed) where (?=(?:he|she|it|they|I) \w)"
)
"""Joins a clause to a noun and asks nothing: `the hero who KO'ed him`, `measured where he started`."""
INTERROGATIVE = re.compile(r"\b(?:how|what|what's|whats|who|whom|whose|which|where|when|why|until)\b", re.I)
OPEN = re.compile(r"\b(?:what|what's|whats|how|why|when|until)\b", re.I)
WHAT_NOW = re.compile(
    r"\bwhat(?:'s)? (?:now|next|then)\W*\Z"
    r"|\bwhat (?:happens|do (?:i|we) do)\b(?![^?]*\b(?:if|when|after)\b)[^,?]*\W*\Z",
    re.I,
)
"""Asks for all that follows, which no yes tells: `what now?`, `what happens to him?`."""
MEASURE = re.compile(
    r"\b(?:ATK|DEF|HP|cost|fame|score|value|amount|price|size|highest|lowest|remaining|altogether|together|in all"
    r"|in points|left over|number please|total|sum|list)\b|[=>]"
    r"|(?:^|[.,;:-]\s*)(?:(?:his|her|its|their|the|my|total|final|new) ){0,2}"
    r"(?:DMG|attack|defen[sc]e|damage|bonus|speed|range|loss|number|order)\b"
    r"|(?:'s|\bmy|\bhis|\bher|\bits|\btheir) (?:whole |total |final |new )?"
    r"(?:attack|defen[sc]e|gain|damage|bonus|speed|range|loss|hand|increase|boost|reach)\b"
    r"|(?:^|[.,;:!?]\s*)(?:(?:his|her|its|their|the|my|next|final|new|extra|endurance|attack|defen[sc]e) ){0,2}"
    r"(?:fame|damage|bonus|(?:cards in )?hand|points|endurance|reduction|loss|costliest|cheapest|most expensive)\b"
    r"[^.,;:?\d]{0,40}\?\s*$"
    r"|(?:^|[.,;:!?])[^.,;:!?\d]*"
    r"\b(?:to|on|for|at|is|are|costs|pays|draws|takes|earned|lost|(?:I|he|she|we|they|you) (?:take|pay|draw|lose|get))"
    r"\?\s*$|^\W*(?!any\b)(?:[\w'-]+ ){0,3}(?:bonus|reduction|loss|increase)\?\s*$"
    r"|\b(?:increase|boost|gain)\W*\Z"
    r"|^\W*(?:[\w'-]+ ){0,2}(?:cards|counters|points|wounds|injuries|spaces|areas|dice|tokens|copies|characters|turns"
    r"|rounds|fame|endurance|damage|DMG|ATK|DEF)\s+(?:drawn|lost|gained|left|paid|dealt|discarded|needed|required|taken|scored"
    r"|earned|bonus|to|per|on|for|its|his|her|their|that|he|she|it|you|they|I|each)\b"
    r"|(?:^|[,:;])\W*(?:[\w']+ ){0,3}"
    r"(?:drawn|left|gained|paid|dealt|lost|discarded|afterwards)\W*\Z"
    r"|(?:^|[,:;])\W*(?:[\w']+ ){1,3}(?:moved|suffered|spent|needed|removed|points)\W*\Z"
    r"|^\W*(?:(?:the|my|his|her|its|their|leftover|total|new|remaining|resulting|final) )?"
    r"(?:luck(?: number)?|shield|capacity|areas|beads|bodies"
    r"|cards|charges|chits|coins|counters|discs|gems|injuries|points|rounds|spaces|spots|steps|tokens|trackers|turns|uses"
    r"|wounds)(?: (?:now|left|remaining|from|for|still|free|he|she|i|on)\b.{0,25})?\W*\Z"
    r"|^\W*(?:still |left )?to (?:pay|defend|cover|discard|spend)\W*\Z|^\W*pay\W*\Z",
    re.I,
)
AUXILIARY = re.compile(
    r"(?:^|[.,;:!?]\s*| [-\u2013] |\b(?:so|but|and|then|if so|now)\s+)"
    rf"(?:{VERBS}|can't|cannot|don't|isn't|aren't|won't)\b(?!\W*\Z)",
    re.I,
)
TAGGED = re.compile(
    r"\b(?:right|correct|yes|true|isn't it|doesn't it|yeah|ok|okay|y/n|yes or no)\s*\?+\s*$|, no\s*\?+\s*$"
    r"|(?:[\w']+ ){4}(?<!\bthe )(?<!\bor )(?<!\bis )(?<!\bto )(?<!\bhis )(?<!\bmy )(?:right|correct)\s*$"
    r"|\b(?:y/n|yes or no)\s*$|(?<!not )\b(?:allowed|legal|possible|permitted)(?: again)?\s*\?*\s*$",
    re.I,
)
ALTERNATIVES = re.compile(
    r"\bor\b(?!\s+(?:not|what|more|less|fewer|nah|no|so|later|lower|higher|above|below|greater"
    r"|(?:just|only) (?:the|those|these|my|his|her|our|their)\b"
    r"|(?:can|do|does|is|are|wo|did|was|were)n'?t|cannot)\b)",
    re.I,
)
PERSONS = re.compile(r"\b(?:he or she|she or he|his or her|her or his|him or her|her or him|him or herself)\b", re.I)
LATER = re.compile(r"\b(?:now|right away|at once|immediately|straight away)\b[^?]*\bor (?:only )?later\b", re.I)
OPENS = re.compile(r"\W*(?:(?:so|and|then|now|ok) )?(?:how|when|where|which|who|what)\b[^,:]*[,:]", re.I)
NAMED_LAST = re.compile(r"[,:](?!\s*(?:and |or )?(?:if|because|since|after|before|unless)\b)")
"""An open question and behind it two answers to choose from: `when is it read, at once or in the attack?`."""
SHORT = 3
NAMED = re.compile(
    r"\b(?:hand|fame|damage|attack|defen[sc]e|payment|price|points|title|rank|name|order|colou?r|place|position"
    r"|team|side|card|icon|result|outcome|effect|bonus|level|row|zone|owner"
    r"|winner|player|answer|ruling|verdict|target|source|total|count|sum|pile|location|moment|time|date|day)\W*\Z",
    re.I,
)
CLAIMED = re.compile(
    r"\b(?:pays?|paying|costs?|takes?|taking|gets?|getting|gains?|draws?|drawing|loses?|losing|deals?|dealing|moves?|worth"
    r"|(?:is|are) there"
    r"|is|are|it's|that's|thats|he's|she's|they're|be|makes?|down to|left with|up to|equals?|total|shell out|discards?"
    r"|needs?|scores?|earns?|adds up to|comes? to|suffers?|eats?|soaks?)"
    r"(?: (?:only|just|exactly|still|now|to|me|him|her|us|a|an|the|total|of|then|that|all|at|be|pay|about|his|my|with))"
    r"{0,3} $",
    re.I,
)
COMPARED = re.compile(
    r"\b(?:more|less|fewer|least|most|over|under|another|extra|above|below|each|enough|(?<!this )(?:turn|round)|or)\b",
    re.I,
)
DENYING = re.compile(r"\b(?:not|instead of|rather than)(?: (?:just|only|the))? \Z", re.I)
"""What stands before a number that is denied beside the one that is claimed: `so I pay 4, not 7?`."""
DUTY = re.compile(
    r"\b(?:must|(?:have|has|got|need|needs|had) to|gotta|forced|obliged|obligatory|required|mandatory|compulsory"
    r"|compelled|no choice|bound to|needed|necessary"
    r"|needs? (?:to (?:have|be|hold|control)|a|an|the|both|one|two|at least|my|his|some|\d+))\b",
    re.I,
)
LEAVE = re.compile(r"\b(?:can|could|may|might|allowed|able|legal|ok|okay|possible|permitted|optional|right to)\b", re.I)
ENOUGH = re.compile(r"\b(?:fine|enough|suffices?|sufficient)\b", re.I)
LEAST_ASKED = 4
NONE_AT_ALL = frozenset({"0", "zero", "none", "nothing"})
WHAT = re.compile(
    r"\W*(?:(?:so|and|then|now|ok|but) )*"
    r"(?:(?:by|to|from|with|of|for|on) what|what(?:['\u2019]?s| is| are| was| were))\b"
    r"(?!.*\b(?:anything|something)\W*\Z)",
    re.I,
)
FIRST = re.compile(r"\W*(?:(?:so|then|that's|thats|and|just|still|only)\W+)*", re.I)


def form_of(question: str) -> Form:
    """A number, one of several things, or yes or no, where the question's form tells.

    Told by the sentence that asks, "… is safe?": what a story before it says of "who" or "how many" is not asked. One
    or two words that name what is wanted, "title?", do not tell; "legal?" does.
    """
    asking = asking_sentence(question)
    if TAGGED.search(question) or TAGGED.search(asking):
        return Form.YES_NO
    if WHO_ME.search(asking) or A_GUESS.search(asking) or IS_IT_WHO.search(asking or question):
        return Form.YES_NO
    parts = AND_WHAT.split(asking)
    if len(parts) > 1 and AUXILIARY.search(parts[0]):
        return _form_of(parts[-1]) or Form.WHICH  # `can I do it, and what do I get?` is not answered by yes
    if WHAT_NOW.search(asking or question):
        return Form.WHICH
    form = _form_of(asking or question)
    if form or not asking:
        return form
    named = len(asking.split()) < SHORT and NAMED.search(asking)
    tells = not named and not any(each.search(asking) for each in (OPEN, MEASURE, COUNTED))
    return Form.YES_NO if tells else Form.UNTOLD


def claimed(question: Question, unread: Sequence[Quantity]) -> int | None:
    """The number that a question wants confirmed, `so I pay 3, right?`, where it is the only one among the `unread`
    ones of its asking sentence; None where it claims none, or denies it."""
    if question.form is not Form.YES_NO or question.turned != 0:
        return None
    claim, text = question.claim, question.text
    where = claim.span if claim else question.asking
    asking, start = question.at(where), where.start
    short = TAG.fullmatch(asking.strip(" ?!.")) or len(asking.split()) < SHORT
    if not claim and short and not any(each.start >= start for each in unread):
        asking, start = text, 0
    said = [
        each
        for each in unread
        if start <= each.start < start + len(asking)
        and (each.value > 0 or each.text.lower() in NONE_AT_ALL)
        and not DENYING.search(text[: each.start])
    ]
    if len(said) != 1 or COMPARED.search(asking):
        return None
    before = text[start : said[0].start]
    return said[0].value if CLAIMED.search(before) or FIRST.fullmatch(before) else None


def _form_of(text: str) -> Form:
    text = RELATIVE.sub(" that", text)
    begun = STARTS.match(text) or INVERTED.search(text)
    if begun and not INTERROGATIVE.search(text, 0, begun.end()) and not HOW_MUCH.search(text):
        return Form.YES_NO
    if NUMBER.search(text):
        return Form.NUMBER
    if AUXILIARY.search(text):
        return Form.YES_NO
    if COUNTED.search(text):
        return Form.UNTOLD
    return Form.WHICH if WHO.search(text) else Form.NUMBER if AMOUNT.search(text) else Form.UNTOLD


def alternatives(question: Question) -> bool:
    """Whether the question puts two things side by side, `on top or under it?`, so that a yes answers nothing."""
    asking = PERSONS.sub("they", asking_sentence(question.text))
    if LATER.search(asking) or _named_last(asking):
        return True
    return bool(ALTERNATIVES.search(PERSONS.sub("they", question.at(question.asked))))


def _named_last(asking: str) -> bool:
    """Whether an open question names behind it two answers to choose from."""
    parts = NAMED_LAST.split(asking) if OPENS.match(asking) else ()
    return len(parts) > 1 and ALTERNATIVES.search(parts[-1]) is not None


def asks_duty(question: Question) -> bool:
    """Whether a question asks what must be done, which no leave to do it tells: `must I use it?`."""
    asked = question.at(question.claim.span if question.claim else question.asked)
    return bool(DUTY.search(asked)) and not LEAVE.search(asked)


def asks_little(question: Question) -> bool:
    """Whether a question asks what may be done, or what is enough, or is clipped so short that it does not tell."""
    asked = question.at(question.asked)
    return bool(LEAVE.search(asked) or ENOUGH.search(asked)) or len(asked.split()) < LEAST_ASKED


def asks_what(question: Question) -> bool:
    """Whether a question asks for a thing, to which a yes is no answer: `by what is the order decided?`."""
    return not question.form and bool(WHAT.match(question.at(question.asking)))


def asks_leave(question: Question, where: Span) -> bool:
    """Whether a part of a question asks what may be done, and not what must be: `may I use it?`."""
    said = question.at(where)
    return bool(LEAVE.search(said)) and not DUTY.search(said)


def begins_at_once(question: Question) -> bool:
    """Whether the sentence that asks begins with a verb and who or what: `may he …`."""
    return BEGINS_AT_ONCE.match(question.at(question.asking)) is not None


def asking_words(question: Question) -> str:
    """The sentence that asks; of one in which the question begins late, `he is down and burning can he still be hit`,
    what begins there; of one that holds a claim, `would I be wrong to say that he may?`, the claim."""
    claim = question.claim
    if claim and claim.span.end == question.asking.end:
        return question.at(claim.span)
    begun = BEGINS.split(question.at(question.asking))[-1]
    return begun if len(begun.split()) >= LEAST_ASKED else question.at(question.asking)
