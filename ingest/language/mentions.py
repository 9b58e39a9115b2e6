"""Find the cards and words of a game in its clauses.

Names are matched on spaCy's tokens, blind to case and to the shape of quotes. Words of the game
match in their inflections too (`underling`, `underlings`; `stun`, `stunned`), which are spelled
out here: a lemmatizer would need the model and decides by context, so that it misses `stunned` as
an adjective (docs/decisions/0001-spacy-pipeline.md). The longest match wins. A name of one word
that is written with a capital matches only with one: `Press` the card is not to `press your luck`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ingest.language.loaded import folded, phrases, tokenizer
from kb.records import Clause, Mention, Term

if TYPE_CHECKING:
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Span

NAMES = frozenset(("card", "mentioned-card", "nickname", "version"))
DOUBLING = re.compile(r"(?:^|[^aeiou])[aeiou][bdgmnpt]$")
SIBILANT = re.compile(r"(?:s|x|z|ch|sh|[^aeiou]o)$")
IRREGULAR = {"die": ("dice",), "deal": ("dealt",), "draw": ("drew", "drawn"), "lose": ("lost",), "spend": ("spent",)}


def find_mentions(clauses: Iterable[Clause], terms: Iterable[Term]) -> tuple[Mention, ...]:
    """Every mention of the terms of a clause's own game, in order of clause and place.

    Where several terms share the words (two cards of one name), each is a mention, unless one of
    them is the card whose entry the clause stands in: then only that one.
    """
    by_game: dict[str, dict[str, Term]] = defaultdict(dict)
    for term in terms:
        by_game[term.game][term.id] = term
    read = tuple(clauses)
    matchers = {game: matcher(by_game[game].values()) for game in {clause.game for clause in read} & by_game.keys()}
    return tuple(
        mention
        for clause in read
        if clause.game in matchers
        for mention in mentions_in(clause, matchers[clause.game], by_game[clause.game])
    )


def matcher(terms: Iterable[Term]) -> PhraseMatcher:
    """A matcher for every wording of the terms."""
    return phrases(tokenizer(), ((term.id, sorted(wordings(term))) for term in terms))


def wordings(term: Term) -> set[str]:
    """A term's name and forms, quotes folded; with their inflections unless it is a name."""
    given = {folded(form).strip() for form in (term.name, *term.forms)} - {""}
    return given if term.kind in NAMES else given | {inflected for form in given for inflected in inflections(form)}


def inflections(form: str) -> Iterator[str]:
    """The inflections of a form's last word by the rules of English spelling, as noun and as verb."""
    head, _, word = form.rpartition(" ")
    lead = f"{head} " if head else ""
    lower = word.lower()
    if len(word) < 2 or not word.isalpha() or word.isupper():
        return
    if lower.endswith("man"):
        yield lead + word[:-2] + "en"
    stem = word[:-1] if lower.endswith("e") else word + word[-1] if DOUBLING.search(lower) else word
    third = word[:-1] + "ies" if re.search(r"[^aeiou]y$", lower) else word + ("es" if SIBILANT.search(lower) else "s")
    past = word[:-1] + "ied" if third.endswith("ies") else stem + "ed"
    yield from (lead + ending for ending in (third, past, stem + "ing", *IRREGULAR.get(lower, ())))


def mentions_in(clause: Clause, find: PhraseMatcher, terms: Mapping[str, Term]) -> Iterator[Mention]:
    """The mentions in one clause's plain text."""
    doc = tokenizer().make_doc(folded(clause.plain))
    by_place: dict[tuple[int, int], list[Term]] = defaultdict(list)
    for span in find(doc, as_spans=True):
        term = terms[span.label_]
        if fits(span, term):
            by_place[span.start_char, span.end_char].append(term)
    for start, end in longest(by_place):
        shared = sorted(by_place[start, end], key=lambda term: term.id)
        own = [term for term in shared if clause.subject in (term.name, *term.forms)] if clause.subject else []
        yield from (Mention(clause.id, term.id, start, end) for term in own or shared)


def fits(span: Span, term: Term) -> bool:
    """False where a name of one word that has a capital is written without."""
    lower = span.text.lower()
    capital = any(form[:1].isupper() for form in (term.name, *term.forms) if form.lower() == lower)
    return " " in lower or not capital or span.text[:1].isupper()


def longest(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places that overlap no longer one, in order; of two equally long ones the first stays."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(places, key=lambda place: (place[0] - place[1], place[0])):
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end))
    return sorted(kept)
