"""Find the conditions, exceptions and limits of a parsed sentence.

Each part opens with a marker (`if`, `unless`, `up to`, …), found by its words, so that none is
overlooked where the parse is wrong. How far the part reaches comes from the dependency parse: the
subtree that the marker opens. Where that subtree makes no sense (it holds the sentence's main
verb, or does not begin with the marker) the part reaches to the next comma or the end instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from ingest.language.loaded import vocabulary
from ingest.language.sentences import brackets, quotations

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

CONDITION, EXCEPTION, LIMIT = "condition", "exception", "limit"
MARKERS: tuple[tuple[str, str], ...] = (
    (EXCEPTION, r"unless|except|but not|instead of|instead|rather than|without|other than"),
    (LIMIT, r"until|for the rest of|up to|at (?:most|least)|no (?:more|less|fewer) than|not more than"),
    (LIMIT, r"(?:only )?once (?:per|each|a) \w+|only once|per (?:turn|round|game)"),
    (LIMIT, r"only (?:during|by|in|on|to|with|from|for|through)"),
    (CONDITION, r"(?<!see )(?<!check )(?<!determine )(?<!know )(?:only |even )?if"),
    (CONDITION, r"(?:only |even )?(?:when|while|once|after|before|as soon as|(?:for )?as long as)"),
    (CONDITION, r"(?-i:Should|Had|Were)(?= \w)"),
    (CONDITION, r"(?:even )?where(?! X\b)|whenever|each time|every time|in case|provided that|during"),
    (CONDITION, r"(?:only )?(?:at|from) the (?:start|beginning|end) of|(?:only )?as(?= \w)"),
    (LIMIT, r"only"),
)
MARKER = re.compile("|".join(f"(?P<m{n}>\\b(?:{words})\\b)" for n, (_, words) in enumerate(MARKERS)), re.IGNORECASE)
KINDS = {f"m{n}": kind for n, (kind, _) in enumerate(MARKERS)}
BOUNDS = frozenset(("up to", "at most", "at least", "no more than", "no less than", "no fewer than", "not more than"))
FIXED = re.compile(r"(?:only )?once \w+|only once|per ")
CLAUSAL = vocabulary("advcl relcl ccomp acl pcomp conj csubj xcomp parataxis dep")
HEADED = vocabulary("mark advmod cc case dep npadvmod neg predet det")
SUBJECTS = vocabulary("nsubj nsubjpass expl")
DOUBTFUL = vocabulary("as once after before where should had were")
NOT_TIMING = vocabulary("though if usual always well additional follows")
COMPARING = vocabulary("such as same treat treats treated")
PHRASE = re.compile(r"during|until|without|(?:only )?(?:at|from) the")
TIMES = vocabulary("turn round phase attack step game")
FINITE = vocabulary("MD VBD VBP VBZ")
BREAKS = vocabulary("SCONJ ADP PUNCT CCONJ")
TURNS = vocabulary("but even then otherwise so because")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence: its kind and its tokens `[start, end)`, counted in the document."""

    kind: str
    start: int
    end: int


def parts(sentence: Span) -> tuple[Part, ...]:
    """The outermost parts of a sentence in order; none overlaps another."""
    found: list[Part] = []
    for kind, marker in markers(sentence):
        if found and marker.start < found[-1].end:
            continue
        close = closing(marker, sentence)
        end = min(reach(marker, sentence), close)
        if end == close and quoted_whole(marker, close, sentence):
            continue
        found.append(Part(kind, marker.start, max(trimmed(sentence, marker.start, end), marker.end)))
    return tuple(found)


def markers(sentence: Span) -> Iterator[tuple[str, Span]]:
    """The kind and tokens of every marker; an `as` or `once` that opens no clause is none."""
    for match in MARKER.finditer(sentence.text):
        span = sentence.char_span(*match.span())
        if span is not None and (span.text.lower() not in DOUBTFUL or opens_clause(span[0])):
            yield KINDS[str(match.lastgroup)], span


