"""`headjudge serve`."""

from __future__ import annotations

import errno

import click
from click.core import ParameterSource


@click.command(epilog="Example: headjudge serve --host 0.0.0.0 --port 8000")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8321, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64), help="Requests at a time.")
@click.pass_context
def serve(context: click.Context, host: str, port: int, threads: int) -> None:
    """Serve the current knowledge base over HTTP until interrupted; a free port where the usual one is taken."""
    from waitress.server import create_server

    from service.app import create_app
    from service.library import Library

    library = Library()
    with library.reading() as base:
        version = base.version
    chosen = context.get_parameter_source("port") is not ParameterSource.DEFAULT
    app = create_app(library)
    try:
        server = create_server(app, host=host, port=port, threads=threads)
    except OSError as error:
        if chosen or error.errno != errno.EADDRINUSE:
            raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from error
        server = create_server(app, host=host, port=0, threads=threads)
    library.warm_up_behind()
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Headjudge serves {version} at http://{shown}:{server.effective_port}/ (stop with Ctrl-C)")
    click.echo(f"Try http://{shown}:{server.effective_port}/api/v1/ask?q=can+i+pull+a+large+enemy")
    try:
        server.run()
    finally:
        library.close()
