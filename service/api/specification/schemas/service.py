"""The shapes of what the service says of itself: whether it is ready, what it holds, its snapshots."""

from __future__ import annotations

from typing import Literal

from service.api.specification.schemas.shape import Base, Shape


class Health(Shape):
    """The process answers."""

    status: Literal["ok"]


class Ready(Shape):
    """A knowledge base is open. Until `warm`, questions are answered by words alone; `refused` says why an older
    snapshot is served than the current one."""

    status: Literal["ready"]
    warm: bool
    kb: Base
    refused: str | None


class Game(Shape):
    """A game with the ids of its documents."""

    id: str
    title: str
    spellings: list[str]
    documents: list[str]


class Games(Shape):
    """The games that the knowledge base holds."""

    games: list[Game]
    kb: Base


class BuildStatus(Shape):
    """The last rebuild: `idle` before the first, else running, done or failed, with the command's last lines."""

    state: Literal["idle", "running", "done", "failed"]
    started: str | None
    ended: str | None
    said: str


class ServiceStatus(Shape):
    """What is served, which snapshots there are, how the last rebuild went."""

    kb: Base
    current: str | None
    warm: bool
    swaps: int
    refused: str
    snapshots: list[str]
    build: BuildStatus


class Swapped(Shape):
    """The version that is served now and the one before."""

    kb: Base
    before: str
