"""How much address space a command needs, looked at before it loads anything: libraries that are refused some end the
process by a fault of their own, without a word."""

from __future__ import annotations

from kb.errors import UsageError

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MB = 1024 * 1024
SEARCHING_MB = 800
NEEDED_MB = {"serve": 2_048, "mcp": 1_024, "build": 2_048, "add": 2_048, "learn": 2_048, "train": 2_048}
"""Megabytes of address space, about half more than were counted (VmPeak of Linux): 630 for one question with the
encoder, 1,400 for a server with eight threads; of a build 1,040 before it embeds, what comes then was not counted.
`--workers` are processes, each with a limit of its own."""
SEARCHING = ("ask", "search", "eval", "fit", "disagreements")


def require_space(command: str) -> None:
    """UsageError where `ulimit -v` leaves this process less than a command needs."""
    needed = NEEDED_MB.get(command, SEARCHING_MB if command in SEARCHING else 0)
    if resource is None or not needed:
        return
    allowed = resource.getrlimit(resource.RLIMIT_AS)[0]
    if allowed != resource.RLIM_INFINITY and allowed < needed * MB:
        raise UsageError(
            f"headjudge {command} needs {needed} MB of address space, and this process may have {allowed // MB}: raise "
            f"it (ulimit -v {needed * 1024}), or bound its memory by a control group (deploy/headjudge.service)"
        )
