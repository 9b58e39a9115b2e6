"""What somebody is said to claim: "my friend says I can't. Is he right?" asks for the claim, not whether he is."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.records.question import Claim, Span

SENTENCE = re.compile(r"(?<!\bvs\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<=[.?!;])\s+", re.I)
SOMEBODY = (
    r"(?:he|she|they|that|this|it|(?:my|the|our|his|her|their) [\w-]+|everybody|everyone|somebody|someone|[A-Z][\w-]+)"
)
CONFIRM = re.compile(
    rf"\W*(?:so |and |now |but |then )?(?:(?:is|was|are|am|were) (?:{SOMEBODY}|(?P<mine>I|we))"
    r"|(?:he|she|they|that|this|bro|dude|(?:my|our) [\w-]+)) "
    r"(?:really |actually |just |even )?"
    r"(?P<way>right|correct|true|so|wrong|mistaken|lying|making (?:that|it|this) up|nonsense|rubbish|bs|a myth)"
    r"(?: here| there| then| (?:about|on|with|in) (?:that|this|it)| or (?:not|what|wrong))*\W*\Z",
    re.I,
)
TAGGED = re.compile(
    rf"\W*(?:so |and |now |but |then |surely )?(?P<who>{SOMEBODY}(?:['\u2019]?s|['\u2019]?re| is| are| must be) )?"
    r"(?:really |actually |just |totally |plain |talking |a |full of )?"
    r"(?P<way>right|correct|wrong|mistaken|lying|cheating|making (?:that|it|this|stuff) up|pulling my leg|kidding me"
    r"|nonsense|rubbish|bs|bull|baloney|garbage|myth|not (?:right|correct|true|so))"
    r"(?: here| there| then| about (?:that|this|it))*\W+"
    r"(?:(?:is|are|ai)(?:n['\u2019]?t)? (?:he|she|it|that|they)|right|correct|yeah|yes|no|huh|or)\W*\Z",
    re.I,
)
"""The same as a statement with a tag: `he's making that up, isn't he?`, `nonsense, right?`."""
AFTER_COMMA = re.compile(r"[,;:\u2013-]\s*(?=[A-Za-z])", re.I)
ASKS = re.compile(
    r"(?:so |and |then |but )?(?:(?:by|for|to|on|at) )?(?:how (?:many|much|far)|what|which|who|whose|where)\b", re.I
)
VERBS = r"(?:can|may|do|does|did|is|are|am|was|were|will|would|must|should|could|has|have)"
"""The verbs that stand before the subject of a question."""
BEGINS = re.compile(
    r"(?:so |and |then |but |now |well |hey )*"
    rf"(?:{VERBS}|had)(?:n'?t)? "
    r"(?:i|he|she|it|they|we|you|this|that|these|those|there|the|my|his|her|its|our|their|your|any|all|[A-Z][\w-]+)\b",
    re.I,
)
"""How a question begins that its writer ends without a mark: `does it count`."""
RIGHT = frozenset({"right", "correct", "true", "so"})
SURE = RIGHT | {"the case", "accurate", "fair", "safe"}
SAYS = re.compile(
    r"(?<!\bcard )(?<!\btext )(?<!\brule )(?<!\brules )(?<!\bbook )(?<!\brulebook )(?<!\bfaq )(?<!\bpower )(?<!\bit )"
    r"(?<!\btile )\b(?:says?|said|saying|claims?|claimed|thinks?|thought|insists?|insisted|swears?|swore|argues?|argued"
    r"|reckons?|reckoned|believes?|tells? (?:me|us)|told (?:me|us))\b(?:,|:| that\b)?\s+",
    re.I,
)
SAID_SO = re.compile(
    r",\s*(?:says?|said|claims?|claimed|insists?|thinks?|reckons?|swears?|argues?) "
    r"(?:(?:my|our|the|his|her|their) (?:[\w-]+ )?[\w-]+|he|she|they|everybody|everyone|somebody|[A-Z][\w-]+)"
    r"(?: who(?:'s| is| has)? [\w ]+)?\s*[.!;]?\s*\Z",
    re.I,
)
"""Somebody named behind what he says: `…, says my pal.`"""
OTHERS_SAY = re.compile(
    r"\W*(?:but |and |because |cause |cuz )?(?:he|she|they|(?:my|our|his|her|the) (?:[\w-]+ )?[\w-]+|somebody|someone"
    r"|everybody|everyone|[A-Z][\w-]+) (?:[^.,;:?!]{1,50} and )?(?:just |now |always |keeps |still )?" + SAYS.pattern,
    re.I,
)

THINK = r"(?:say|think|claim|assume|believe|conclude|insist|argue|suppose|hold|maintain|state)"
EMBEDDED = re.compile(
    rf"\b(?:(?:is|was|would|isn't|wouldn't) (?:it|that|this)|(?:am|was|would|are|were|is) "
    rf"(?:I|we|you|he|she|they|(?:my|our|the|his|her|their) [\w-]+)) "
    r"(?:be )?(?:really |actually |then |also |even |still |perhaps )?"
    r"(?P<way>right|correct|true|so|the case|accurate|fair|safe|wrong|false|incorrect|untrue|mistaken|a mistake"
    r"|an error|a myth)"
    r"(?: (?:of|for) (?:me|us|him|her|them|you))?"
    rf"(?: (?:to|in|when I|when we|if I|if we|by) (?P<think>{THINK}(?:ing)?))?"
    r"(?P<that>,? that\b|:)?\s+(?=\w)"
    rf"|\b(?:(?:does|would|so) (?:that|this|it) (?:then |also |really )?(?:means?|follows?)"
    rf"|(?:can|could|may) (?:I|we) (?:then |safely |also )*{THINK}"
    r"|(?:do|have) (?:I|we) (?:have |got )?(?:it|this) right)"
    r"(?P<so>,? that\b|:|)\s+(?=(?:that|this|it|he|she|they|I|we|you|the|my|his|her|their|a|an)(?:['\u2019]\w+)? \w)",
    re.I,
)
"""A claim within the question itself: `is it right that he gains none?`, `would I be wrong to say I can't?`."""
I_SAY = re.compile(r"\bI (?:think|guess|bet|reckon|believe|thought)\b", re.I)


LEAST_ASKED = 4
"""Words of a question that asks by itself."""


@lru_cache(maxsize=4_096)
def asking_sentence(question: str) -> str:
    """The last sentence that ends with a question mark, or behind another begins like a question; behind a story also
    one without a mark that begins with a verb and who or what; empty without one."""
    sentences = [part for part in SENTENCE.split(question.strip()) if part]
    last = next((at for at in reversed(range(len(sentences))) if sentences[at].endswith("?")), None)
    if last is None:
        begins = len(sentences) > 1 and (BEGINS.match(sentences[-1]) or ASKS.match(sentences[-1]))
        return sentences[-1] if begins else ""
    return next((part for part in reversed(sentences[last + 1 :]) if ASKS.match(part)), sentences[last])


@lru_cache(maxsize=4_096)
def told(question: str) -> Claim | None:
    """The claim that a question wants confirmed: what stands behind "is it right that", what somebody says before
    "is he right?", or the sentence before that.

    None where the question asks in another way.
    """
    asking = asking_sentence(question) or ("" if "?" in question else SENTENCE.split(question.strip())[-1])
    start = question.rfind(asking)
    if inner := _embedded(asking):
        return Claim(Span(start + inner.end(), start + len(asking)), (inner["way"] or "right").lower() not in SURE)
    found = _confirming(asking) if asking else None
    for comma in AFTER_COMMA.finditer(asking) if found is None else ():
        if found := _confirming(asking[comma.end() :]):
            start += comma.start()
            break
    if found is None:
        return None
    rest = question[:start]
    before = [span for span in sentences(rest) if re.search(r"[A-Za-z]{2}", rest[span.start : span.end])]
    if not before:
        return None
    last = before[-1]
    if found.groupdict().get("mine"):
        own = (span for span in reversed(before) if not OTHERS_SAY.search(rest, span.start, span.end))
        return Claim(next(own, last), found["way"].lower() not in RIGHT)
    for span in reversed(before):
        if behind := SAID_SO.search(rest, span.start, span.end):
            last = Span(span.start, behind.start())
            break
        if said := SAYS.search(rest, span.start, span.end):
            last = Span(said.end(), span.end)
            break
    return Claim(last, found["way"].lower() not in RIGHT)


def _embedded(text: str) -> re.Match[str] | None:
    """The words before a claim that the sentence holds itself; `is it right to stay?` claims nothing."""
    found = EMBEDDED.search(text)
    return found if found and (not found["way"] or found["think"] or found["that"]) else None


def _confirming(text: str) -> re.Match[str] | None:
    """Whether a text asks only if somebody is right; `correct, yes?` alone is a tag of the question before it."""
    tagged = TAGGED.match(text)
    claims = tagged and (tagged["who"] or tagged["way"].lower() not in RIGHT)
    return tagged if claims else CONFIRM.match(text)


def sentences(text: str) -> list[Span]:
    """Where each sentence of a text begins and ends."""
    gaps = list(SENTENCE.finditer(text))
    starts, ends = [0, *(each.end() for each in gaps)], [*(each.start() for each in gaps), len(text)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True)]


def claims_of_others(question: str) -> list[Span]:
    """Where others are said to claim something before a question that asks by itself: `my pal says I must wait. May I
    use it now?`; none where it asks whether they are right, or too little: `Legal?`."""
    asking = asking_sentence(question)
    if len(asking.split()) < LEAST_ASKED or told(question):
        return []
    end = question.rfind(asking)
    return [span for span in sentences(question[:end]) if OTHERS_SAY.match(question[span.start : span.end])]


def hearsay_behind(question: str) -> list[Span]:
    """What others are said to say behind a question, to its end.

    "May I stand there? my friend says it's blocked" asks whether it is blocked, it does not say so.
    """
    asking = asking_sentence(question)
    if not asking or _confirming(asking):
        return []
    at = question.rfind(asking) + len(asking)
    behind = question[at:]
    if "?" in behind or not (OTHERS_SAY.match(behind) or SAID_SO.search(behind) or I_SAY.search(behind)):
        return []
    return [Span(at, len(question))]
