"""A Slack application's manifest: its commands, and where they are sent."""

from __future__ import annotations

from typing import Any

from kb.errors import UsageError

PATH = "/bots/slack"
COMMANDS = (
    ("/ruling", "Answer a rules question with the exact clauses", "[game:] question"),
    ("/clause", "Show a clause of a document", "game/document#path"),
    ("/card", "Show a card with its rulings", "any part of its name"),
)


def manifest(address: str) -> dict[str, Any]:
    """The manifest for a service at this address; UsageError unless it is https, as Slack asks."""
    if not address.startswith("https://"):
        raise UsageError(
            "Slack sends to https only: give the address that visitors use, for example https://judge.example"
        )
    url = address.rstrip("/") + PATH
    commands = [
        {"command": name, "description": said, "usage_hint": hint, "url": url, "should_escape": False}
        for name, said, hint in COMMANDS
    ]
    return {
        "display_information": {"name": "Headjudge", "description": "Rules questions, answered with the exact clauses"},
        "features": {"slash_commands": commands, "bot_user": {"display_name": "Headjudge", "always_online": True}},
        "oauth_config": {"scopes": {"bot": ["commands"]}},
        "settings": {"interactivity": {"is_enabled": True, "request_url": url}, "socket_mode_enabled": False},
    }
