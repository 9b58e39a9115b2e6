"""Find the lines that game.toml names: by number, by a regular expression, or as a stretch of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ingest.draft import Draft
from ingest.layouts.anchor import Anchor, shown
from ingest.layouts.ocr.options import NoiseRule, Stretch
from ingest.source import Line


def matches(line: Line, anchor: Anchor) -> bool:
    """True where a line that is not blank has the anchor's number or fits its expression."""
    if line.blank:
        return False
    return line.number == anchor if isinstance(anchor, int) else bool(anchor.search(line.text.strip()))


def find(lines: Sequence[Line], anchor: Anchor, nth: int = 1) -> Line | None:
    """The `nth` line that matches, None where there are fewer."""
    return next(islice((line for line in lines if matches(line, anchor)), nth - 1, None), None)


def missing(draft: Draft, anchor: Anchor, what: str, after: int = 0) -> None:
    """Report an anchor of game.toml that fits no line at or after the offset `after`."""
    draft.problem("anchor-missing", f"{what}: {shown(anchor)} fits no line", after, "a line that game.toml describes")


def stretch_lines(draft: Draft, stretch: Stretch, what: str) -> tuple[Line, ...]:
    """The lines of a stretch; only its first one where the end is missing, none where the start is."""
    first = find(draft.source.lines, stretch.first, stretch.nth)
    if first is None:
        missing(draft, stretch.first, what)
        return ()
    rest = draft.source.lines[first.number - 1 :]
    if stretch.before is not None:
        return _until(draft, rest, stretch.before, what, inclusive=False)
    return rest if stretch.last is None else _until(draft, rest, stretch.last, what, inclusive=True)


def _until(draft: Draft, rest: tuple[Line, ...], anchor: Anchor, what: str, *, inclusive: bool) -> tuple[Line, ...]:
    end = find(rest, anchor)
    if end is None:
        missing(draft, anchor, what, rest[0].start)
        return rest[:1]
    return rest[: end.number - rest[0].number + inclusive]


def claim_noise(draft: Draft, rules: Sequence[NoiseRule]) -> frozenset[int]:
    """Claim every line that the rules call noise, one segment a stretch; the numbers of those lines."""
    taken: set[int] = set()
    for rule in rules:
        for stretch in noise_stretches(draft, rule):
            free = [line for line in stretch if line.number not in taken and not line.blank]
            if free and len(free) == sum(not line.blank for line in stretch):
                draft.noise(free[0].start, free[-1].end, rule.reason)
            else:
                for line in free:
                    draft.noise(line.start, line.end, rule.reason)
            taken |= {line.number for line in free}
    return frozenset(taken)


def noise_stretches(draft: Draft, rule: NoiseRule) -> Iterator[tuple[Line, ...]]:
    """The stretches of lines that one rule calls noise; a rule that fits nothing is reported."""
    if rule.stretch is not None:
        yield stretch_lines(draft, rule.stretch, rule.reason)
    if rule.match is not None:
        found = [line for line in draft.source.lines if matches(line, rule.match)]
        if not found:
            missing(draft, rule.match, rule.reason)
        yield from ((line,) for line in found)
