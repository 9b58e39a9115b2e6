"""Does a sentence of a clause stand by itself? What it points at outside, and which other sentence limits it.

A sentence that begins with a word that ties it to the one before (`otherwise`, `this`), or whose pronoun has nothing
before it that it can stand for, says less alone than in its clause. A sentence that another one limits says more alone
than in its clause: where that begins with `but` or `otherwise`, where it holds `unless` or `only` and points back or
speaks of the same things, or where it denies what is quoted.

All by the words alone, and on the side of caution: what is refused is given longer, with the sentence that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.words.text import content_words, stem

OPENS = r"^[\s(“\"'\[:]*"
TIED = re.compile(
    OPENS
    + r"""(?P<word>(?:
        otherwise | instead | however | but | yet | still | then | nevertheless | nonetheless | even\ so | even\ then
        | unless | except(?!ion) | likewise | similarly | conversely | by\ contrast | on\ the\ other\ hand
        | if\ (?:so|not)
        | in\ (?:this|that|such|either|both)\ (?:case|cases|way) | for\ (?:this|that) | at\ that\ (?:moment|time|point)
        | and | or | nor | neither | such | the\ same | the\ (?:others?|rest|former|latter)
        | these | those | this | that | it | its | he | him | his | she | her | they | their | them | both
        | (?:each|one|none|some|all|any|most|either|many)\ of\ (?:them|these|those)
    )\b)""",
    re.IGNORECASE | re.VERBOSE,
)
"""A beginning that ties a sentence to the one before it."""
FREE_START = re.compile(
    OPENS
    + r"""(?:
        it\ is\ (?:not\ )?(?:possible|necessary|enough|allowed|legal|recommended|always|never|up\ to|best|better|usual
                            |important|common)\b
        | both\ (?:players|teams|sides|the)\b | those\ who\b | such\ as\b
        | that\ (?:is|said|an?|the|your)\b | then\ and\ only\ then\b
        | this\ (?:card|rulebook|book|document|section|chapter|scenario|expansion|set|game|edition)\b
        | this\ (?:turn|round|phase|step)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""Beginnings of these words that tie it to nothing."""
PRONOUN = re.compile(
    r"\b(?P<word>it|its|itself|he|him|his|himself|she|her|they|them|their|theirs|themselves)\b"
    r"|\b(?P<one>ones?|this|that|these|those)\b(?=[,.;:)])",
    re.IGNORECASE,
)
POINTING = re.compile(r"\b(?P<word>this|that|these|those|such an?|such)\s+(?P<noun>[\w-]+)", re.IGNORECASE)
FREE_NOUNS = frozenset(
    """
    turn turns round rounds phase phases step steps game games way rulebook book document section chapter expansion set
    scenario edition card point moment time as is are was were has have do does did can may must will would it they he
    you we who which there the a an your his her its their no not any all each in on of if when while
    """.split()
)
"""What `this` may stand before without pointing at anything that was said, and words before which `that` joins."""
DETERMINES = re.compile(
    r"(?:^|[,;:(]|\b(?:of|in|on|to|from|at|by|for|with|into|onto|as|than|and|or|puts?|has|have|use|until|after|before|if"
    r"|when|while|does|do|may|must|can))$",
    re.IGNORECASE,
)
"""What stands before a `that` which points, and does not join: `of that hero`, not `a hero that moves`."""
NOUN_BEFORE = re.compile(
    r"\b(?:an?|the|each|every|any|no|all|some|your|my|our|another|one|two|three|four|five|six|both|more|either|\d+)\s+"
    r"(?!of\b)[\w“\"'’-]+"
)
NAME = re.compile(r"(?<=[\w,;:] )[\[“\"(]*[A-Z][a-z][\w’'-]*")
"""A word with a capital inside a sentence: a name, or a term of the game; not what is written in capitals."""
OPENING = re.compile(
    r"(?:if|when|whenever|while|as|after|before|in|on|at|during|by|with|to|once|until|unless|for|although|though|where"
    r"|because|since|you|we|there|here|not|only|also|use|put|place|take|draw|return|move|shuffle|remove|discard|choose"
    r"|flip|reveal|give|gain|pay|set|turn|roll|deal|add|count|treat|ignore|disregard|keep|leave|then|now|always)",
    re.IGNORECASE,
)
"""First words of a sentence that are no thing that a pronoun could stand for."""
FOLLOWS = re.compile(
    r"^[^,]*,\s+(?:an?\b|the\b|each\b|every\b|any\b|no\b|all\b|your\b|[A-Z]|[a-z]+s\b(?<!\bhis)(?<!\bits))"
)
"""A comma, then what a pronoun before it stands for: `when he stops, a hero …`, `when they stop, heroes …`."""
EXPLETIVE = re.compile(r"\bas $", re.IGNORECASE), re.compile(r"^ (?:is|was)\b", re.IGNORECASE)
"""Around an `it` that stands for nothing: `as it was she who …`, `unlikely as it is`."""
LISTED = re.compile(r"^[^.]*:\s+\w")
CONTRAST = re.compile(
    OPENS + r"(?P<word>but|however|unless|except\w*|instead|otherwise|yet|even so|nevertheless|nonetheless"
    r"|the exception|(?:as |by way of )?an? exception)\b(?! of\b)",
    re.IGNORECASE,
)
CONCEDED = re.compile(
    r"\b(?P<word>all the same|even then|even so|nevertheless|nonetheless|regardless)\b", re.IGNORECASE
)
"""What holds although the sentence before it says otherwise: `you must pay 1 all the same`."""
LIMIT = re.compile(
    r"\b(?P<word>unless|except(?!ional)\w*|(?<!your )(?<!the )(?<!an )(?<!not )only(?! \d)|however(?=,)|otherwise)\b",
    re.IGNORECASE,
)
REPLACED = re.compile(r"\b(?P<word>instead)\b(?! of\b)", re.IGNORECASE)
ALLOWED = re.compile(
    r"\b(?:may|can|could|must)\b[^.;]*\b(?P<word>only)\b|\b(?P<case>only)\s+(?:if|when|while|after|once|during|in|on|for|as)\b"
    + "|"
    + OPENS
    + r"(?P<first>only)\b",
    re.IGNORECASE,
)
"""Something allowed in one case alone."""
CASE = re.compile(OPENS + r"(?:if|where|when|whenever|since|because|as long as)\b[^,]*,", re.IGNORECASE)
"""The case that a sentence begins with: what is denied there is a condition."""
DENIED = re.compile(
    r"(?P<word>(?<!or )(?<!and )\b(?:not|never|cannot|can[’']t|no|none|neither|nothing|nobody)\b|n['’]t\b)",
    re.IGNORECASE,
)
IDLE = re.compile(
    r"""\b(?:
        no\ matter | no\ difference | not\ only | not\ just | need\ not | whether\ or\ not | even\ (?:if|though)
        | no\ longer | no\ other | and\ do(?:es)?\ not | nothing\ happens | if\ not | having\ no | not\ all
        | no\ (?:\w+\ ){1,3}but
        | (?:who|that|which)\ (?:cannot|can['’]t|(?:has|have|is|are|was|were|does|do|did)\ not)
        | (?:does|do|is|are)\ not\ (?:keep|stop|prevent|matter) | doesn['’]t\ (?:keep|stop|prevent|matter)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Denials that limit nothing: `no matter if`, `this does not stop you`."""
EXAMPLE = re.compile(OPENS + r"(?:for )?example\b", re.IGNORECASE)
PLURAL = re.compile(r"\b(?!(?:this|thus|less|unless|across|always|perhaps|does)\b)[a-z]{3,}s\b")
RELATIVE = re.compile(r"^(?:\s+[\w’'-]+){0,2},?\s+(?:who|that|which|whose)\b")
REACH = 4
SHARED, MUCH = 2, 0.4


def outside(text: str) -> str:
    """The first words of a text that point at something outside it; empty where it stands by itself.

    >>> outside("Its range is infinite where none is given."), outside("A hero may end his move there.")
    ('Its', '')
    """
    free = FREE_START.match(text)
    if (tied := TIED.match(text)) and not free:
        return tied["word"]
    text = text[free.end() :] if free else text
    for found in sorted([*POINTING.finditer(text), *PRONOUN.finditer(text)], key=lambda each: each.start()):
        if _points(text, found) if found.re is POINTING else not _resolved(text, found):
            return found.group()
    return ""


def _points(text: str, found: re.Match[str]) -> bool:
    """Whether `this move` speaks of a move that the text has not named before, nor lists at once."""
    word, noun = found["word"].casefold(), found["noun"].casefold()
    if noun in FREE_NOUNS or (word == "this" and found["noun"][:1].isupper()):
        return False
    if word == "that" and not DETERMINES.search(text[: found.start()].rstrip()):
        return False
    before = {stem(each) for each in re.findall(r"[\w-]+", text[: found.start()].casefold())}
    behind = text[found.end() :]
    told = LISTED.match(behind) if word == "these" else RELATIVE.match(behind) if word == "those" else None
    return stem(noun) not in before and told is None


def _resolved(text: str, found: re.Match[str]) -> bool:
    """Whether something before a pronoun can be what it stands for; after `when he …,` what follows the comma too."""
    before, behind = text[: found.start()], text[found.end() :]
    if found.group().casefold() == "them" and before.casefold().endswith(" of ") and not PLURAL.search(before):
        return False
    if found.group().casefold() == "it" and EXPLETIVE[0].search(before) and EXPLETIVE[1].search(behind):
        return True
    if NOUN_BEFORE.search(before.casefold()) or NAME.search(before):
        return True
    words = re.findall(r"[\w’'-]+", before)
    opened = not words or OPENING.fullmatch(words[0]) is not None
    if found.group().casefold().startswith("the"):
        named = PLURAL.search(before) is not None or (len(words) > 1 and not opened)
    else:
        named = len(words) > 2 and not opened
    return named or (opened and not found["one"] and bool(FOLLOWS.match(behind)) and not TIED.match(text))


def limiting(parts: Sequence[str], first: int, last: int, story: bool = False) -> tuple[str, int] | None:
    """The word by which another sentence of a clause limits those from `first` to `last`, and which sentence that is;
    None where none does. A `story` tells an example: what is denied there happens, it is no rule.

    >>> limiting(["A hero may move.", "A stunned hero may not move."], 0, 0)
    ('not', 1)
    """
    said = stems(" ".join(parts[first : last + 1]))
    for at, other in enumerate(parts):
        if not first <= at <= last and not EXAMPLE.match(other):
            behind = at > last
            word = (_contrast(parts, at, last) or _points_back(said, other)) if behind else ""
            if word := word or ("" if story else _of_the_same(said, other)):
                return word, at
    return None


def _contrast(parts: Sequence[str], at: int, last: int) -> str:
    """The word by which a sentence is set against the one before it, and so against those that one goes on from."""
    found = CONTRAST.match(parts[at]) or CONCEDED.search(parts[at])
    before = at - 1
    while before > last and outside(parts[before]):
        before -= 1
    return found["word"] if found and before <= last else ""


def _points_back(said: frozenset[str], other: str) -> str:
    """The word by which a sentence limits what it points back at: `use this power only once a turn`."""
    if not outside(other):
        return ""
    limit = LIMIT.search(other) or REPLACED.search(other)
    return limit["word"] if limit else next(_denials(said, other), "")


def _of_the_same(said: frozenset[str], other: str) -> str:
    """The word by which a sentence limits what it speaks of too: it has a good part of these stems."""
    shared = len(said & stems(other))
    if not said or shared < min(SHARED, len(said)) or shared < MUCH * len(said):
        return ""
    allowed = ALLOWED.search(other)
    return next(filter(None, allowed.groups())) if allowed else next(_denials(said, other), "")


def _denials(said: frozenset[str], other: str) -> Iterator[str]:
    """The words by which a sentence denies what has these stems: what is denied stands close behind, two words of
    `no hero moves`."""
    idle = [each.span() for each in (*IDLE.finditer(other), *CASE.finditer(other))]
    for found in DENIED.finditer(other):
        close = [stem(each) for each in content_words(" ".join(other[found.end() :].split()[:REACH]))]
        of_things = found["word"].casefold() in ("no", "none")
        denied = close[: 1 + of_things]
        if denied and said.issuperset(denied) and not any(start <= found.start() < end for start, end in idle):
            yield found["word"]


def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(stem(each) for each in content_words(text))
