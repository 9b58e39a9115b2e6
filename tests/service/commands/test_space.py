"""A process that may not have the memory it needs says so, and does not end in the middle of a library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands.cli import COMMANDS
from service.commands.space import MB, NEEDED_MB, SEARCHING

resource = pytest.importorskip("resource", reason="such limits are Unix'")
ROOT = Path(__file__).resolve().parents[3]
RUN = "from service.commands.cli import main; main()"


def ended(home: Path, megabytes: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """How a command ends in a process with so much address space."""
    most = megabytes * MB
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, timeout=60,
        env={**os.environ, "HEADJUDGE_HOME": str(home), "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )  # fmt: skip


@pytest.mark.parametrize("command", [("serve",), ("build",), ("mcp",), ("ask", "press?"), ("search", "press")])
@pytest.mark.parametrize("megabytes", [300, 700])
def test_too_little_address_space_is_said_in_one_sentence(
    tmp_path: Path, command: tuple[str, ...], megabytes: int
) -> None:
    found = ended(tmp_path, megabytes, *command)
    assert found.returncode == 2
    assert found.stdout == ""
    [said] = found.stderr.splitlines()
    assert said.startswith(f"headjudge: headjudge {command[0]} needs ")
    assert f"may have {megabytes}:" in said


def test_what_needs_little_runs_in_little(tmp_path: Path) -> None:
    assert ended(tmp_path, 300, "completion", "bash").returncode == 0


def test_the_commands_that_need_much_are_commands() -> None:
    assert {*NEEDED_MB, *SEARCHING} <= set(COMMANDS)
