"""What the tools take: each argument with its bounds, `null` standing for one that is left out."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from service.api.bodies import bounded
from service.show.quoting.quotes import LONGEST

LONGEST_ID = 200
MOST_SCENARIOS = 20

Game = Annotated[str | None, Field(description="A game's id or a name of it, for example vs-system.", max_length=100)]
Question = Annotated[str, Field(min_length=1, max_length=2_000)]
Words = Annotated[str | None, Field(description="The question, as the player put it.", max_length=2_000)]
Quote = Annotated[str, Field(min_length=1, max_length=LONGEST)]
CardName = Annotated[str, Field(min_length=1, max_length=200)]
ClauseId = Annotated[
    str,
    Field(
        description="A clause's id, vs-system/heralds-faq#5.p2, or the end of it where that is clear, 5.p2.",
        max_length=LONGEST_ID,
        min_length=1,
    ),
]
ClauseOrNone = Annotated[
    str | None, Field(description="The clause's id; left out, all clauses are looked at.", max_length=LONGEST_ID)
]
CheckId = Annotated[
    str,
    Field(
        description="A check's id, vs-system/attack-able, or attack-able where one game has it.",
        max_length=LONGEST_ID,
        min_length=1,
    ),
]
Facts = Annotated[
    dict[str, Any] | None,
    Field(description="Facts by name, by the check's fact_schema; what is not said is left out.", max_length=200),
    AfterValidator(bounded),
]
Scenarios = Annotated[
    list[dict[str, Any]] | None,
    Field(description="Several sets of facts to run at once.", max_length=MOST_SCENARIOS),
    AfterValidator(bounded),
]
Count = Annotated[int | None, Field(ge=1, le=50)]
Day = Annotated[date | None, Field(description="Only documents that were in force on this day.")]
Flag = bool | None
