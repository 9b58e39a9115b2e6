"""Which way round a question asks: "may I …?" against "so I can't …, right?", keeping against losing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kb.question.claims import SENTENCE, VERBS, asking_sentence, told

TURNED = re.compile(
    r"\b(?:not (?:possible|legal|permitted|ok|okay|fine)|(?:lose|loses) the (?:option|right|chance)|miss(?:es)? out on"
    r"|prevented|forbidden|prohibited|(?<!that )(?<!which )(?<!who )(?:forbids?|prohibits?|disallows?|rules? out)"
    r"|rules? (?:it|this|that|him|her|them) out|(?:barred|banned|blocked|kept|stopped|excluded) from"
    r"|(?<!an )(?<!the )illegal"
    r"|not allowed|unable"
    r"|(?<=\w )(?<!to be )(?<!play it )(?<!playing it )safe(?! (?:for \w+ )?to\b)"
    r"|immune|avoid|too late|too early|too soon|(?:a|an|any) (?:problem|issue)"
    r"|wrong (?:(?:of|for) (?:me|us|him|her|them|you) )?to(?! (?:say|think|claim|assume|believe)\b)"
    r"|against the rules|break(?:ing|s)? (?:the|any) rules?|off limits|off the table|out of the question|no[ -]go"
    r"|a mistake|exempt|spared|locked out|off the hook"
    r"|(?:saves?|spares?) (?:me|him|her|us|them|you) (?:the|a|an|any|my|his|this|that|from|having)"
    r"|stops? (?:him|me|her|us|them|my|our|his)|(?:blocks?|bars?|hinders?) (?:him|me|her|us|them|you) from"
    r"|(?:it(?:'s| is)|that(?:'s| is)) not (?:true|the case|so|correct) that"
    r"|(?:does|do|did|will|would|can) (?:it|this|that|he|she|they) (?:also |even |then )?(?:stop|prevent)"
    r" (?:the|his|her|their|my|those|these)"
    r"|cheating|a foul|foul play|against the law|out of line"
    r"|(?<!I )(?<!we )(?<!he )(?<!it )(?<!she )(?<!you )(?<!they )(?<!to )(?<!that )(?<!which )(?<!and )(?<!then )"
    r"(?:stops?(?! at\b)|prevents?|hinders?|keeps? (?:me|him|her|it|them|us|you) from))\b",
    re.I,
)
CLAUSES = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bSt)\.+|[;:!?,()\[\]]+| [-\u2013] |\b(?:but|because|since|although)\b", re.I
)
BEGINS = re.compile(
    r"(?<=\w)(?<!n't)(?<!cant)(?<!dont)(?<!\bcan)(?<!\bmay)(?<!\bto)(?<!\bnot)(?<!cannot)(?<!will)(?<!must)(?<!should)"
    r"\s+(?=(?:can|may|do|does|did|is|are|am|will|would|must|should|could)\s+(?:i|he|she|it|they|we|you)\b)",
    re.I,
)
DENYING_BEGINS = re.compile(
    r"(?<=\w)\s+(?=(?:ca|do|does|did|is|are|wo|would|must|should|could)n'?t\s+(?:i|he|she|it|they|we|you)\s+\w)", re.I
)
"""The same, `when he is down can't I hit him again?`; not behind `which of them don't I add?`."""
FOR_WHICH = re.compile(r"\b(?:which|what|where|who|whom|whose|why|how)\b", re.I)
TAG = re.compile(
    r"(?:right|correct|yes|no|yeah|yep|nope|huh|or|or not|or what|true|ok|okay|lol|pls|please|thanks|thx|eh|innit"
    r"|(?:ok|okay|legal|allowed|fine|possible|good) or not(?: (?:ok|okay|legal|allowed|fine|possible|good))?"
    r"|(?:is|are|was|does|do|did|can|has|have|will|wo|ca|should|would|ai)(?:n?'?t)?"
    r"(?: (?:it|he|she|that|they|i|we|you))?)",
    re.I,
)
BECAUSE = re.compile(
    r"\W*\b(?:because|since|cause|cuz|although)\b.*|,\s*(?:it|he|she|they|i|we|you)(?:'s)? (?:just|only)\b.*",
    re.I | re.S,
)
AFTERTHOUGHT = re.compile(
    r"\W*(?:and |but |so )?(?:only|just) (?:[\w'-]+ ){1,5}(?:do|does|can|may|is|are|has|have|will)\W*"
    r"|\W*(?:not |nor |or )?even (?:with|if|when|after|on|in|for|at|by|then|now|though|while)\b.*"
    r"|\W*(?:no matter|regardless|whatever|however|at all)\b.*"
    r"|\W*(?:i|he|she|it|they|we|you) (?:do|does|did|is|are|am|can|have|has|will|wo|ca)(?:n['\u2019]?t| not)?\W*",
    re.I | re.S,
)
"""What is said behind a claim and is none: `the top one is not spent, only those below it are, right?`, `so I can't
push him, not even with push 4, right?`, `it stays while he has one but I don't?`."""
TAGGED_AT_END = re.compile(rf"(?:[,;:.!?]+|\s[-\u2013])\s*(?:{TAG.pattern})\W*\Z", re.I)
LEAST_SAID = 3
NOBODY = re.compile(r"\b(?:no|none|nobody|nothing|neither|nor)\b", re.I)
NAYSAYING = re.compile(r"\W*(?:nope|nah|no way|no,)", re.I)
"""A claim that denies what stands before it: `he says nope, only on yours`."""
NO_LONGER = re.compile(r"\b(?:no longer|never)\b", re.I)
NO_DOING = re.compile(r"\bno \w{3,}ing\b", re.I)
SO_NO = re.compile(
    r"^\W*(?:so|then|and so|that means|which means|therefore|thus|this time)(?:,| then| there is| there's| still)*"
    r" no (?!\w{3,}ing\b|longer\b|one\b|go\b|more than\b"
    r"|(?:problem|issue|trouble|harm|limit|restriction|objection|line)s?\b)\w+"
    r"|^\W*no \w+ (?:\w+ ){0,2}for (?:me|him|her|it|us|them|you)\b",
    re.I,
)
"""What is claimed not to be, without a verb: `so no marker for me, right?`."""
GETS_NOTHING = re.compile(
    r"\b(?:gets?|gains?|gives?|has|have|having|draws?|deals?|earns?|pays?|costs?|does|do|loses?|takes?|happens|changes?)"
    r"(?: (?:me|him|her|it|them|us|you))? (?:nothing|none)\b|\bnothing (?:happens|changes|comes|goes|is|gets)\b",
    re.I,
)
"""What is claimed not to be, by its object: `so he gives me nothing back, right?`."""
WHERE = re.compile(r"(?<=\w )(?:if|when|whenever|while|as long as|until|even though)\b[^,;]*", re.I)
"""A condition, whose own "not" turns nothing round: `he may stay if he doesn't move, right?`."""
LEADING = re.compile(
    r"\A\W*(?:(?:so|and|then|now|but|ok|okay|well|hey|also)\W+)*"
    r"(?:if|when|whenever|while|as long as|until|even though|once)\b[^,;]*?"
    r"(?=(?:,|\bthen\b|(?<=\w)\s(?:i|he|she|it|they|we|you|(?:the|my|his|her|this|that|a|an) \w+)"
    r"\s(?:can|may|must|would|will|should|ca|wo)(?:n?'?t|not)?\b))",
    re.I,
)
"""A condition that comes first, up to what is asked of it: `so if I use it | I can't move, correct?`."""
THAT = re.compile(rf"\A(\W*(?:(?:so|and|then|now|but|ok|okay|well|also)\W+)*)that(?= {VERBS}(?:n?'?t)?\b)", re.I)
"""A "that" which begins a clause and stands for what was told: `that doesn't make it illegal, right?`."""
KEEPING = re.compile(r"\b(?:keep|keeps|kept|keeping|retain|retains|stay|stays|stayed|remain|remains)\b", re.I)
LOSING = re.compile(r"\b(?:lose|loses|lost|losing|leave|leaves|drop off|fall off|falls off|gone)\b", re.I)
STARTS = re.compile(
    rf"(?:so|and|then|now|well|hey|um|/ruling)?\s*{VERBS}"
    r"(?:\b(?!n?'t)"
    r"|(?:n?'?t|not)\b(?= (?:i|he|she|it|they|we|you|that|this|the|my|his|her|its|their|our|your|a|an|one)\b))",
    re.I,
)
DENIED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:can't|cannot|can not|won't|will not|doesn't|does not|don't|do not|may not"
    r"|mustn't|must not|cant|wont|doesnt|dont)\b",
    re.I,
)
DENIED_TAGGED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:isn't|is not|aren't|are not|never|no longer|isnt)\b", re.I
)
NOPE = re.compile(r"[,.;]\s*(?:nope|no way|nah|no),? (?:right|correct|yes|huh)\s*\?+\s*\Z", re.I)
NOTHING_STOPS = re.compile(
    r"\b(?:nothing|nobody|no one|none|no \w+)(?: \w+){0,4} "
    r"(?:stops?|prevents?|forbids?|prohibits?|hinders?|keeps?|blocks?|rules? out|speaks? against|stands? in the way)\b",
    re.I,
)
"""Nobody who turns it round turns nothing: `nothing stops me from pulling him, right?`."""
PARTLY = re.compile(
    r"(?:n't|n\u2019t|\bnot|\bcannot)\b[^,;.?!]*\band (?:so |also |then |still )*"
    r"(?:may|can|does|do|is|are|will|must|has|gets?)\b(?! ?n['\u2019]?t| not)",
    re.I,
)
"""A claim of which one half is denied and the other is not: `it isn't limited to them and may move him, right?`."""
LOOSE_NOT = re.compile(
    r"\bnot to\b|^\W*(?:so |and |then )?[a-z]+ (?:i|we|he|she|it|they|you|(?:the|my|his|her|this|that) \w+) not\b", re.I
)


def keeps(text: str) -> bool | None:
    """Whether a text speaks of keeping (True) or losing (False); None for both and for neither."""
    keeping, losing = bool(KEEPING.search(text)), bool(LOSING.search(text))
    return None if keeping == losing else keeping


def asked_clause(question: str) -> str:
    """The part of a question that asks: the last one that begins like a question, else the last that is no tag; of a
    claim that is asked about its last part, reasons aside."""
    if claim := told(question):
        said = question[claim.span.start : claim.span.end]
        parts = [part.strip() for part in CLAUSES.split(BECAUSE.sub("", said) or said)]
        return next((part for part in reversed(parts) if part and not TAG.fullmatch(part)), said)
    if asking := asking_sentence(question):
        question = question[: question.rfind(asking) + len(asking)]  # what is told behind it asks nothing
    if tagged := TAGGED_AT_END.search(question):
        last = SENTENCE.split(question[: tagged.start()])[-1]
        if len((without := BECAUSE.sub("", last)).split()) >= LEAST_SAID:
            question = without
    parts = [part.strip() for clause in CLAUSES.split(question) for part in _begun(clause)]
    kept = [part for part in parts if part and not TAG.fullmatch(part)]
    kept = [part for part in kept if not AFTERTHOUGHT.fullmatch(part)] or kept
    inverted = [part for part in kept if STARTS.match(part)]
    return (inverted or kept or [question])[-1]


def _begun(clause: str) -> Iterator[str]:
    """A clause, parted where a question begins within it."""
    for part in BEGINS.split(clause):
        denying = DENYING_BEGINS.search(part)
        if denying and not FOR_WHICH.search(part, 0, denying.start()):
            yield part[: denying.start()]
            part = part[denying.end() :]
        yield part


def _unconditional(asked: str) -> str:
    """What a clause says without its condition, wherever that stands."""
    leading = LEADING.match(asked)
    return WHERE.sub("", asked[leading.end() :] if leading else asked)


@lru_cache(maxsize=4_096)
def turns(question: str) -> int | None:
    """How often a question turns round what it asks: 0 for "may he …?", 1 for "is it forbidden …?" and "so he
    can't …, right?"; None where it cannot be told ("may he choose not to …?")."""
    asked = THAT.sub(r"\1this", asked_clause(question))
    if claim := told(question):
        if NAYSAYING.match(question, claim.span.start):
            return None
        asked = _unconditional(asked)
        denied = len(DENIED.findall(asked)) + len(DENIED_TAGGED.findall(asked)) + len(NO_DOING.findall(asked))
        others = NO_DOING.sub("", NOTHING_STOPS.sub("", asked))
        if any(form.search(others) for form in (NOBODY, LOOSE_NOT, PARTLY)):
            return None
        denied += len(NOTHING_STOPS.findall(asked))
        return len(TURNED.findall(asked)) + denied + claim.wrong
    count = len(TURNED.findall(asked)) + len(NOTHING_STOPS.findall(asked)) + bool(NOPE.search(question))
    if STARTS.match(asked):
        count += len(NO_LONGER.findall(asked))
        return None if LOOSE_NOT.search(asked) and not TURNED.search(asked) else count
    tagged = question.rstrip().endswith("?") and not question.rstrip(" ?!").endswith(asked.split(maxsplit=1)[-1])
    asked = _unconditional(asked)
    count += len(DENIED.findall(asked))
    if tagged and PARTLY.search(asked):
        return None
    if tagged:
        count += len(DENIED_TAGGED.findall(asked)) + len(NO_DOING.findall(asked)) + len(GETS_NOTHING.findall(asked))
        count += bool(SO_NO.search(asked) and not NOTHING_STOPS.search(asked))
    return count
