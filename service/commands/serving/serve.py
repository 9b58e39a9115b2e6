"""`headjudge serve`."""

from __future__ import annotations

import errno
import gc
import socket
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kb.home import SumsAhead
    from service.server.settings import Settings
    from service.server.snapshots.library import Library
    from service.web.pages.examples import Stored

BACKLOG = 1024


@click.command(epilog="Example: headjudge serve --host 0.0.0.0 --port 8000")
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes a free one.  [default: 8321]")
@click.option("--threads", type=click.IntRange(1, 64), help="Requests at a time, of each process.  [default: 8]")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; one for each core answers most.  [default: 1]")
@click.option(
    "--settings", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A TOML file of settings."
)
def serve(host: str | None, port: int | None, threads: int | None, workers: int | None, file: Path | None) -> None:
    """Serve the current knowledge base over HTTP until interrupted; a free port where the usual one is taken."""
    gc.disable()  # what is imported stays: looking through it for garbage takes a sixth of the start
    from kb.home import SumsAhead
    from service.server.process.memory import bound_arenas

    bound_arenas()
    summed = SumsAhead()
    from service.server.settings import load_settings

    asked = {"host": host, "port": port, "threads": threads, "workers": workers}
    given = {name: each for name, each in asked.items() if each is not None}
    settings = load_settings(file=file).model_copy(update=given)
    if settings.workers > 1:
        several(settings, summed)
    else:
        one(settings, summed)


def one(settings: Settings, summed: SumsAhead) -> None:
    """Serve from this process, with waitress."""
    from service.server.process.signals import ShutdownFlag

    shutdown = ShutdownFlag()
    from service.server.snapshots.library import Library

    library = Library(check_limit_s=settings.time_limit, summed=summed)
    version, query = opened(library)

    from service.server.app import create_app  # takes as long as the solver's process, which starts meanwhile
    from service.server.front.ending import serve_until
    from service.server.front.gate import gates
    from service.server.observing.logs import configure_logs, log_all

    configure_logs(questions=settings.log_questions)
    log_all()
    gc.enable()
    app = create_app(library, settings=settings)
    [server] = gates(app, settings, [bound(settings)])
    library.warm_up_behind()
    say_where(version, settings.host, server.effective_port, query)
    shutdown.wake = server.pull_trigger
    try:
        serve_until([server], lambda: shutdown.ended)
    finally:
        library.close()


def opened(library: Library) -> tuple[str, str]:
    """Open the snapshot and have its solver start; the version, and the query of a question to try. The base has a name
    in here only: one in the function that serves would keep it in memory once another has taken its place."""
    with library.reading() as base:
        base.checks.launch()
        return base.version, proposed(base.store)


def proposed(store: Stored) -> str:
    """The query of a question that some game here answers; empty where there is none to propose."""
    from service.web.pages.examples import examples_in, query_of

    return query_of(examples_in(store))


def proposed_of(version: str) -> str:
    """The same of a snapshot that other processes serve."""
    from kb.home import snapshots_dir
    from kb.snapshots.parts import open_store

    with closing(open_store(snapshots_dir() / version)) as store:
        return proposed(store)


def several(settings: Settings, summed: SumsAhead) -> None:
    """Serve from several processes, with gunicorn."""
    from service.server.process.processes import serve_processes

    listener = bound(settings)
    port = listener.getsockname()[1]

    def ready(version: str) -> None:
        say_where(version, settings.host, port, proposed_of(version))

    serve_processes(settings, listener.detach(), summed, ready=ready)


def say_where(version: str, host: str, port: int, query: str) -> None:
    """Print the address, and that of a question to try."""
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Headjudge serves {version} at http://{shown}:{port}/ (stop with Ctrl-C)")
    if query:
        click.echo(f"Try http://{shown}:{port}/api/v1/ask?{query}")


def bound(settings: Settings) -> socket.socket:
    """A socket at the address; where the port is taken and nobody chose it, on a free one. Whoever set a port, as an
    option, in the environment or in a file, has somebody look for the service there: ClickException where it is taken.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        if "port" in settings.model_fields_set or error.errno != errno.EADDRINUSE:
            raise click.ClickException(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from error
        return socket.create_server((settings.host, 0), family=family, backlog=BACKLOG)
