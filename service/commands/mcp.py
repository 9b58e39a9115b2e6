"""`headjudge mcp`."""

from __future__ import annotations

import click


@click.command(epilog="Example: headjudge mcp, for instance as: claude mcp add headjudge -- headjudge mcp")
def mcp() -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    from service.mcp.server import create_server
    from service.server.assistants import told_assistant
    from service.server.library import Library

    library = Library(assistant=told_assistant())
    library.warm_up_behind()
    create_server(library).run("stdio")