def opens_clause(token: Token) -> bool:
    """True for `as the effect resolves`, `after combat` and `where none is left`.

    Not for `as a Fight`, `as many as shown`, `soon after` or `the space where it stands`.
    """
    following = token.doc[token.i + 1 : token.i + 10]
    before = {word.lower_ for word in token.doc[max(token.sent.start, token.i - 6) : token.i]}
    if not following or following[0].lower_ in NOT_TIMING or following[0].tag_ in FINITE:
        return False
    if token.lower_ in ("where", "should", "had", "were"):
        return token.i == token.sent.start or (token.lower_ == "where" and applies_where(token))
    if token.lower_ in ("after", "before"):
        return not following[0].is_punct
    if token.lower_ == "as" and (before & COMPARING or following[0].pos_ == "AUX"):
        return False
    clausal = token.dep_ in ("mark", "advmod") and token.head.dep_ in CLAUSAL and token.head.i > token.i
    acted = any(child.dep_ in SUBJECTS for child in token.head.children)
    return (clausal and acted) or finite(list(takewhile(lambda word: word.pos_ not in BREAKS, following)))


def applies_where(token: Token) -> bool:
    """True for a `where` that means `if`: set off by a comma, or not attached to a noun."""
    attached = token.head.dep_ == "relcl" and token.head.head.pos_ in ("NOUN", "PROPN")
    return token.nbor(-1).text in ',("' or (token.head.dep_ == "relcl" and not attached)


def finite(words: Sequence[Token]) -> bool:
    """True where a phrase holds a finite verb, or one that the tagger took for a noun: `the effect resolves`."""
    if any(word.tag_ in FINITE and word.tag_ != "MD" for word in words):
        return True
    named = len(words) > 2 and words[0].pos_ in ("DET", "PRON")
    return named and any(word.tag_ == "NNS" and word.nbor(-1).tag_ == "NN" for word in words[2:])


def reach(marker: Span, sentence: Span) -> int:
    """The token at which the part that a marker opens ends."""
    words: str = marker.text.lower()
    if words in BOUNDS:
        return bounded(marker, sentence)
    if words == "instead" or FIXED.match(words):
        return int(marker.end)
    announced = marker.start > sentence.start and marker[0].nbor(-1).text == ":"
    leads = marker.start == sentence.start or sentence.root.i > marker.start or announced
    end, turn = subtree_end(marker, sentence), next_turn(marker, sentence, leads)
    if end and marker[-1].dep_ == "prep" and not leads and PHRASE.match(words):
        return with_time(sentence, end)
    if announced and turn < end:
        return turn
    comma_less = leads and not (turn < sentence.end and sentence.doc[turn].is_punct)
    return end if end and (comma_less or stops(sentence, end, leads)) else turn


def with_time(sentence: Span, end: int) -> int:
    """`end`, moved over a `this turn` or `each round` that follows."""
    timed = sentence.doc[end : end + 2]
    said = len(timed) == 2 and timed[0].lower_ in ("this", "each") and timed[1].lower_ in TIMES
    return end + 2 if said and end + 2 <= sentence.end else end


def stops(sentence: Span, end: int, leads: bool) -> bool:
    """True where a part can end: before punctuation or a new clause, a leading part before punctuation alone.

    A trailing `if it moves or it is stopped` goes on: the parse often takes what follows such an
    `or` for a clause of its own.
    """
    rest = [token for token in sentence.doc[end : sentence.end] if token.text != '"']
    if not rest or leads:
        return not rest or rest[0].is_punct
    joins = next((token.lower_ for token in rest[:2] if token.text != ","), "")
    if joins == "or" or (rest[0].lower_ == "and" and any(token.dep_ in SUBJECTS for token in rest[1:4])):
        return False
    return bool(rest[0].is_punct or rest[0].dep_ == "mark" or rest[0].pos_ in ("CCONJ", "SCONJ"))


