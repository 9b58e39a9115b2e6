"""The operators of a question: what it asks of what is so, beside whether it is so.

"Can I have more than 5 cards?" asks whether the number that the rules allow is more than 5; "does it work only on him?"
whether it fails without him; "does it always work?" whether it does whatever else is so. The words stand in
english/operators.toml; answering/compose.py says what each makes of a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.question.patterns import pattern
from kb.question.quantities import GROUPS
from kb.records.question import Operation, Operator, Part, Quantity, Span
from kb.words.numbers import NUMBERS

SUBJECT = "operators"
NEAR = 300
"""How many characters before a place the word may stand that begins its condition, and how long a phrase is at most."""
COMPARISONS = (
    ("at-most-denied", Operation.AT_MOST),
    ("at-least-denied", Operation.AT_LEAST),
    ("exactly-both-ways", Operation.EXACTLY),
    ("at-least-behind", Operation.AT_LEAST),
    ("at-most-behind", Operation.AT_MOST),
    ("at-least", Operation.AT_LEAST),
    ("at-most", Operation.AT_MOST),
    ("up-to", Operation.UP_TO),
    ("at-least-closing", Operation.AT_LEAST),
    ("at-most-closing", Operation.AT_MOST),
    ("no-more-closing", Operation.AT_MOST),
    ("more-than", Operation.MORE_THAN),
    ("over", Operation.MORE_THAN),
    ("fewer-than", Operation.FEWER_THAN),
    ("under", Operation.FEWER_THAN),
    ("exactly", Operation.EXACTLY),
    ("exactly-closing", Operation.EXACTLY),
    ("just-so-many", Operation.EXACTLY),
)
"""The patterns of comparisons, those that hold the words of others first."""
OF_ALL = (("always", Operation.ALWAYS), ("never", Operation.NEVER), ("ever", Operation.EVER), ("may", Operation.MAY))
SINGLE = {"single": 1, "once": 1, **NUMBERS, **GROUPS}
BREAK = re.compile(r"[,;:.!?()]")
BEGUN = frozenset("is are was were does do did can may will must so and then".split())
"""What may stand before an "only" that its sentence begins with: `is only the leader allowed …`."""
RELATIVE = frozenset({"who", "which", "that", "whose"})


def operators(text: str, asking: Span, asked: Span, numbers: Sequence[Quantity]) -> tuple[Operator, ...]:
    """All operators of a question, in the order in which they stand: comparisons wherever, others of the clause that
    asks."""
    found = [*comparisons(text, asking, asked, numbers), *_of_what_is_asked(text, asking, asked)]
    return tuple(sorted(found, key=lambda each: (each.cue, each.scope)))


def comparisons(text: str, asking: Span, asked: Span, numbers: Sequence[Quantity]) -> Iterator[Operator]:
    """Every comparison with a number, with the part of the question that it stands in."""
    taken: list[Span] = []
    for name, kind in COMPARISONS:
        for hit in pattern(SUBJECT, name).finditer(text):
            whole = Span(hit.start(), hit.end())
            if any(one.start < whole.end and whole.start < one.end for one in taken):
                continue
            part = part_of(text, hit.start(), asking, asked)
            if name == "just-so-many" and part is not Part.ASKED:
                continue  # `I have only two cards` tells how many there are
            taken.append(whole)
            said = next((group for group in ("number", "times") if hit.groupdict().get(group)), None)
            counted = Span(hit.start(said or 0), _phrase_end(text, hit.end()))
            number = _value(hit[said] if said else "", counted.start, numbers)
            yield Operator(kind, _cue(hit, counted.start), counted, number, part)


def _cue(hit: re.Match[str], number: int) -> Span:
    """The words that compare, before their `number` or behind it."""
    if hit.groupdict().get("cue"):
        return Span(hit.start("cue"), hit.end("cue"))
    return Span(hit.start(), number if number > hit.start() else hit.end())


def part_of(text: str, place: int, asking: Span, asked: Span) -> Part:
    """In which part of a question a place stands."""
    if not asked.holds(place):  # which may stand before the sentence that asks: `it costs exactly 4. Right?`
        if not asking.holds(place):
            return Part.STORY
        return Part.CONDITION if text[asked.start : asked.end].strip() else Part.ASKED
    if of_its_subject(text, place, asked):
        return Part.DESCRIBED
    joined = list(pattern(SUBJECT, "condition").finditer(text, max(asked.start, place - NEAR), place))
    if not joined or pattern(SUBJECT, "asks-of-it").match(text[asked.start : joined[-1].start()]):
        return Part.ASKED  # `does that cost more than 4?`
    return Part.DESCRIBED if joined[-1][0].lower() in RELATIVE else Part.CONDITION


def of_its_subject(text: str, place: int, asked: Span) -> bool:
    """Whether what stands at a place only says of which thing is asked: `is a barge with only two candles loaded?`."""
    before = pattern(SUBJECT, "of-its-subject").match(text[asked.start : place])
    return bool(before and pattern(SUBJECT, "and-its-predicate").match(text[place : asked.end]))


def _value(written: str, start: int, numbers: Sequence[Quantity]) -> int:
    """The number that is written (a "single" one is 1), by the question's own reading of it where it has one there."""
    if not written:
        return 1
    read = next((each.value for each in numbers if each.start <= start < each.end), None)
    word = written.lower().replace(" ", "-")
    return read if read is not None else SINGLE[word] if word in SINGLE else int(written)


