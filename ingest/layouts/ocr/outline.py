"""The headings of an OCR rulebook: where each section begins, what its path is, which one goes on.

Headings are looked for in the order of game.toml and level by level: first the top ones, then those
below each within its lines, so that two passages may bear the same heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.draft import Draft, slug
from ingest.layouts.ocr.anchors import matches, missing
from ingest.layouts.ocr.options import HeadingRule
from ingest.source import Line
from kb.records import Kind


@dataclass(frozen=True, slots=True)
class Section:
    """A section: the path of its clauses' ids, the headings above them, how its lists are read."""

    path: str
    headings: tuple[str, ...]
    kind: Kind
    flat: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """`begins`: line number to the section that begins there; `titles`: the lines that only are headings."""

    begins: Mapping[int, Section]
    titles: frozenset[int]
    sections: Mapping[str, Section]


Chain = tuple[tuple[int, Section], ...]
Found = tuple[HeadingRule, Line | None]


def outline(draft: Draft, rules: Sequence[HeadingRule], lines: Sequence[Line]) -> Outline:
    """Find the headings among `lines`, claim them, and report those missing, stray or resuming nothing."""
    located = list(locate(draft, rules, lines))
    begins: dict[int, Section] = {}
    chains: dict[str, Chain] = {}
    chain: Chain = ()
    for rule, line in located:
        chain = _next_chain(draft, chain, chains, rule, line)
        if line is not None and chain:
            begins[line.number] = chain[-1][1]
    titles = {line.number: line for rule, line in located if line is not None and not rule.lead}
    for line in titles.values():
        draft.heading(line.start, line.end)
    _report_strays(draft, rules, [line for line in lines if line.number not in begins])
    return Outline(begins, frozenset(titles), {path: known[-1][1] for path, known in chains.items()})


def locate(draft: Draft, rules: Sequence[HeadingRule], lines: Sequence[Line]) -> Iterator[Found]:
    """Each rule with its line, in the order of the rules; None and a problem where it has none."""
    if not rules:
        return
    level = min(rule.level for rule in rules)
    heads = [at for at, rule in enumerate(rules) if rule.level == level]
    found = heads_in_order(draft, [rules[at] for at in heads], lines)
    starts = [at + 1 if at is not None else None for at in found]
    first = next((at for at in found if at is not None), len(lines))
    yield from locate(draft, rules[: heads[0]], lines[:first])
    for number, at in enumerate(found):
        yield rules[heads[number]], None if at is None else lines[at]
        low = next((start for start in reversed(starts[: number + 1]) if start is not None), 0)
        high = next((end for end in found[number + 1 :] if end is not None), len(lines))
        until = heads[number + 1] if number + 1 < len(heads) else len(rules)
        yield from locate(draft, rules[heads[number] + 1 : until], lines[low:high])


def heads_in_order(draft: Draft, rules: Sequence[HeadingRule], lines: Sequence[Line]) -> list[int | None]:
    """For each rule the index of the first line that fits below the one before; a problem where none does."""
    found: list[int | None] = []
    after = 0
    for rule in rules:
        at = next((at for at in range(after, len(lines)) if matches(lines[at], rule.match)), None)
        if at is None:
            missing(draft, rule.match, "heading", lines[min(after, len(lines) - 1)].start if lines else 0)
        found.append(at)
        after = after if at is None else at + 1
    return found


def _next_chain(draft: Draft, chain: Chain, chains: dict[str, Chain], rule: HeadingRule, line: Line | None) -> Chain:
    """The sections from the top down to the one that a heading begins or goes on with."""
    if not rule.resume:
        above = tuple((level, section) for level, section in chain if level < rule.level)
        new = (*above, (rule.level, section_below(above[-1][1] if above else None, rule, line)))
        return chains.setdefault(new[-1][1].path, new)
    if rule.resume not in chains:
        at = line.start if line is not None else 0
        draft.problem("resumes-nothing", f"no section {rule.resume!r} stands before", at, "an earlier section's path")
        return chain
    return chains[rule.resume]


def section_below(parent: Section | None, rule: HeadingRule, line: Line | None) -> Section:
    """The section that a heading begins below its parent; title and slug come from the line unless given."""
    title = rule.title or (line.text.strip().rstrip(" :.") if line is not None else rule.slug or rule.path)
    part = rule.slug or slug(title)
    return Section(
        path=rule.path or (f"{parent.path}/{part}" if parent else part),
        headings=(*(parent.headings if parent else ()), title),
        kind=rule.kind or (parent.kind if parent else Kind.RULE),
        flat=rule.flat or (parent.flat if parent else False),
        whole=rule.whole or (parent.whole if parent else False),
    )


def _report_strays(draft: Draft, rules: Sequence[HeadingRule], lines: Sequence[Line]) -> None:
    """Report lines that read like a heading of game.toml but are none of those found."""
    titles = [rule.match for rule in rules if not rule.lead and not isinstance(rule.match, int)]
    for line in lines:
        if any(matches(line, title) for title in titles):
            draft.problem("stray-heading", "reads like a heading found elsewhere", line.start, "each heading once")
