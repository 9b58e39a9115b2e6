"""The definitions of Discord's commands, and how they are registered with an application."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

from kb.errors import UsageError

ENDPOINT = "https://discord.com/api/v10/applications/{}/commands"
TEXT, SLASH = 3, 1
EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
GAME = {"type": TEXT, "name": "game", "description": "Which game it is about", "autocomplete": True, "max_length": 100}


def definitions() -> list[dict[str, Any]]:
    """`/ruling question game`, `/clause id` and `/card name game`."""

    def command(name: str, said: str, *options: dict[str, Any]) -> dict[str, Any]:
        return {"type": SLASH, "name": name, "description": said, "options": list(options), **EVERYWHERE}

    def needed(name: str, said: str, longest: int, completed: bool = True) -> dict[str, Any]:
        found = {"type": TEXT, "name": name, "description": said, "required": True, "max_length": longest}
        return found | {"autocomplete": True} if completed else found

    question = needed("question", "In your own words", 1_000, False)
    identifier = needed("id", "Its id, or words that stand in it", 100)
    name = needed("name", "Any part of its name", 100)
    return [
        command("ruling", "Answer a rules question with the exact clauses", question, GAME),
        command("clause", "Show a clause of a document", identifier),
        command("card", "Show a card with its rulings", name, GAME),
    ]


def send(application: str, token: str, timeout_s: float = 20) -> int:
    """Replace an application's commands by these, and say how many there are; UsageError where Discord refuses, or
    cannot be reached. No message holds the token."""
    if not application.isdecimal():
        raise UsageError("an application's id is a number: see the application's page")
    token = token.strip()  # `DISCORD_TOKEN=$(cat token)` may bring an end of line
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise UsageError("a bot's token is letters, digits and dots, without blanks: see the application's page")
    asked = urllib.request.Request(
        ENDPOINT.format(application),
        data=json.dumps(definitions()).encode(),
        method="PUT",
        headers={
            "Authorization": f"Bot {token}",
            "Content-Type": "application/json",
            "User-Agent": "DiscordBot (headjudge, 1)",
        },
    )
    try:
        with urllib.request.urlopen(asked, timeout=timeout_s) as reply:
            return len(json.load(reply))
    except urllib.error.HTTPError as error:
        raise UsageError(f"Discord refused with {error.code}: {error.read(500).decode('utf-8', 'replace')}") from error
    except (OSError, HTTPException) as error:
        said = getattr(error, "reason", "") or type(error).__name__
        raise UsageError(f"Discord cannot be reached: {said}") from error
    except (ValueError, TypeError) as error:
        raise UsageError("what answers at Discord's address is not Discord: no list of commands came back") from error
