"""`headjudge mcp`."""

from __future__ import annotations

import click

from kb.errors import SnapshotError
from kb.home import current_version, home_dir


@click.command(epilog="Example: headjudge mcp (an assistant starts it: claude mcp add headjudge -- headjudge mcp)")
@click.option(
    "--install", "name", metavar="NAME", help="Write Headjudge into a client's configuration; `list` names the clients."
)
@click.option("--yes", is_flag=True, help="With --install: do not ask first.")
@click.option("--curate", "game", metavar="GAME", help="Serve the tools that model this game's rules, in its folder.")
def mcp(name: str | None, yes: bool, game: str | None) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    if game is not None:
        curate(game)
        return
    if name is not None:
        install(name, yes)
        return
    if current_version() is None:
        raise SnapshotError(f"there is no knowledge base in {home_dir()}: run headjudge build, then start this again")

    from service.mcp.server import create_server
    from service.server.assistants import told_assistant
    from service.server.snapshots.library import Library

    library = Library(assistant=told_assistant())
    library.warm_up_behind()
    try:
        create_server(library).run("stdio")
    finally:
        library.close()


def curate(game: str) -> None:
    """Serve the tools of a game's curator."""
    from ingest.adding.curate import INSTRUCTIONS, Curator
    from service.mcp.curating import TITLES, create_curator

    curator = Curator(game)
    tools = {each: getattr(curator, each) for each in TITLES}
    create_curator(tools, curator.folder.name, INSTRUCTIONS).run("stdio")


def install(name: str, yes: bool) -> None:
    """Show what is to be written into a client's configuration, and write it where that is wanted."""
    from service.mcp.clients.install import CLIENTS, change

    if name == "list":
        for known, client in CLIENTS.items():
            click.echo(f"{known:16}{client.title}: {client.place()}")
        return
    found = change(name)
    if not found.needed:
        click.echo(f"{found.path} has Headjudge already.")
        return
    click.echo(f"{found.path}{'' if found.before else ' (new)'} gets:\n\n{found.added}\n")
    if yes or click.confirm("Write it? What else stands there is kept."):
        change(name).write()  # read anew: a client that runs writes its own file at any time
        click.echo(f"Written. Start {CLIENTS[name].title} anew, then ask it a rules question.")
