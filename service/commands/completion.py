"""`headjudge completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(epilog="Example: headjudge completion bash")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the lines that make a shell complete headjudge's commands and options: append them to ~/.bashrc."""
    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}")
    root = context.find_root().command
    click.echo(found(root, {}, "headjudge", "_HEADJUDGE_COMPLETE").source())
