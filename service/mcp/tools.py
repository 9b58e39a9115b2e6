"""The tools, each one call of a function that the other faces use too, told shortly."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_types import CallToolResult

from kb.answering.answer import answer
from kb.answering.ranking import rank
from kb.errors import UsageError
from service.mcp.patience import PATIENCE_S, Patience
from service.mcp.short import shapes
from service.mcp.short.asked import answer_short
from service.mcp.short.batches import results_of
from service.mcp.short.checked import result_short
from service.mcp.short.computing import computed
from service.mcp.short.listed import SHOWN, check_shown, games_of, index_of, list_of
from service.mcp.short.named import check_named, clause_of, clause_today
from service.mcp.short.sizes import clauses_json, compact, documents_json
from service.mcp.short.told import card_short, clause_short, result
from service.mcp.taken.arguments import (
    CardName,
    CheckId,
    ClauseId,
    ClauseOrNone,
    Count,
    Day,
    Facts,
    Flag,
    Game,
    Question,
    Quote,
    Scenarios,
    Words,
)
from service.server.snapshots.library import Library
from service.show.naming import game_called
from service.show.quoting.quotes import verify

HITS, CLAUSES = 10, 3


class Tools:
    """The tools over a library; those that look for what a text means wait until it is warm, `patience_s` at most."""

    def __init__(self, library: Library, patience_s: float = PATIENCE_S) -> None:
        self.library = library
        self.patience = Patience(library, patience_s)

    def ask(
        self, question: Question, game: Game = None, limit: Count = None, as_of: Day = None, detail: Flag = None
    ) -> Annotated[CallToolResult, shapes.AnswerShape]:
        """Answer a rules question: a computed verdict where there is one, why, the clauses, what was read and what was
        not, and the checks to look at where it is silent. A post that asks several things gets an answer to each; a
        section's number or a card's name shows what is written there. `limit` clauses with their words (3); `detail`
        gives everything."""
        self.patience.wait()
        with self.library.reading() as base:
            found = answer(base, question, game_called(base, game), limit, as_of, self.library.assistant)
            told = answer_short(base, found, limit or CLAUSES, bool(detail), as_of)
            return result(told | by_words_alone(found.by_meaning))

    def search(
        self, query: Question, game: Game = None, limit: Count = None
    ) -> Annotated[CallToolResult, shapes.HitsShape]:
        """List the clauses nearest to some words, without judging whether they answer anything."""
        self.patience.wait()
        with self.library.reading() as base:
            named = game_called(base, game)
            hits = rank(base, base.read(query, named), named, limit or HITS).hits
            found = [(hit.clause, "") for hit in hits]
            told, others = clauses_json(found, 4_000)
            more = {"more_clauses": others, "documents": documents_json(base, found[: len(told)])}
            return result({"clauses": told, **compact(more), **by_words_alone(base.by_meaning)})

    def show_clause(self, clause: ClauseId, game: Game = None) -> Annotated[CallToolResult, shapes.ClauseShape]:
        """Show one clause with its source, neighbours, rulings, and what can be computed of it."""
        with self.library.reading() as base:
            return result(clause_short(base, clause_of(base, clause, game_called(base, game))))

    def show_card(self, name: CardName, game: Game = None) -> Annotated[CallToolResult, shapes.CardsShape]:
        """Show the cards that a name, a part of it or a nickname may mean, with wording and rulings."""
        with self.library.reading() as base:
            found = base.cards_named(name, game_called(base, game))
            if not found:
                raise UsageError(f"there is no card called {name!r}")
            return result({"name": name, "cards": [card_short(base, each) for each in found[:CLAUSES]]})

    def list_games(self) -> Annotated[CallToolResult, shapes.GamesShape]:
        """List the games with their documents, and how many checks each has."""
        with self.library.reading() as base:
            listed = [
                {
                    "id": game.id,
                    "title": game.title,
                    "names": list(game.spellings),
                    "documents": [each.id for each in base.documents.values() if each.game == game.id],
                    "checks": len(base.checks.checks(game.id)) if game.id in base.checks.games else 0,
                }
                for game in base.games
            ]
            return result({"games": listed})

    def list_checks(
        self, words: Words = None, game: Game = None, limit: Count = None
    ) -> Annotated[CallToolResult, shapes.ChecksShape]:
        """Find the checks that can settle a question, the likeliest first: `words` is the player's question, whole.
        Without it, the ids of all checks of a game."""
        if words and words.strip():
            self.patience.wait()
        with self.library.reading() as base:
            known = game_called(base, game)
            if words and words.strip():
                return result(list_of(base, words, known, limit or SHOWN) | by_words_alone(base.by_meaning))
            if known and known not in base.checks.games:
                return result({"checks": [], "note": f"Nothing can be computed of {base.title(known)} yet."})
            return result(index_of(base, known) if known else games_of(base))

    def show_check(self, check: CheckId, game: Game = None) -> Annotated[CallToolResult, shapes.CheckShape]:
        """Show one check: the JSON Schema of its facts, its clauses with their words, questions that it answers."""
        with self.library.reading() as base:
            return result(check_shown(base, check_named(base, check, game_called(base, game))))

    def run_check(
        self, check: CheckId, facts: Facts = None, facts_list: Scenarios = None, proof: Flag = None, game: Game = None
    ) -> Annotated[CallToolResult, shapes.ResultShape]:
        """Compute a ruling from facts: verdict, why, what was assumed and would turn it, what to ask where it depends,
        the clauses. `facts_list` runs several sets of facts at once; `proof` adds the steps."""
        with self.library.reading() as base:
            known = check_named(base, check, game_called(base, game))
            if facts_list:
                if facts:
                    raise UsageError("give facts or facts_list, not both")
                return result(results_of(base, known, facts_list))
            return result(result_short(base, computed(base, known, facts or {}), bool(proof)))

    def verify_quote(
        self, quote: Quote, clause: ClauseOrNone = None, game: Game = None
    ) -> Annotated[CallToolResult, shapes.QuoteShape]:
        """Tell whether a clause says this word for word, in whole sentences that stand by themselves, with nothing that
        limits them left out; if not, for which words, and what to quote instead."""
        with self.library.reading() as base:
            named = game_called(base, game)
            stored = clause_today(base, clause, named) if clause and clause.strip() else None
            found = verify(base, quote, stored, named)
            shown: dict[str, Any] = {
                "verified": found.verified,
                "reason": found.reason,
                "clause": found.clause.id if found.clause else None,
                "word": found.word,
                "quote": found.quote,
                "stored": found.clause.plain if found.clause and not found.verified and not found.quote else "",
                "left_out": list(found.left_out) if found.verified else [],
                "differences": [{"quoted": each.quoted, "clause": each.clause} for each in found.differences],
                "also_in": list(found.also_in[:HITS]),
                "edition": base.edition,
            }
            return result(compact(shown, ("verified", "reason", "clause", "edition")))


def by_words_alone(by_meaning: bool) -> dict[str, bool]:
    """Says so where clauses and checks were not found by meaning too; nothing where they were."""
    return {} if by_meaning else {"by_words_alone": True}
