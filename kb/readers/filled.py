"""What a question says of a check: a value for each slot with the words that state it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.readers.listing import Listed, Listing
from kb.records.checks import ASKS
from kb.records.question import Quantity
from kb.records.types import Plain


@dataclass(frozen=True, slots=True)
class SlotReading:
    """A slot's value as the question states it at `[start, end)`, and `again` at other places. Of what a `whole`
    sentence tells no word is the fact's own: its "not" may turn round what is asked."""

    slot: str
    value: Plain
    start: int
    end: int
    text: str
    again: tuple[tuple[int, int], ...] = ()
    whole: bool = False

    def with_more(self, numbers: Sequence[Quantity]) -> SlotReading:
        """The same with more numbers added to its own."""
        assert isinstance(self.value, int)
        return replace(
            self,
            value=self.value + sum(each.value for each in numbers),
            text=" + ".join([self.text, *(each.text for each in numbers)]),
            again=(*self.again, *((each.start, each.end) for each in numbers)),
        )

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Everywhere the question states it, from `start` to `end` each."""
        return ((self.start, self.end), *self.again)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a question says of a check: readings by slot in the check's order, which way it asks the last of them,
    numbers that no slot took, what it says of slots of which it says two things at once, and the things that it lists.
    """

    readings: tuple[SlotReading, ...]
    unread: tuple[Quantity, ...]
    unclear: tuple[tuple[str, Plain], ...] = ()
    lists: tuple[Listing, ...] = ()

    @property
    def facts(self) -> dict[str, Plain | Listed]:
        """The facts as a check takes them."""
        one: dict[str, Plain | Listed] = {each.slot: each.value for each in self.readings if each.slot != ASKS}
        return one | {told.slot: told.value for told in self.lists}

    @property
    def contrary(self) -> bool | None:
        """Whether the question asks for the contrary of the check's goal by words of the check's own, see Ways of
        kb/records/checks.py; None where it says nothing of it, or both."""
        return next((bool(each.value) for each in self.readings if each.slot == ASKS), None)

    def instead_by(self, later: Sequence[SlotReading]) -> Filled:
        """The same with what is told `later` of a slot in place of what is told otherwise of it, or two ways."""
        known = {each.slot: (each.value, each.start) for each in self.readings}
        doubted = {slot for slot, _ in self.unclear}
        new = {
            each.slot: each
            for each in later
            if each.text
            and each.slot != ASKS
            and (each.slot in doubted or known.get(each.slot, (each.value, each.start)) != (each.value, each.start))
        }
        if not new:
            return self
        readings = (*(new.pop(each.slot, each) for each in self.readings), *new.values())
        starts = {start for each in readings for start, _ in each.places}
        return replace(
            self,
            readings=readings,
            unread=tuple(each for each in self.unread if each.start not in starts),
            unclear=tuple(each for each in self.unclear if all(each[0] != one.slot for one in readings)),
        )

    def with_fact(self, slot: str, value: Plain) -> Filled:
        """The same with one more fact, which no word of the question stands for alone."""
        return replace(self, readings=(*self.readings, SlotReading(slot, value, 0, 0, "")))
