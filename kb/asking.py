"""What form of answer a question wants, and which way round it asks: "may I …?" against "so I can't …, right?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kb.quantities import Quantity
from kb.told import asking_sentence, told

NUMBER = re.compile(
    r"\bhow (?:many|much|far|long|big|large|high)\b|\bwhat (?:does|do|would|will) .{0,60}\bcosts?\b|\bnumber of\b"
    r"|\b(?:what|which) (?:number|value|attack|shield|range|cost|speed|ATK|DEF)\b"
    r"|\bwhat(?:'s| is| are) (?:[\w'.-]+ ){1,5}"
    r"(?:ATK|DEF|attack|defen[sc]e|cost|HP|fame|score|damage|DMG|bonus|speed)\b"
    r"|(?:^|[.,;:!?]\s*)(?:(?:his|her|its|their|the|my|total|final|new) ){0,2}"
    r"(?:(?:(?:attack|defen[sc]e) )?plus|(?:ATK|DEF|HP|DMG|fame|damage|cost|score|bonus)\b[^.,;:?]{0,30})\?\s*$"
    r"|\bwhat(?:'s| is) the (?:cost|total|amount|number|damage|score|price|maximum|minimum|least|most)\b"
    r"|(?:^|[.;:!]\s*)(?:the )?(?:greatest|max(?:imum)?|min(?:imum)?|farthest|furthest|largest|smallest|longest"
    r"|shortest|highest|lowest|biggest|least|most) (?:possible )?"
    r"(?:distance|number|amount|value|range|cost|bonus|ATK|DEF|damage|DMG|score|total|count|reach|speed|size|limit)\b"
    r"|(?<!in )\btotal\b|\bwhat (?:do|does|will|would|must) .{1,40}\b(?:pay|worth)\b|\bwhat.{1,30} worth\b",
    re.I,
)
AMOUNT = re.compile(r"\b(?:price|amount|max|maximum|minimum)\b", re.I)
COUNTED = re.compile(
    r"\bwhich (?:round|turn|place|position)\b|\b(?:earliest|soonest|first|latest|last) (?:round|turn)\b", re.I
)
AND_WHAT = re.compile(
    r"(?:,|\b(?:and|or)\b)\s+(?:and |then |if so,? )?(?=(?:by )?(?:what|how|which|who|where)\b)", re.I
)
WHO_ME = re.compile(r"\b(?:who|whose)\b[^?]*,\s*(?:me|him|her|us|them|mine|his|hers|theirs|(?:my|the) \w+)\s*\?", re.I)
WHO = re.compile(r"\b(?:who|whom|whose|which|where)\b", re.I)
IS_IT_WHO = re.compile(
    r"\b(?:is|was) it (?!(?:me |you |them )?(?:who|which|what|where)\b)(?:[\w'.-]+ ){1,5}(?:who|which|that)\b", re.I
)
"""Asks whether it is the one that is named: `is it Lazar who shoots?`."""
OPEN = re.compile(r"\b(?:what|what's|whats|how|why|when|until)\b", re.I)
MEASURE = re.compile(
    r"\b(?:ATK|DEF|HP|cost|fame|score|value|amount|price|size|highest|lowest|remaining|altogether|together|in all"
    r"|in points|left over|number please|total|sum|list)\b|[=>]"
    r"|(?:^|[.,;:-]\s*)(?:(?:his|her|its|their|the|my|total|final|new) ){0,2}"
    r"(?:DMG|attack|defen[sc]e|damage|bonus|speed|range|loss|number|order)\b"
    r"|(?:'s|\bmy|\bhis|\bher|\bits|\btheir) (?:whole |total |final |new )?"
    r"(?:attack|defen[sc]e|gain|damage|bonus|speed|range|loss|hand|increase|boost|reach)\b"
    r"|\b(?:increase|boost|gain)\W*\Z"
    r"|^\W*(?:[\w'-]+ ){0,2}(?:cards|counters|points|wounds|injuries|spaces|areas|dice|tokens|copies|characters|turns"
    r"|rounds|fame|endurance|damage|DMG|ATK|DEF)\s+(?:drawn|lost|gained|left|paid|dealt|discarded|needed|required|taken|scored"
    r"|earned|bonus|to|per|on|for|its|his|her|their|that|he|she|it|you|they|I|each)\b"
    r"|(?:^|[,:;])\W*(?:[\w']+ ){0,3}"
    r"(?:drawn|left|gained|paid|dealt|lost|discarded|afterwards)\W*\Z"
    r"|(?:^|[,:;])\W*(?:[\w']+ ){1,3}(?:moved|suffered|spent|needed|removed|points)\W*\Z",
    re.I,
)
AUXILIARY = re.compile(
    r"(?:^|[.,;:!?]\s*| [-\u2013] |\b(?:so|but|and|then|if so|now)\s+)"
    r"(?:can|can't|cannot|may|do|does|don't|did|is|isn't|are|aren't|am|was|were|will|would|won't|must|should|could|has|have)"
    r"\b",
    re.I,
)
TURNED = re.compile(
    r"\b(?:not (?:possible|legal|permitted|ok|okay|fine)|(?:lose|loses) the (?:option|right|chance)|miss(?:es)? out on"
    r"|prevented|forbidden|prohibited|(?:barred|banned|blocked|kept|stopped|excluded) from|(?<!an )(?<!the )illegal"
    r"|not allowed|unable"
    r"|(?<=\w )(?<!to be )(?<!play it )(?<!playing it )safe(?! (?:for \w+ )?to\b)"
    r"|immune|avoid|too late|too early|too soon|(?:a|an|any) (?:problem|issue)"
    r"|against the rules|off limits|off the table|out of the question|no[ -]go|a mistake|exempt|spared"
    r"|cheating|a foul|foul play|against the law|out of line"
    r"|(?<!I )(?<!we )(?<!he )(?<!it )(?<!she )(?<!you )(?<!they )(?<!to )(?<!that )(?<!which )"
    r"(?:stops?(?! at\b)|prevents?|hinders?|keeps? (?:me|him|her|it|them|us|you) from))\b",
    re.I,
)
CLAUSES = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bSt)\.+|[;:!?,()\[\]]+| [-\u2013] |\b(?:but|because|since|although)\b", re.I
)
BEGINS = re.compile(
    r"(?<=\w)\s+(?=(?:can|may|do|does|did|is|are|am|will|would|must|should|could)\s+(?:i|he|she|it|they|we|you)\b)",
    re.I,
)
TAG = re.compile(
    r"(?:right|correct|yes|no|yeah|yep|nope|huh|or|or not|or what|true|ok|okay|lol|pls|please|thanks|thx|eh|innit"
    r"|(?:ok|okay|legal|allowed|fine|possible|good) or not(?: (?:ok|okay|legal|allowed|fine|possible|good))?"
    r"|(?:is|are|was|does|do|did|can|has|have|will|wo|ca|should|would|ai)(?:n?'?t)?"
    r"(?: (?:it|he|she|that|they|i|we|you))?)",
    re.I,
)
TAGGED = re.compile(
    r"\b(?:right|correct|yes|true|isn't it|doesn't it|yeah|ok|okay|y/n|yes or no)\s*\?+\s*$|, no\s*\?+\s*$"
    r"|\b(?:y/n|yes or no)\s*$|(?<!not )\b(?:allowed|legal|possible|permitted)\s*\?*\s*$",
    re.I,
)
ALTERNATIVES = re.compile(
    r"\bor\b(?!\s+(?:not|what|more|less|fewer|nah|no|so|later|lower|higher|above|below|greater)\b)", re.I
)
PERSONS = re.compile(r"\b(?:he or she|she or he|his or her|her or his|him or her|her or him|him or herself)\b", re.I)
LATER = re.compile(r"\b(?:now|right away|at once|immediately|straight away)\b[^?]*\bor (?:only )?later\b", re.I)
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
NONE_AT_ALL = frozenset({"0", "zero", "none", "nothing"})
FIRST = re.compile(r"\W*(?:(?:so|then|that's|thats|and|just|still|only)\W+)*", re.I)
BECAUSE = re.compile(r"\W*\b(?:because|since|cause|cuz|although)\b.*", re.I | re.S)
NOBODY = re.compile(r"\b(?:no|none|nobody|nothing|neither|nor)\b", re.I)
NO_LONGER = re.compile(r"\b(?:no longer|never)\b", re.I)
NO_DOING = re.compile(r"\bno \w{3,}ing\b", re.I)
WHERE = re.compile(r"(?<=\w )(?:if|when|whenever|while|as long as|until|even though)\b[^,;]*", re.I)
"""A condition, whose own "not" turns nothing round: `he may stay if he doesn't move, right?`."""
KEEPING = re.compile(r"\b(?:keep|keeps|kept|keeping|retain|retains|stay|stays|stayed|remain|remains)\b", re.I)
LOSING = re.compile(r"\b(?:lose|loses|lost|losing|leave|leaves|drop off|fall off|falls off|gone)\b", re.I)
STARTS = re.compile(
    r"(?:so|and|then|now|well|hey|um|/ruling)?\s*(?:can|may|do|does|did|is|are|am|was|were|will|would|must|should|could|has|have)"
    r"(?:\b(?!n?'t)"
    r"|(?:n?'t|not)\b(?= (?:i|he|she|it|they|we|you|that|this|the|my|his|her|its|their|our|your|a|an|one)\b))",
    re.I,
)
DENIED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:can't|cannot|can not|won't|doesn't|does not|don't|may not|mustn't|must not"
    r"|cant|wont|doesnt|dont)\b",
    re.I,
)
DENIED_TAGGED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:isn't|is not|aren't|are not|never|no longer|isnt)\b", re.I
)
NOPE = re.compile(r"[,.;]\s*(?:nope|no way|nah|no),? (?:right|correct|yes|huh)\s*\?+\s*\Z", re.I)
LOOSE_NOT = re.compile(
    r"\bnot to\b|^\W*(?:so |and |then )?[a-z]+ (?:i|we|he|she|it|they|you|(?:the|my|his|her|this|that) \w+) not\b", re.I
)


@lru_cache(maxsize=64)
def wanted_kind(question: str) -> str:
    """`number`, `options` or `yes_no` where the question's form tells; empty where it does not.

    Told by the sentence that asks, "… is safe?": what a story before it says of "who" or "how many" is not asked. One
    or two words that name what is wanted, "title?", do not tell; "legal?" does.
    """
    if TAGGED.search(question):
        return "yes_no"
    asking = asking_sentence(question)
    if WHO_ME.search(asking) or IS_IT_WHO.search(asking or question):
        return "yes_no"
    parts = AND_WHAT.split(asking)
    if len(parts) > 1 and AUXILIARY.search(parts[0]):
        return _kind_of(parts[-1]) or "options"  # `can I do it, and what do I get?` is not answered by yes
    kind = _kind_of(asking or question)
    if kind or not asking:
        return kind
    named = len(asking.split()) < SHORT and NAMED.search(asking)
    return "" if named or any(form.search(asking) for form in (OPEN, MEASURE, COUNTED)) else "yes_no"


def claimed(question: str, unread: Sequence[Quantity]) -> int | None:
    """The number that a question wants confirmed, `so I pay 3, right?`, where it is the only one among the `unread`
    ones of its asking sentence; None where it claims none, or denies it."""
    if wanted_kind(question) != "yes_no" or turns(question) != 0:
        return None
    claim = told(question)
    asking = question[claim.start : claim.end] if claim else asking_sentence(question) or question
    start = claim.start if claim else question.rfind(asking)
    short = TAG.fullmatch(asking.strip(" ?!.")) or len(asking.split()) < SHORT
    if not claim and short and not any(each.start >= start for each in unread):
        asking, start = question, 0
    said = [
        each
        for each in unread
        if start <= each.start < start + len(asking)
        and (each.value > 0 or each.text.lower() in NONE_AT_ALL)
        and not DENYING.search(question[: each.start])
    ]
    if len(said) != 1 or COMPARED.search(asking):
        return None
    before = question[start : said[0].start]
    return said[0].value if CLAIMED.search(before) or FIRST.fullmatch(before) else None


def _kind_of(text: str) -> str:
    if NUMBER.search(text):
        return "number"
    if AUXILIARY.search(text):
        return "yes_no"
    if COUNTED.search(text):
        return ""
    return "options" if WHO.search(text) else "number" if AMOUNT.search(text) else ""


def alternatives(question: str) -> bool:
    """Whether the question puts two things side by side, `on top or under it?`, so that a yes answers nothing."""
    asking = PERSONS.sub("they", asking_sentence(question))
    if LATER.search(asking):
        return True
    return bool(ALTERNATIVES.search(PERSONS.sub("they", asked_clause(question))))


def keeps(text: str) -> bool | None:
    """Whether a text speaks of keeping (True) or losing (False); None for both and for neither."""
    keeping, losing = bool(KEEPING.search(text)), bool(LOSING.search(text))
    return None if keeping == losing else keeping


def asked_clause(question: str) -> str:
    """The part of a question that asks: the last one that begins like a question, else the last that is no tag; of a
    claim that is asked about its last part, reasons aside."""
    if claim := told(question):
        said = question[claim.start : claim.end]
        parts = [part.strip() for part in CLAUSES.split(BECAUSE.sub("", said) or said)]
        return next((part for part in reversed(parts) if part), said)
    parts = [part.strip() for clause in CLAUSES.split(question) for part in BEGINS.split(clause)]
    kept = [part for part in parts if part and not TAG.fullmatch(part)]
    inverted = [part for part in kept if STARTS.match(part)]
    return (inverted or kept or [question])[-1]


@lru_cache(maxsize=4_096)
def turns(question: str) -> int | None:
    """How often a question turns round what it asks: 0 for "may he …?", 1 for "is it forbidden …?" and "so he
    can't …, right?"; None where it cannot be told ("may he choose not to …?")."""
    asked = asked_clause(question)
    if claim := told(question):
        asked = WHERE.sub("", asked)
        denied = len(DENIED.findall(asked)) + len(DENIED_TAGGED.findall(asked)) + len(NO_DOING.findall(asked))
        if NOBODY.search(NO_DOING.sub("", asked)) or LOOSE_NOT.search(asked):
            return None
        return len(TURNED.findall(asked)) + denied + claim.wrong
    count = len(TURNED.findall(asked)) + bool(NOPE.search(question))
    if STARTS.match(asked):
        count += len(NO_LONGER.findall(asked))
        return None if LOOSE_NOT.search(asked) and not TURNED.search(asked) else count
    tagged = question.rstrip().endswith("?") and not question.rstrip(" ?!").endswith(asked)
    asked = WHERE.sub("", asked)
    count += len(DENIED.findall(asked))
    return count + (len(DENIED_TAGGED.findall(asked)) + len(NO_DOING.findall(asked)) if tagged else 0)
