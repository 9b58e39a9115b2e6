"""What a text that only names something means: the section of a number, a word's definition, a card, or which cards.

Nothing is computed and nothing is guessed: where a name fits several cards they are listed, and where several games
have the number it is asked which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.answering.past import Past
from kb.knowledge import KnowledgeBase
from kb.question.texts.references import name_said, section_named
from kb.records import Card, Clause, Outcome, Term
from kb.records.question import Question
from kb.words.terms import tokens
from kb.words.text import STOP_WORDS, stem

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Found:
    """What was looked up: how it ended, its clauses in order, the cards that were meant, one sentence."""

    outcome: Outcome
    games: tuple[str, ...]
    clauses: tuple[Clause, ...]
    sentence: str
    cards: tuple[Card, ...] = ()


def looked_up(
    base: KnowledgeBase,
    question: Question,
    game: str | None = None,
    alone: bool = True,
    past: Past | None = None,
) -> Found | None:
    """What a text names; None where it asks something, or names nothing that is here. In a story, not `alone`, a name
    asks something of what is told. Its clauses are those of now, or as they were in the `past`."""
    chosen = game or question.game or None
    if number := section_named(question):
        found = _section(base, number, chosen, past) or _former(base, number, chosen)
        return found or _no_section(base, number, chosen)
    if clause := base.clause_at(question.original.strip()):
        return _clause(base, clause, past)
    found = _named(base, question, chosen, alone)
    return found if found is None or past is None else _then(found, past)


def _clause(base: KnowledgeBase, clause: Clause, past: Past | None) -> Found:
    """The clause that is named by its id: in the `past` what had that id then."""
    stand = past.stands.get(clause.document) if past is not None else None
    shown = stand.named(clause.id, clause) if stand is not None else clause
    sentence = f"{clause.id} in {base.title(clause.game)}: see below."
    found = Found(Outcome.CITED, (clause.game,), (shown or clause,), sentence)
    if past is None or (shown is not None and past.in_force(clause.document)):
        return found
    return _not_there(found, past)


def _then(found: Found, past: Past) -> Found:
    """What was looked up, as it was in the past."""
    clauses = tuple(past.clauses(found.clauses))
    return replace(found, clauses=clauses) if clauses or not found.clauses else _not_there(found, past)


def _not_there(found: Found, past: Past) -> Found:
    """That what was looked up was not there in the past."""
    first = found.clauses[0]
    title, day = past.document(first.document).title, past.day.isoformat()
    sentence = past.nothing(found.games[0]) or f"{title} had no {first.path} on {day}."
    return replace(found, outcome=Outcome.NOT_FOUND, clauses=(), sentence=sentence, cards=())


def _named(base: KnowledgeBase, question: Question, chosen: str | None, alone: bool) -> Found | None:
    """What a text names that is no number: a word, a card."""
    name = name_said(question) if alone else ""
    said = [token.word for token in tokens(name) if token.word not in STOP_WORDS]
    if not said:
        return None
    terms = [each.term for each in base.terms.find(name, chosen) if each.start == 0 and each.end == len(name)]
    cards = _titled(base, {term.name for term in terms if term.kind in ("card", "nickname")}, chosen)
    defined = [term for term in terms if term.clause and term.kind != "card"]
    if not cards and defined:
        return _defined(base, name, defined)
    cards = cards or _with_words(base, said, chosen)
    return _cards(base, cards) if cards else None


def _section(base: KnowledgeBase, number: str, game: str | None, past: Past | None) -> Found | None:
    """The clauses of a section and of those below it."""
    known = past.all(game) if past is not None else base.store.in_section(number, game)
    clauses = [each for each in known if within(each.section, number)]
    if not clauses and past is not None and (now := _section(base, number, game, None)):
        return _then(now, past)
    games = tuple(dict.fromkeys(each.game for each in clauses))
    if not games:
        return None
    if len(games) > 1:
        first = tuple(next(each for each in clauses if each.game == of) for of in games)
        titles = " or ".join(base.title(each) for each in games)
        return Found(Outcome.AMBIGUOUS, games, first, f"Section {number} of which game: {titles}?")
    title = base.document(clauses[0].document).title
    sentence = f"{base.title(games[0])}, {title}, {named(number, clauses)}: see below."
    return Found(Outcome.CITED, games, tuple(clauses), sentence)


def named(number: str, clauses: Sequence[Clause]) -> str:
    """What a section is called: the heading that bears its number, else its number with the heading it stands under."""
    own = re.compile(rf"{re.escape(number)}[.:)]*\s")
    for heading in (each for clause in clauses for each in clause.headings):
        if own.match(heading):
            return heading
    heading = clauses[0].headings[-1] if clauses[0].headings else ""
    return f"{number} ({heading})" if heading[:1].isdigit() else f"{number} {heading}".rstrip()


def _former(base: KnowledgeBase, number: str, game: str | None) -> Found | None:
    """What became of a number that no clause has any more, with the clause that has its words now."""
    for document, timeline in base.in_time.timelines.items():
        event = timeline.former(f"{document}#{number}")
        if event is None or game not in (None, timeline.document.game):
            continue
        after = event.change.after.id if event.change.after is not None else event.change.moved
        now = base.store.find_clause(after) if after else None
        found = (now,) if now is not None else ()
        outcome = Outcome.CITED if found else Outcome.NOT_FOUND
        return Found(outcome, (timeline.document.game,), found, base.in_time.former(f"{document}#{number}"))
    return None


def _no_section(base: KnowledgeBase, number: str, game: str | None) -> Found | None:
    """That a game has no such section; None where it is not told which game is meant."""
    if game is None:
        return None
    return Found(Outcome.NOT_FOUND, (game,), (), f"No document of {base.title(game)} has a section {number}.")


def within(section: str, number: str) -> bool:
    """Whether a section has a number or stands below it: 603.3 holds 603.3 itself, 603.3.1 and 603.3b."""
    if not section.startswith(number):
        return False
    rest = section[len(number) :]
    return not rest or rest[0] == "." or (rest.isalpha() and number[-1].isdigit())


def _defined(base: KnowledgeBase, name: str, terms: Sequence[Term]) -> Found:
    """The clauses that define a word, in each game that has it."""
    games = tuple(dict.fromkeys(term.game for term in terms))
    clauses = dict.fromkeys(each for term in terms for each in _defining(base, term))
    titles = [base.title(game) for game in games]
    where = f"{', '.join(titles[:-1])} and {titles[-1]}" if len(titles) > 1 else titles[0]
    said = "this clause is" if len(clauses) == 1 else "these clauses are"
    return Found(Outcome.CITED, games, tuple(clauses), f"“{name}” in {where}: {said} about it.")


def _defining(base: KnowledgeBase, term: Term) -> list[Clause]:
    """The clause of a word, and the others of its section where that is named after the word."""
    first = base.store.clause(term.clause)
    heading = {stem(token.word) for token in tokens(first.headings[-1] if first.headings else "")}
    forms = [{stem(token.word) for token in tokens(form)} for form in (term.name, *term.forms)]
    if not any(form and form <= heading for form in forms):
        return [first]
    known = base.store.in_section(first.section, term.game)
    return [first, *(each for each in known if each.section == first.section and each != first)]


def _titled(base: KnowledgeBase, titles: Iterable[str], game: str | None) -> tuple[Card, ...]:
    """The cards with these titles."""
    wanted = set(titles)
    return tuple(card for card in base.store.cards(game) if card.title in wanted) if wanted else ()


def _with_words(base: KnowledgeBase, said: Sequence[str], game: str | None) -> tuple[Card, ...]:
    """The cards whose names hold all these words, in any order; one that is no word of its own may be only begun."""
    found = []
    for card in base.store.cards(game):
        name = [token.word for token in tokens(card.title)]
        stems = {stem(word) for word in name}
        begun = {word for word in said if not base.lexicon.knows(word) and any(each.startswith(word) for each in name)}
        if all(stem(word) in stems or word in begun for word in said):
            found.append(card)
    return tuple(found)


def _cards(base: KnowledgeBase, cards: Sequence[Card]) -> Found:
    """One card with its words and rulings, or the list of those that are meant, nothing said of them."""
    games = tuple(dict.fromkeys(card.game for card in cards))
    about: dict[str, list[Clause]] = {card.title: [] for card in cards}
    for clause in sorted(base.store.on_subjects([*about], games), key=lambda each: games.index(each.game)):
        about[clause.subject].append(clause)
    if len(cards) == 1:
        said = f"{cards[0].title} ({base.title(games[0])}): its card and what is said about it."
        return Found(Outcome.CITED, games, tuple(about[cards[0].title]), said, tuple(cards))
    titles = [card.title for card in cards]
    more = f" and {len(titles) - MOST_NAMED} more" if len(titles) > MOST_NAMED else ""
    asked = f"Which card do you mean: {'; '.join(titles[:MOST_NAMED])}{more}?"
    first = tuple(clauses[0] for clauses in about.values() if clauses)
    return Found(Outcome.AMBIGUOUS, games, first, asked, tuple(cards))
