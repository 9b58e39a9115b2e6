"""Split a clause's plain text into sentences, by rules on spaCy's tokens.

A sentence ends at a full stop, question mark, exclamation mark or ellipsis (with the quotes and
brackets that close after it) where the next word can open a sentence. It never ends

- inside a protected name: `Dr. Doom`, `Live Kree . . . or Die!`;
- inside quotation marks or round brackets: what a card says is quoted whole, and so is `(See page 8.)`;
- after an abbreviation or the initial of a name: `vs.`, `p. 14`, `John B. Smith`;
- after the number or letter that opens a list item: `1. Name`.

A dash after a full stop belongs to what follows it: `Villain attacks. - During this step …`.

Measured against the model's own parser and senter: docs/decisions/0001-spacy-pipeline.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.language.loaded import folded, phrases, tokenizer, vocabulary

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

ENDS = re.compile(r"[.!?…]$")
CLOSERS = frozenset("\"')]}")
DASHES = frozenset("-–—")
CANNOT_OPEN = re.compile(r"[a-z,;:.!?%…)\]}/–—-]")
ABBREVIATIONS = vocabulary("dr mr mrs ms prof st jr sr vs cf e.g i.e ca approx incl")
BEFORE_NUMBERS = vocabulary("p pp pg no nos vol fig ch sec max min")
INITIAL = re.compile(r"[A-Z]\.")
QUOTE = re.compile(r"(?P<open>(?<![^\s(\[{—–-])\"(?=\S))|(?P<close>\")")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a clause's plain text at `[start, end)`."""

    start: int
    end: int
    text: str


class Splitter:
    """Splits texts of one game: `names` are its card names; `nlp` is the pipeline that reads the sentences next."""

    def __init__(self, names: Iterable[str] = (), nlp: Language | None = None) -> None:
        self.nlp = nlp or tokenizer()
        stopped = {folded(name) for name in names if re.search(r"[.!?…]", name)}
        self._names = phrases(self.nlp, [("name", sorted(stopped))] if stopped else [])

    def doc(self, text: str) -> Doc:
        """The text's tokens (quotes straightened), each marked as opening a sentence or not.

        A parser that runs next keeps within these sentences, because no mark is left open.
        """
        doc = self.nlp.make_doc(folded(text))
        shut = {at for start, end in self._shut(doc) for at in range(start + 1, end)}
        for token in doc:
            token.is_sent_start = token.i == 0 or (token.idx not in shut and opens_sentence(token))
        return doc

    def split(self, text: str) -> tuple[Sentence, ...]:
        """The sentences of a text, in order; only blanks stand between them."""
        spans = [(span.start_char, span.end_char) for span in self.doc(text).sents] if text else []
        return tuple(Sentence(start, end, text[start:end]) for start, end in spans)

    def _shut(self, doc: Doc) -> Iterator[tuple[int, int]]:
        """The stretches of characters in which no sentence opens."""
        yield from quotations(doc.text)
        yield from brackets(doc.text)
        if len(self._names):
            yield from ((span.start_char, span.end_char) for span in self._names(doc, as_spans=True))


def opens_sentence(token: Token) -> bool:
    """True where what stands before a token ends a sentence and the token can open the next one.

    The tokens before it must be marked already.
    """
    dash = token.text in DASHES and token.whitespace_ and token.i + 1 < len(token.doc)
    opener = token.nbor(1) if dash else token
    if CANNOT_OPEN.match(opener.text) or (token.text in CLOSERS and not token.nbor(-1).whitespace_):
        return False
    at = token.i - 1
    while at > 0 and token.doc[at].text in CLOSERS:
        at -= 1
    last = token.doc[at]
    return bool(ENDS.search(last.text)) and not (abbreviates(last, token) or numbers_list(last))


def abbreviates(stop: Token, after: Token) -> bool:
    """True where a full stop marks an abbreviation or an initial: the sentence goes on."""
    if INITIAL.fullmatch(stop.text):
        named = stop.i > 0 and stop.nbor(-1).text.istitle() and after.text.istitle()
        return named and not after.is_stop
    word = stop.text[:-1] if len(stop.text) > 1 else stop.nbor(-1).text if stop.i else ""
    lower = word.lower()
    return lower in ABBREVIATIONS or (lower in BEFORE_NUMBERS and after.like_num)


def numbers_list(stop: Token) -> bool:
    """True for the full stop after the number or letter that opens a text or a sentence: `1.`, `a.`."""
    if stop.i == 0:
        return len(stop.text) == 2
    number = stop.nbor(-1)
    return bool(number.text.isdigit() and number.is_sent_start)


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """The quoted stretches of a text with straight quotes; a quote that opens twice or never closes is no quotation."""
    opened = -1
    for mark in QUOTE.finditer(text):
        if mark["open"]:
            opened = mark.start()
        elif opened >= 0:
            yield opened, mark.end()
            opened = -1


def brackets(text: str) -> Iterator[tuple[int, int]]:
    """The outermost stretches in round brackets that close."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character == "(":
            opened.append(at)
        elif character == ")" and opened:
            start = opened.pop()
            if not opened:
                yield start, at + 1