def _phrase_end(text: str, place: int) -> int:
    """Where the words that belong to a number end: at the next sign, or word that joins or begins another phrase."""
    last = min(len(text), place + NEAR)
    ends = (BREAK, pattern(SUBJECT, "condition"), pattern(SUBJECT, "preposed"))
    stops = [each.search(text, place, last) for each in ends]
    return min([stop.start() for stop in stops if stop], default=last)


def _of_what_is_asked(text: str, asking: Span, asked: Span) -> Iterator[Operator]:
    for name, kind in OF_ALL:
        if hit := pattern(SUBJECT, name).search(text, asked.start, asked.end):
            yield Operator(kind, Span(hit.start(), hit.end()), asked)
    if hit := pattern(SUBJECT, "of-all").match(text[asked.start : asked.end]):
        yield Operator(Operation.EVERY, Span(asked.start + hit.start("cue"), asked.start + hit.end("cue")), asked)
    yield from _of_duty(text, asking, asked)
    yield from _only(text, asked)


def _of_duty(text: str, asking: Span, asked: Span) -> Iterator[Operator]:
    """What is asked of duty; none where words that only describe or tell why speak of it: `may I tap him so that he is
    not forced to attack?`."""
    other = pattern(SUBJECT, "of-what-is").match(text, asked.start, asked.end)
    if hit := pattern(SUBJECT, "obliged" if other else "must").search(text, asked.start, asked.end):
        apart = ("so-that", "joined")
        if not any(pattern(SUBJECT, each).search(text, asked.start, hit.start()) for each in apart):
            yield _duty(text, asking, asked, Span(hit.start(), hit.end()))
    elif hit := pattern(SUBJECT, "asks-for").search(text, asked.start, asked.end):
        yield Operator(Operation.NEEDED, Span(hit.start(), hit.end()), Span(hit.end(), asked.end))


def _duty(text: str, asking: Span, asked: Span, cue: Span) -> Operator:
    """What must be done, or what must be so for something else: `must he be hit for it to count?`, `needs he 3?`."""
    if pattern(SUBJECT, "need-of").match(text, cue.start, cue.end):
        return Operator(Operation.NEEDED, cue, Span(cue.end, asked.end))
    purpose = pattern(SUBJECT, "purpose")
    if hit := purpose.search(text, cue.end, asking.end):
        return Operator(Operation.NEEDED, cue, Span(asked.start, hit.start()))
    first = pattern(SUBJECT, "purpose-first").match(text, asking.start, asked.start)
    if first or purpose.search(text, asking.start, asked.start):
        return Operator(Operation.NEEDED, cue, asked)
    return Operator(Operation.MUST, cue, asked)


def _only(text: str, asked: Span) -> Iterator[Operator]:
    """The "only" of what is asked, once for each thing that it may limit; what is conceded, `even though it is not the
    only one`, asks nothing."""
    if conceded := pattern(SUBJECT, "conceded").search(text, asked.start, asked.end):
        asked = Span(asked.start, conceded.start())
    if hit := pattern(SUBJECT, "cleft").search(text, asked.start, asked.end):
        yield Operator(Operation.ONLY, Span(hit.start(), hit.start("focus")), Span(*hit.span("focus")))
    elif hit := pattern(SUBJECT, "the-only").search(text, asked.start, asked.end):
        yield Operator(Operation.ONLY, Span(hit.start(), hit.end()), Span(asked.start, hit.start()))
    elif hit := pattern(SUBJECT, "and-no-other").search(text, asked.start):
        yield Operator(Operation.ONLY, Span(hit.start(), hit.end()), Span(hit.start(), hit.end()))
    else:
        for name in ("only", "just-where"):
            if hit := pattern(SUBJECT, name).search(text, asked.start, asked.end):
                cue = Span(hit.start(), hit.end())
                if of_its_subject(text, hit.start(), asked):
                    return
                yield from (Operator(Operation.ONLY, cue, scope) for scope in limited(text, cue, asked))
                return


def limited(text: str, cue: Span, asked: Span) -> list[Span]:
    """What an "only" may limit: what follows it, where that is named or joined; else, for it stands before the verb
    whatever it limits, a condition at the end, or each of the phrases there, or all that follows."""
    rest = Span(cue.end, asked.end)
    following, before = text[rest.start : rest.end], text[asked.start : cue.start].strip()
    begins = not before or before.endswith(",") or before in BEGUN
    if begins and (subject := pattern(SUBJECT, "subject-next").match(following)):
        return [Span(rest.start, rest.start + subject.end())]
    if pattern(SUBJECT, "joined-next").match(following):
        return [rest]
    if not any(map(str.isalnum, following)):
        return [_behind_its_thing(text, cue, asked)]
    joined = [each.start() for each in pattern(SUBJECT, "joined").finditer(text, rest.start, rest.end)]
    of_it = pattern(SUBJECT, "asks-of-it").match(before) and not (joined and before.endswith(" it"))
    if pattern(SUBJECT, "named-next").match(following) or of_it:
        return [Span(rest.start, joined[0] if joined else rest.end)]
    if joined:
        return [Span(joined[0], rest.end)]
    begun = _preposed(text, rest)
    ends = [*begun[1:], rest.end]
    return [Span(start, end) for start, end in zip(begun, ends, strict=False)] or [rest]


def _behind_its_thing(text: str, cue: Span, asked: Span) -> Span:
    """What an "only" that ends its clause limits: the last phrase before it, `is it blocked by walls only?`."""
    begun = _preposed(text, Span(asked.start, cue.start))
    return Span(begun[-1], cue.start) if begun else Span(cue.end, asked.end)


def _preposed(text: str, within: Span) -> list[int]:
    """Where the phrases with a preposition begin."""
    return [each.start() for each in pattern(SUBJECT, "preposed").finditer(text, within.start, within.end)]
