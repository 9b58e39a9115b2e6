"""The server in several processes, by gunicorn: what `headjudge serve --workers 2` runs.

They share what is read before they fork; each loads the encoder itself, behind its first answers, and has its solver
forked from one that is loaded beside the imports. Their metrics are added up.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError
from kb.rules.process.forkserver import Nursery

if TYPE_CHECKING:
    from apiflask import APIFlask

    from kb.home import SumsAhead
    from service.server.settings import Settings

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
TIMEOUT_S = 30


def serve_processes(settings: Settings, listener: int, summed: SumsAhead, ready: Callable[[str], None]) -> None:
    """Serve with `settings.workers` processes on the descriptor of a listening socket, until interrupted; `ready` is
    told the version once questions may come. UsageError where gunicorn does not run.

    The processes leave through here too, so a caller has nothing to end behind it.
    """
    try:
        from gunicorn.app.base import BaseApplication
    except ImportError:
        raise UsageError("several processes are gunicorn's, which is not installed or does not run here") from None
    counts = None if os.environ.get(COUNTS) else tempfile.mkdtemp(prefix="headjudge-metrics-")
    if counts:
        os.environ[COUNTS] = counts  # before prometheus_client is imported: it looks once
    nursery, parent = Nursery.ahead(), os.getpid()

    class Processes(BaseApplication):  # type: ignore[misc]
        """gunicorn, told all by its caller: no command line and no file of its own."""

        def load_config(self) -> None:
            for name, value in {
                "bind": f"fd://{listener}",
                "workers": settings.workers,
                "threads": settings.threads,
                "worker_class": "service.server.front.worker.FrontWorker",
                "preload_app": True,
                "timeout": TIMEOUT_S,
                "loglevel": "warning",
                "logger_class": "service.server.gunicornlog.Lines",
                "post_worker_init": warm_up_worker,
                "child_exit": forget_worker,
            }.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            app, version = preloaded(settings, summed, nursery)
            ready(version)
            return app

    try:
        Processes().run()
    finally:
        if os.getpid() == parent:
            if counts:
                shutil.rmtree(counts, ignore_errors=True)
            if nursery:
                nursery.close()


def preloaded(settings: Settings, summed: SumsAhead, nursery: Nursery | None) -> tuple[APIFlask, str]:
    """The app with its knowledge base read, to be forked, and the version; garbage is collected from here on."""
    from service.server.app import create_app
    from service.server.observing.logs import configure_logs, log_all
    from service.server.snapshots.library import Library

    configure_logs(questions=settings.log_questions)
    log_all()
    library = Library(check_limit_s=settings.time_limit, warm_on_use=True, summed=summed, nursery=nursery)
    app = create_app(library, settings=settings)
    version = library.prepare()
    gc.enable()
    return app, version


def warm_up_worker(worker: Any) -> None:
    """gunicorn's hook: load the encoder in the worker, behind the first answers."""
    worker.wsgi.extensions["headjudge"].warm_up_behind(pause_s=0.3)


def forget_worker(_server: Any, worker: Any) -> None:
    """gunicorn's hook: what a worker that has ended counted of the moment counts no more."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
