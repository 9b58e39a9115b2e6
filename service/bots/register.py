"""The routes of those chats for which the settings name a key."""

from __future__ import annotations

from apiflask import APIFlask

from kb.home import home_dir
from service.server.settings import Settings
from service.server.snapshots.library import EXTENSION


def register_bots(app: APIFlask, settings: Settings) -> None:
    """Add the routes; UsageError for a key that is none."""
    home = home_dir(app.extensions[EXTENSION].home)
    if settings.discord_key:
        from service.bots.discord import routes as discord
        from service.bots.signing import DiscordVerifier

        app.extensions[discord.VERIFIER] = DiscordVerifier(settings.discord_key, home)
        app.register_blueprint(discord.discord)
    if settings.slack_secret:
        from service.bots.signing import SlackVerifier
        from service.bots.slack import routes as slack

        app.extensions[slack.VERIFIER] = SlackVerifier(settings.slack_secret, home)
        app.extensions[slack.SEND] = slack.post
        app.register_blueprint(slack.slack)
