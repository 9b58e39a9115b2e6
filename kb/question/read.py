"""From a string to a question: the only door. What stands behind it takes the record.

`read` mends what was typed and understands it; other readings of the same question, masked or with one of two sides
alone, come from kb/question/derived.py. Texts without a corpus, samples of checks and tests, are read without a
vocabulary. What a text alone tells is understood once and kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kb.question.alternatives import sides
from kb.question.asking import asked_clause, asking_sentence
from kb.question.claims import claim_of, hearsay
from kb.question.form import form_of
from kb.question.lettercache import by_letters
from kb.question.measures import measures_in
from kb.question.negation import keeps, negations
from kb.question.operators import operators
from kb.question.pairs import pairs, unequal_said
from kb.question.patterns import pattern
from kb.question.quantities import quantities
from kb.question.sentences import sentences, without_asides
from kb.question.turning import turned
from kb.question.written.dates import dated
from kb.question.written.mending import mended, whole_names, without_name
from kb.question.written.names import figure_names
from kb.question.written.normal import normalise
from kb.question.written.stems import spoken
from kb.question.written.tags import untagged
from kb.records.question import Measures, Question, Sentence, Span
from kb.words.gamenames import named_game
from kb.words.lexicon import Lexicon
from kb.words.text import content_words
from kb.words.typography import Placed
from kb.words.vocabulary import Vocabulary

find = partial(pattern, "typing")

LONGEST_QUESTION = 2_000
LETTERS_KEPT = 200_000
LETTER_BYTES = 64
"""What is kept of a text takes about so many bytes for each of its letters."""
PLACES = tuple(range(LONGEST_QUESTION + 1))


def read(text: str, vocabulary: Vocabulary | None = None, game: str | None = None) -> Question:
    """Read a question of at most LONGEST_QUESTION characters (the rest is not looked at), for `game` where it is known
    which. Who asks whether he may do it more than once asks about the second time."""
    if vocabulary is None:
        return alone(text)
    draft = drafted(text, vocabulary.lexicon).sub(find("once-more"), "a second time")
    named, where = named_game(draft.text, vocabulary.games, vocabulary.lexicon)
    rest = without_name(draft, where)
    found = vocabulary.terms.find(rest.text, game or named or None)
    figures = figure_names(rest.text, vocabulary.lexicon.printed)
    meant, mentions, corrections = mended(rest, found, vocabulary.lexicon, figures)
    return replace(
        understood(whole_names(meant.text, mentions), measures_in(meant.text, vocabulary.lexicon.measures)),
        original=text,
        text=meant.text,
        places=meant.places,
        mentions=mentions,
        figures=figures,
        corrections=corrections,
        sections=tuple(hit["number"] for hit in find("section").finditer(rest.text)),
        game=named,
    )


@by_letters(LETTERS_KEPT // 4)
def alone(text: str, measures: Measures = ()) -> Question:
    """A text that is read without a vocabulary; `measures` are the games' stats and things that it names."""
    draft = drafted(text)
    return replace(understood(draft.text, measures), original=text, places=draft.places)


def drafted(text: str, lexicon: Lexicon | None = None) -> Placed:
    """The first LONGEST_QUESTION characters of a text in its one form (kb/question/written)."""
    normal = normalise(text, lexicon)
    return written_out(Placed(normal.text, normal.places).cut(0, min(len(normal.text), LONGEST_QUESTION)))


def written_out(draft: Placed) -> Placed:
    """A text with its dates, a bot's `a!=b`, and the `n`, `w/` and `w/o` of hurried typing in words; what it orders to
    be told, `State the range.`, is asked, `nothing stated` is what no text says, `is it not so` asks whether it is,
    `more then` a number is more than it, and `…, does it?` behind a "not" asks whether it does."""
    draft = draft.sub(find("then-for-than"), lambda hit: f"{hit['more']}than")
    draft = draft.sub(find("and"), "and").sub(find("with"), "with ").sub(find("without"), "without")
    draft = draft.sub(find("nothing-stated"), "no text says otherwise").sub(find("is-it-not-so"), "is it so")
    draft = draft.sub(find("orders"), lambda hit: "what is " if hit["thing"] is not None else "")
    return untagged(unequal_said(dated(draft)))


@by_letters(LETTERS_KEPT)
def understood(text: str, measures: Measures = ()) -> Question:
    """What a text tells by itself, nothing in it mended; `measures` are the games' stats and things that it names."""
    words, numbers = spoken(text), quantities(text)
    spans = sentences(text)
    asking = asking_sentence(text, spans)
    asks = asking or Span(0, len(text))
    claim = claim_of(text, spans, asking)
    aside = without_asides(text)
    asked = asked_clause(aside, asking, claim)
    denied = negations(text, words)
    return Question(
        original=text,
        text=text,
        places=PLACES[: len(text) + 1] if len(text) < len(PLACES) else tuple(range(len(text) + 1)),
        words=words,
        content=tuple(content_words(text)),
        sentences=tuple(Sentence(span, span == asking or text.endswith("?", 0, span.end)) for span in spans),
        asking=asks,
        asked=asked,
        claim=claim,
        hearsay=tuple(hearsay(text, spans, asking, claim)),
        quantities=numbers,
        negations=denied,
        turned=turned(aside, asked, claim, denied),
        keeps=keeps(text),
        form=form_of(text, asking, measures),
        operators=operators(aside, claim.span if claim else asks, asked, numbers),
        sides=sides(text, asks),
        pairs=pairs(text),
        measures=measures,
    )
