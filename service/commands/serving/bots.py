"""`headjudge bots`."""

from __future__ import annotations

import click

from service.commands.options import print_json


@click.group(epilog="Example: headjudge bots discord-register")
def bots() -> None:
    """Set up what chats need to know of this service."""


@bots.command("discord-register", epilog="Example: headjudge bots discord-register --application 1234567890")
@click.option("--application", metavar="ID", help="Send them for this application, with the bot's token.")
@click.option("--token", envvar="DISCORD_TOKEN", metavar="TOKEN", help="The bot's token.  [default: DISCORD_TOKEN]")
def discord_register(application: str | None, token: str | None) -> None:
    """Print the definitions of the Discord commands, or send them to Discord."""
    from service.bots.discord.commands import definitions, send

    if application is None:
        print_json(definitions())
    elif not token:
        raise click.UsageError("sending needs the bot's token: set DISCORD_TOKEN, or give --token")
    else:
        click.echo(f"{send(application, token)} commands are registered")


@bots.command("slack-manifest", epilog="Example: headjudge bots slack-manifest https://judge.example")
@click.argument("address")
def slack_manifest(address: str) -> None:
    """Print a Slack application's manifest for a service at this address."""
    from service.bots.slack.manifest import manifest

    print_json(manifest(address))