def subtree_end(marker: Span, sentence: Span) -> int:
    """The end of the subtree that a marker opens, 0 where the parse gives none that begins with it."""
    opener = marker[-1]
    tops = (opener.head, opener) if opener.dep_ in HEADED else (opener,)
    for top in tops:
        left, right = top.left_edge.i, top.right_edge.i + 1
        begins = marker.start <= left or (left == marker.start - 1 and sentence.doc[left].is_punct)
        if begins and marker.end < right <= sentence.end and top.dep_ != "ROOT":
            return int(right)
    return 0


def bounded(marker: Span, sentence: Span) -> int:
    """The end of `up to 3 spaces`: the number and the nouns after it."""
    doc, at = sentence.doc, int(marker.end)
    while at < min(sentence.end, marker.end + 4) and doc[at].pos_ not in ("NOUN", "PROPN", "PUNCT"):
        at += 1
    while at < sentence.end and (doc[at].pos_ in ("NOUN", "PROPN") or (doc[at].lower_ == "of" and at > marker.end)):
        at += 1
    return at


def next_turn(marker: Span, sentence: Span, leads: bool) -> int:
    """Where a part ends by its punctuation alone: a leading one at the comma, any at a turn such as `, but`.

    A leading one without a comma ends before the main verb.
    """
    depth, start = 0, marker.end
    if marker.end < sentence.end and sentence.doc[marker.end].text == ",":
        start = after_aside(marker.end, sentence)
    for token in sentence.doc[start : sentence.end]:
        depth += (token.text in "([") - (token.text in ")]")
        turns = token.i + 1 < sentence.end and token.nbor(1).lower_ in TURNS
        if depth <= 0 and (token.text in ";:" or (token.text == "," and (leads or turns))):
            return int(token.i)
    return before_verb(marker, sentence) if leads else int(sentence.end)


def after_aside(comma: int, sentence: Span) -> int:
    """The token after the comma that closes what `comma` opens: `when, during the wrap-up, you …`."""
    closing = (token.i for token in sentence.doc[comma + 1 : sentence.end] if token.text == ",")
    return next(closing, comma) + 1


def before_verb(marker: Span, sentence: Span) -> int:
    """Where the main verb begins after a marker and the clause that it opens, else the sentence's end."""
    verb = sentence.root
    said = [token for token in sentence.doc[marker.end : verb.i] if token.pos_ in ("VERB", "AUX")]
    if verb.i <= marker.end or verb.pos_ not in ("VERB", "AUX") or not said:
        return int(sentence.end)
    helpers = [child.i for child in verb.lefts if child.dep_ in ("aux", "auxpass") and child.i > marker.end]
    start = int(min([verb.i, *helpers]))
    return start if start > said[0].i else int(sentence.end)


def closing(marker: Span, sentence: Span) -> int:
    """The token that closes the quotation or bracket around a marker, else the sentence's end."""
    text, at = sentence.text, marker.start_char - sentence.start_char
    around = [end for start, end in (*quotations(text), *brackets(text)) if start < at < end]
    last = sentence.char_span(min(around) - 1, min(around), alignment_mode="expand") if around else None
    return int(last.start if last else sentence.end)


def quoted_whole(marker: Span, close: int, sentence: Span) -> bool:
    """True where a part would be all that a quotation inside the sentence holds: `powers of the kind "when …"`.

    Such words name the wording of a card; they are no condition of this sentence.
    """
    inside = marker.start > sentence.start + 1 and close < sentence.end
    return inside and {sentence.doc[marker.start - 1].text, sentence.doc[close].text} == {'"'}


def trimmed(sentence: Span, start: int, end: int) -> int:
    """`end` without the punctuation that closes a part; a quotation that the part opens is closed."""
    doc = sentence.doc
    if sum(token.text == '"' for token in doc[start:end]) % 2 and end < sentence.end:
        end = next((token.i + 1 for token in doc[end : sentence.end] if token.text == '"'), end)
    while end > start and doc[end - 1].is_punct and doc[end - 1].text not in ")]\"'":
        end -= 1
    return end


def covered(found: Iterable[Part], kinds: frozenset[str]) -> frozenset[int]:
    """The tokens that parts of some kinds hold."""
    return frozenset(at for part in found if part.kind in kinds for at in range(part.start, part.end))
