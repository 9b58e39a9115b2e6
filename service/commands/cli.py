"""The command `headjudge`: each subcommand is imported only when it is called, so that asking stays quick."""

from __future__ import annotations

import importlib
import sys
from typing import cast

import click

from kb.errors import HeadjudgeError, SnapshotError
from kb.home import current_version, store_address
from service.commands.space import require_space

COMMANDS = {
    "add": "service.commands.games.add:add",
    "ask": "service.commands.ask:ask",
    "bots": "service.commands.serving.bots:bots",
    "build": "service.commands.games.build:build",
    "check": "service.commands.check:check",
    "checks": "service.commands.check:checks",
    "completion": "service.commands.completion:completion",
    "coverage": "service.commands.check:coverage_command",
    "diff": "service.commands.diff:diff",
    "disagreements": "service.commands.quality.disagreements:disagreements",
    "eval": "service.commands.quality.evaluate:evaluate",
    "fit": "service.commands.quality.fit:fit",
    "lint": "service.commands.games.corpus:lint",
    "mcp": "service.commands.serving.mcp:mcp",
    "new-check": "service.commands.games.new_check:new_check",
    "pin": "service.commands.games.corpus:pin",
    "reports": "service.commands.quality.reports:reports",
    "search": "service.commands.search:search",
    "serve": "service.commands.serving.serve:serve",
    "show": "service.commands.show:show",
    "test": "service.commands.games.corpus:run_cases",
    "learn": "service.commands.games.learn:learn",
    "train": "service.commands.games.learn:train",
}


class LazyGroup(click.Group):
    """A group whose commands are named in COMMANDS and imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        return cast(click.Command, getattr(importlib.import_module(module), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; UsageError where this process may not have the memory that it needs."""
        require_space(args[0])
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="headjudge")
def cli() -> None:
    """Rules questions about tabletop and card games, answered with the exact clauses.

    First `headjudge build`, then for example:

        headjudge ask "does press make boost cheaper?" --game vs-system
    """
    if store_address():
        take_published()


def take_published() -> None:
    """Take what the shared database publishes; where it cannot be reached, whoever needs it says so, others go on."""
    from kb.snapshots.shared import catch_up

    try:
        catch_up()
    except SnapshotError as error:
        click.echo(f"headjudge: {error}", err=True)


def offered() -> bool:
    """Whether somebody at a terminal, where nothing is built yet, wants to build."""
    if current_version() is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return click.confirm("There is no knowledge base yet. Build it now? It takes some minutes", err=True)


def main() -> None:
    """Run the command line; an error of the user's making is one message and exit status 2. Where nothing is built yet
    somebody at a terminal is offered to build."""
    try:
        try:
            cli.main(standalone_mode=False)
        except SnapshotError:
            if not offered():
                raise
            cli.main(["build"], standalone_mode=False)
            cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except HeadjudgeError as error:
        click.echo(f"headjudge: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except (OSError, UnicodeDecodeError) as error:
        click.echo(f"headjudge: {unreadable(error)}", err=True)
        sys.exit(2)


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """What is wrong with a file that no command expected to be so, as one sentence."""
    if isinstance(error, UnicodeDecodeError):
        return f"a file is not in UTF-8: byte {error.object[error.start]:#04x} at place {error.start}"
    said = error.strerror or type(error).__name__
    return f"{error.filename}: {said}" if error.filename is not None else said
