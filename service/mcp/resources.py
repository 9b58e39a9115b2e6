"""What an assistant can be given to read without a tool: clauses, cards and checks by their addresses; prompts."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from pydantic import Field

from kb.errors import HeadjudgeError, UsageError
from service.mcp.short.listed import check_shown
from service.mcp.short.named import check_named, clause_of
from service.mcp.short.sizes import written
from service.mcp.short.told import card_short
from service.mcp.taken.arguments import LONGEST_ID
from service.server.snapshots.library import Library

RULING = """\
A player asks: {question}

Answer as a judge of the game{game}. Call `ask` with the question as it stands. Where a verdict comes back, look at what
was read, at `unread` and `turned_by`, and correct a fact with `run_check` where it was read wrongly. Where none comes
back, look at `also` or call `list_checks` with the question, then `show_check`, translate the story into the check's
facts (leave out what it does not say) and call `run_check`. Where the outcome is depends, ask the player for the facts
listed. State a verdict only where one was computed or a clause says so; say that the rules do not settle it where
neither does. Quote clauses in whole sentences with their id and pass each quote through `verify_quote`."""
VERIFYING = """\
Here is a ruling: {ruling}

Check it against the rules. Find the clauses that it rests on with `ask` and `search`; pass each quote in it through
`verify_quote`; compute its verdict with `run_check`. Say what is confirmed, what is not, and quote the clause."""
Text = Annotated[str, Field(max_length=2_000)]


class Resources:
    """Clauses, cards and checks of a library, as texts."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def clause(self, game: str, document: str, path: str) -> str:
        """A clause's words and where they stand."""
        identifier = f"{game}/{document}#{path}"[:LONGEST_ID]
        with self.library.reading() as base:
            found = _found(lambda: clause_of(base, identifier))
            place = base.document(found.document)
            heading = " > ".join(found.headings)
            return f"{found.plain}\n\n{found.id}, {heading}, {place.title}, {place.edition} edition\n"

    def card(self, game: str, name: str) -> str:
        """A card with its wording and rulings, as JSON."""
        with self.library.reading() as base:
            by_id = [each for each in base.store.cards(game) if each.id.partition("#")[2] == name]
            cards = by_id or list(base.cards_named(name.replace("-", " "), game))
            if not cards:
                raise ResourceNotFoundError(f"there is no card {game}/{name}"[:LONGEST_ID])
            return written(card_short(base, cards[0]))

    def check(self, game: str, name: str) -> str:
        """A check with its facts' schema and its clauses, as JSON."""
        with self.library.reading() as base:
            return written(check_shown(base, _found(lambda: check_named(base, f"{game}/{name}"[:LONGEST_ID]))))


def _found(find: Any) -> Any:
    """What is found; else the protocol's own error."""
    try:
        return find()
    except (HeadjudgeError, UsageError) as error:
        raise ResourceNotFoundError(str(error)) from error


def add_resources(server: MCPServer[Any], library: Library) -> None:
    """Clauses, cards and checks as `headjudge://clause/…`, `card/…`, `check/…`."""
    resources = Resources(library)
    server.resource(
        "headjudge://clause/{game}/{document}/{+path}",
        name="clause",
        title="A clause's words",
        description="The words of the clause game/document#path, with where they stand.",
        mime_type="text/plain",
    )(resources.clause)
    server.resource(
        "headjudge://card/{game}/{name}",
        name="card",
        title="A card",
        description="A card with its wording in force and its rulings; its name with hyphens.",
        mime_type="application/json",
    )(resources.card)
    server.resource(
        "headjudge://check/{game}/{name}",
        name="check",
        title="What can be computed",
        description="A check with the schema of its facts and its clauses.",
        mime_type="application/json",
    )(resources.check)


def add_prompts(server: MCPServer[Any]) -> None:
    """The ways to use the tools, for a client's menu."""

    @server.prompt(name="ruling", title="Give a ruling", description="Answer a rules question with clauses and proof.")
    def ruling(question: Text, game: Text = "") -> str:
        return RULING.format(question=question, game=f" {game}" if game else "")

    @server.prompt(name="verify-ruling", title="Check a ruling", description="Check somebody's ruling and its quotes.")
    def verify_ruling(ruling: Text) -> str:
        return VERIFYING.format(ruling=ruling)
