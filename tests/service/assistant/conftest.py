"""The application over the tiny game, with a language model that a test scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.kb.answering.assisting.conftest import tiny_home
from tests.support.chat_server import ChatServer, Reply, chat_server

__all__ = ["tiny_home"]

Served = tuple[FlaskClient, ChatServer, Library]
Serve = Callable[..., Served]


@pytest.fixture
def serve(tiny_home: Path) -> Iterator[Serve]:
    """`serve(reply, **settings)`: a client of the application, the model's server, the library."""
    pytest.importorskip("openai")
    with ExitStack() as opened:

        def start(reply: Reply, **told: object) -> Served:
            server = opened.enter_context(chat_server(reply))
            chosen = {"assistant_url": server.url, "assistant_model": "scripted", "assistant_timeout": 2.0} | told
            library = Library(tiny_home)
            app = create_app(library, settings=Settings(rate_limit="off", **chosen))  # type: ignore[arg-type]
            library.warm_up()
            opened.callback(library.close)
            return app.test_client(), server, library

        yield start
