"""The language model that the settings name: for the server, its bots and assistants, and the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kb.home import home_dir, store_address

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant
    from service.server.settings import Settings

SHARE = 4
"""One of so many threads may be with the model at once, and twice as many wait for it: the others serve pages."""


def assistant_of(settings: Settings, home: Path | None = None) -> Assistant | None:
    """The language model of these settings, None where questions are read by words; its disagreements are listed in the
    home folder, and its replies shared where servers share a database."""
    if settings.reader == "words" or not settings.assistant_url:
        return None
    from kb.answering.assisting.assistant import Assistant
    from kb.answering.assisting.disagreements import Disagreements
    from kb.answering.assisting.sharedreplies import SharedReplies
    from kb.readers.assistant.wire import ChatModel

    chat, address = ChatModel(settings.assistant_url, settings.assistant_model, settings.assistant_key), store_address()
    by = SharedReplies(chat, address) if address else chat
    share = max(1, settings.threads // SHARE)
    return Assistant(by, settings.assistant_timeout, share, 2 * share, Disagreements(home_dir(home)))


def told_assistant(environ: Mapping[str, str] | None = None) -> Assistant | None:
    """The same by the process' own environment and settings file; quick where nothing is set."""
    environ = os.environ if environ is None else environ
    usual = home_dir() / "headjudge.toml"
    told = any(name in environ for name in ("HEADJUDGE_ASSISTANT_URL", "HEADJUDGE_READER", "HEADJUDGE_SETTINGS"))
    if not told and not usual.is_file():
        return None
    from service.server.settings import load_settings

    return assistant_of(load_settings(environ))
