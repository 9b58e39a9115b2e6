"""What a tool says of arguments that it cannot take: one sentence for each, in the tool's own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kb.misfits import misfits

MOST = 5


def refused(tool: str, error: ValidationError, known: Sequence[str], given: Mapping[str, Any]) -> str:
    """The sentences for a call of a tool with the arguments that are `known`; what was `given` besides is named."""
    said = [f"`{'.'.join(each.place)}` {each.why}" for each in misfits(error)[:MOST]]
    other = [f"`{name[:40]}`" for name in given if name not in known]
    more = f"; it takes no {', '.join(other[:MOST])}, but {', '.join(known)}" if other else ""
    return f"{tool}: {'; '.join(dict.fromkeys(said))}{more}."
