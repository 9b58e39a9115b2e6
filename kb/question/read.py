"""From a string to a question: the only door. What stands behind it takes the record.

`read` mends what was typed and understands it; other readings of the same question, masked or with one of two sides
alone, come from kb/question/derived.py. Texts without a corpus, samples of checks and tests, are read without a
vocabulary. What a text alone tells is understood once and kept.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from kb.question.alternatives import sides
from kb.question.asking import form_of
from kb.question.botpairs import pairs, unequal_said
from kb.question.claims import asking_sentence, claims_of_others, hearsay_behind, sentences, told
from kb.question.dates import dated
from kb.question.denied import negations
from kb.question.mending import mended, without_name
from kb.question.names import figure_names
from kb.question.normal import normalise
from kb.question.polarity import asked_clause, keeps, turns
from kb.question.quantities import quantities
from kb.question.stems import spoken
from kb.records.question import Question, Sentence, Span
from kb.words.gamenames import named_game
from kb.words.text import content_words
from kb.words.typography import Placed
from kb.words.vocabulary import Vocabulary

SECTION = re.compile(r"(?:\b(?:section|sec|rule|clause|paragraph|para)\s*\.?\s*|§\s*)(\d{1,3}(?:\.\d{1,3})*)", re.I)
AND = re.compile(r"(?<=\w )n(?= \w)|(?<=\w )'?n'(?= \w)")
WITH = re.compile(r"(?<![\w/])w/(?!o\b) ?(?=\w)", re.I)
WITHOUT = re.compile(r"(?<![\w/])w/o\b\.?", re.I)
LONGEST_QUESTION = 2_000
KEPT = 8_192


def read(text: str, vocabulary: Vocabulary | None = None, game: str | None = None) -> Question:
    """Read a question of at most LONGEST_QUESTION characters (the rest is not looked at), for `game` where it is known
    which."""
    normal = normalise(text, vocabulary.lexicon if vocabulary else None)
    draft = written_out(Placed(normal.text, normal.places).cut(0, min(len(normal.text), LONGEST_QUESTION)))
    if vocabulary is None:
        return replace(understood(draft.text), original=text, places=draft.places)
    named, where = named_game(draft.text, vocabulary.games, vocabulary.lexicon)
    rest = without_name(draft, where)
    mentions = vocabulary.terms.find(rest.text, game or named or None)
    figures = figure_names(rest.text, vocabulary.lexicon.printed)
    meant, corrections = mended(rest, mentions, vocabulary.lexicon, figures)
    return replace(
        understood(meant.text),
        original=text,
        places=meant.places,
        mentions=mentions,
        figures=figures,
        corrections=corrections,
        sections=tuple(SECTION.findall(rest.text)),
        game=named,
    )


def written_out(draft: Placed) -> Placed:
    """A text with its dates, a bot's `a!=b`, and the `n`, `w/` and `w/o` of hurried typing in words."""
    return unequal_said(dated(draft.sub(AND, "and").sub(WITH, "with ").sub(WITHOUT, "without")))


@lru_cache(maxsize=KEPT)
def understood(text: str) -> Question:
    """What a text tells by itself, nothing in it mended."""
    asking = _last(text, asking_sentence(text))
    claim = told(text)
    return Question(
        original=text,
        text=text,
        places=tuple(range(len(text) + 1)),
        words=spoken(text),
        content=tuple(content_words(text)),
        sentences=tuple(Sentence(span, span == asking or text[: span.end].endswith("?")) for span in sentences(text)),
        asking=asking,
        asked=_last(text, asked_clause(text)),
        claim=claim,
        hearsay=(*claims_of_others(text), *hearsay_behind(text)),
        quantities=quantities(text),
        negations=negations(text),
        turned=turns(text),
        keeps=keeps(text),
        form=form_of(text),
        operators=(),
        sides=tuple(sides(text)),
        pairs=pairs(text),
    )


def _last(text: str, part: str) -> Span:
    """Where a part of a text stands last; the whole text where there is none."""
    start = text.rfind(part) if part else -1
    return Span(start, start + len(part)) if start >= 0 else Span(0, len(text))
