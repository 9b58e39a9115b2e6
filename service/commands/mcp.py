"""`headjudge mcp`."""

from __future__ import annotations

import click

from kb.errors import SnapshotError
from kb.home import current_version, home_dir


@click.command(epilog="Example: headjudge mcp (an assistant starts it: claude mcp add headjudge -- headjudge mcp)")
def mcp() -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    if current_version() is None:
        raise SnapshotError(f"there is no knowledge base in {home_dir()}: run headjudge build, then start this again")

    from service.mcp.server import create_server
    from service.server.assistants import told_assistant
    from service.server.library import Library

    library = Library(assistant=told_assistant())
    library.warm_up_behind()
    create_server(library).run("stdio")
