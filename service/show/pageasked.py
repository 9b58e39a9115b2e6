"""What an address of ours asks, read once: its page, its preview elsewhere, a report on it, and a bot's message that
links to it take the same record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import parse_qsl, unquote

from kb.misfits import day_of
from kb.question.read import LONGEST_QUESTION
from service.server.site import parted
from service.show.formfacts import joined

FACT = re.compile(r"f\d*\.")
QUESTION, GAME, AS_OF = "q", "game", "as_of"
CHECKS = "/checks/"


@dataclass(frozen=True, slots=True)
class PageAsked:
    """A page by its path, decoded; the question, cut to what is read of one, the game by its id and the day that its
    query names, of each the first value; `stated` the whole query, the several values of a name as one list."""

    path: str = "/"
    question: str = ""
    game: str = ""
    day: date | None = None
    stated: Mapping[str, str] = field(default_factory=dict)

    @property
    def check(self) -> str:
        """The check whose page it is, `game/name`; empty for other pages."""
        found = self.path.removeprefix(CHECKS)
        return found if found != self.path and found.count("/") == 1 else ""

    @property
    def tells(self) -> bool:
        """Whether facts are told beside the question; of a day of the past they are told nowhere."""
        return self.day is None and any(FACT.match(name) for name in self.stated)


def asked_by(path: str, query: Iterable[tuple[str, str]]) -> PageAsked:
    """What a path, decoded, asks with the names and values of its query; DayError for a day that is none. The
    page of a check is about no day: there every name is a fact's."""
    pairs = list(query)
    first = dict(reversed(pairs))
    day = None if path.startswith(CHECKS) else day_asked(first.get(AS_OF, ""))
    question = first.get(QUESTION, "").strip()[:LONGEST_QUESTION]
    return PageAsked(path, question, first.get(GAME, "").strip(), day, joined(pairs))


def asked_at(address: str) -> PageAsked:
    """What an address of ours asks, whole or from its path on; DayError for a day that is none."""
    parts = parted(address)
    return asked_by(unquote(parts.path), parse_qsl(parts.query, keep_blank_values=True))


def day_asked(written: str) -> date | None:
    """The day that is written as 2006-08-29, none where nothing is; DayError for what is no day."""
    return day_of(written.strip()) if written.strip() else None
