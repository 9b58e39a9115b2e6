"""Registering the commands with Discord: whatever goes wrong is one sentence, and none holds the bot's token."""

from __future__ import annotations

from http.client import RemoteDisconnected
from io import BytesIO
from urllib.error import URLError
from urllib.request import Request

import pytest
from click.testing import CliRunner

from kb.errors import UsageError
from service.bots.discord.commands import send
from service.commands.cli import cli


@pytest.mark.parametrize("token", ["se cret", "secret\nX-Other: 1", "sécret", "\n"])
def test_a_token_that_is_none_is_refused_without_being_shown(token: str) -> None:
    ran = CliRunner().invoke(cli, ["bots", "discord-register", "--application", "1", "--token", token])
    assert isinstance(ran.exception, UsageError)
    assert "cret" not in str(ran.exception)


@pytest.mark.parametrize(
    ("comes", "said"),
    [
        (TimeoutError(), "cannot be reached: TimeoutError"),
        (RemoteDisconnected(), "cannot be reached: RemoteDisconnected"),
        (URLError("no route"), "cannot be reached: no route"),
        (b"<html>", "is not Discord"),
        (b"3", "is not Discord"),
    ],
    ids=repr,
)
def test_whatever_comes_of_sending_is_one_sentence(monkeypatch: pytest.MonkeyPatch, comes: object, said: str) -> None:
    sent: list[str] = []

    def answered(asked: Request, timeout: float) -> BytesIO:
        sent.append(str(asked.get_header("Authorization")))
        if isinstance(comes, Exception):
            raise comes
        assert isinstance(comes, bytes)
        return BytesIO(comes)

    monkeypatch.setattr("urllib.request.urlopen", answered)
    with pytest.raises(UsageError, match=said):
        send("1", "secret\n")
    assert sent == ["Bot secret"]
