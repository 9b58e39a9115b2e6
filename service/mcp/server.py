"""The MCP server: tools that only read, over the same functions as every other face, and clauses as resources."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import ToolAnnotations
from pydantic import AfterValidator, Field

from kb.answering.answer import answer, rank
from kb.errors import HeadjudgeError, UsageError
from service.api.bodies import bounded
from service.api.factschema import fact_schema
from service.mcp import shapes
from service.server.library import Library
from service.show.naming import game_called
from service.show.present import answer_json, card_json, check_json, check_list_json, clause_json, hit_json
from service.show.quotes import LONGEST, verify

LONGEST_ID = 200
READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
INSTRUCTIONS = """\
Rules of tabletop and card games, as clauses. Ask a question with `ask`. To have a story's verdict computed and
proven, find the check with `list_checks`, translate the story into its facts (leave out what is not said) and call
`run_check`. State a verdict only where one was computed; where the outcome is depends, ask the player for the facts
listed. Quote clauses word for word with their id and pass every quote through `verify_quote` first."""
Game = Annotated[str | None, Field(description="A game's id or a name of it, for example vs-system.", max_length=100)]
Question = Annotated[str, Field(min_length=1, max_length=2_000)]
ClauseId = Annotated[
    str, Field(description="A clause's id, for example vs-system/heralds-faq#5.p2.", max_length=LONGEST_ID)
]
CheckId = Annotated[str, Field(description="A check's id, for example vs-system/attack-able.", max_length=LONGEST_ID)]
Facts = Annotated[
    dict[str, Any],
    Field(description="Facts by name, by the check's fact_schema.", max_length=200),
    AfterValidator(bounded),
]
Count = Annotated[int, Field(ge=1, le=50)]
R = TypeVar("R")


def create_server(library: Library) -> MCPServer[Any]:
    """The server over a library; nothing is opened before the first call."""
    server: MCPServer[Any] = MCPServer(
        "headjudge",
        title="Headjudge",
        instructions=INSTRUCTIONS,
        version=_version(),
        log_level="WARNING",
        subscriptions=False,
    )
    tools = Tools(library)
    titles: dict[Callable[..., Any], str] = {
        tools.ask: "Ask a rules question",
        tools.search: "Search clauses",
        tools.show_clause: "Show a clause",
        tools.show_card: "Show a card",
        tools.list_games: "List games",
        tools.list_checks: "List what can be computed",
        tools.run_check: "Compute a ruling from facts",
        tools.verify_quote: "Verify a quote",
    }
    for tool, title in titles.items():
        server.add_tool(refusing(tool), title=title, annotations=READ_ONLY, structured_output=True)
    clause = server.resource(
        "headjudge://clauses/{game}/{document}/{+path}",
        name="clause",
        title="A clause's words",
        description="The words of the clause game/document#path, with where they stand.",
        mime_type="text/plain",
    )
    clause(tools.clause_text)
    games = server.resource("headjudge://games", name="games", title="The games", mime_type="application/json")
    games(tools.list_games)
    return server


def _version() -> str:
    try:
        return version("headjudge")
    except PackageNotFoundError:
        return "0"


def refusing(tool: Callable[..., R]) -> Callable[..., R]:
    """The tool, its own errors told to the assistant in one sentence."""

    @wraps(tool)
    def told(*args: Any, **kwargs: Any) -> R:
        try:
            return tool(*args, **kwargs)
        except HeadjudgeError as error:
            raise ToolError(str(error)) from error

    return told


class Tools:
    """The tools, each one call of a function that the other faces use too."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def ask(
        self, question: Question, game: Game = None, limit: Count | None = None, as_of: date | None = None
    ) -> shapes.AnswerShape:
        """Answer a rules question: a computed verdict with its proof where there is one, and the clauses. A post that
        asks several things gets an answer to each; a section's number or a card's name shows what is written there."""
        with self.library.reading() as base:
            found = answer(base, question, game_called(base, game), limit, as_of, self.library.assistant)
            return shapes.AnswerShape.model_validate(answer_json(found))

    def search(self, query: Question, game: Game = None, limit: Count = 10) -> shapes.HitsShape:
        """List the clauses nearest to some words, without judging whether they answer anything."""
        with self.library.reading() as base:
            named = game_called(base, game)
            hits = rank(base, base.read(query, named), named, limit).hits
            return shapes.HitsShape.model_validate({"query": query, "hits": [hit_json(hit, base) for hit in hits]})

    def show_clause(self, clause: ClauseId) -> shapes.ClauseShape:
        """Show one clause with its source, neighbours, references and rulings."""
        with self.library.reading() as base:
            found = base.clause_at(clause.strip())
            if found is None:
                raise UsageError(f"there is no clause {clause!r}")
            return shapes.ClauseShape.model_validate(clause_json(found, base))

    def show_card(
        self, name: Annotated[str, Field(min_length=1, max_length=200)], game: Game = None
    ) -> shapes.CardsShape:
        """Show the cards that a name, a part of it or a nickname may mean, with wording and rulings."""
        with self.library.reading() as base:
            found = base.cards_named(name, game_called(base, game))
            if not found:
                raise UsageError(f"there is no card called {name!r}")
            return shapes.CardsShape.model_validate({"name": name, "cards": [card_json(each, base) for each in found]})

    def list_games(self) -> shapes.GamesShape:
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
            return shapes.GamesShape(games=listed)

    def list_checks(
        self,
        game: Game = None,
        words: Annotated[
            str, Field(description="Only checks whose id, title or wordings have these words.", max_length=300)
        ] = "",
        limit: Count = 10,
        offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0,
    ) -> shapes.ChecksShape:
        """List what can be computed, each check with the JSON Schema of its facts, those nearest to `words` first."""
        with self.library.reading() as base:
            known = game_called(base, game)
            found = [each for name in base.checks.games if known in (None, name) for each in base.checks.checks(name)]
            wanted = words.casefold().split()
            said = {each.full_id: f"{each.full_id} {each.title} {' '.join(each.wordings)}".casefold() for each in found}
            score = {name: sum(word in text for word in wanted) for name, text in said.items()}
            fitting = [each for each in found if not wanted or score[each.full_id]]
            fitting.sort(key=lambda each: -score[each.full_id])
            listed = []
            for each in fitting[offset : offset + limit]:
                schema = base.checks.model(each.game).schema
                shown = check_list_json(each, schema)
                del shown["facts"]
                listed.append(shown | {"fact_schema": fact_schema(each, schema)})
            return shapes.ChecksShape.model_validate({"checks": listed, "total": len(fitting)})

    def run_check(self, check: CheckId, facts: Facts) -> shapes.ResultShape:
        """Compute a ruling from facts: verdict, proof, what was assumed, and what to ask where it depends."""
        with self.library.reading() as base:
            return shapes.ResultShape.model_validate(check_json(base.checks.run(check, facts)))

    def verify_quote(
        self,
        quote: Annotated[str, Field(min_length=1, max_length=LONGEST)],
        clause: Annotated[
            str | None,
            Field(description="The clause's id; left out, all clauses are looked at.", max_length=LONGEST_ID),
        ] = None,
        game: Game = None,
    ) -> shapes.QuoteShape:
        """Tell whether a clause says this word for word, in whole sentences, with nothing that limits it left out."""
        with self.library.reading() as base:
            stored = base.clause_at(clause.strip()) if clause else None
            if clause and stored is None:
                raise UsageError(f"there is no clause {clause!r}")
            found = verify(base, quote, stored, game_called(base, game))
            return shapes.QuoteShape(
                verified=found.verified,
                reason=found.reason,
                clause=found.clause.id if found.clause else None,
                stored=found.clause.plain if found.clause else None,
                left_out=list(found.left_out),
                differences=[
                    shapes.DifferenceShape(quoted=each.quoted, clause=each.clause) for each in found.differences
                ],
                also_in=list(found.also_in),
                edition=base.edition,
            )

    def clause_text(self, game: str, document: str, path: str) -> str:
        """A clause's words and where they stand."""
        identifier = f"{game}/{document}#{path}"
        with self.library.reading() as base:
            found = base.store.find_clause(identifier) if len(identifier) <= LONGEST_ID else None
            if found is None:
                raise ResourceNotFoundError(f"there is no clause {identifier[:LONGEST_ID]}")
            place = base.document(found.document)
            heading = " > ".join(found.headings)
            return f"{found.plain}\n\n{found.id}, {heading}, {place.title}, {place.edition} edition\n"
