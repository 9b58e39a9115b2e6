"""What the tools give back, as assistants see it in each tool's output schema. Fields that say nothing are left out."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

Lines = dict[str, Any]
STATES = "What the verdict says, as a sentence: it holds whichever way title and question ask."
BY_WORDS_ALONE = "True where meaning could not be heard yet: a weaker answer; ask again in a minute."


class Shape(BaseModel):
    """A record of what a tool gives back; fields that are not named here are passed on."""

    model_config = ConfigDict(extra="allow")


class VerdictShape(Shape):
    """A computed verdict."""

    kind: str = Field(description="yes_no, number, options or text")
    value: bool | int | str | list[str]


class ComputedShape(VerdictShape):
    """A verdict that was computed and not asserted."""

    states: str


class ClauseTextShape(Shape):
    """A clause with its words."""

    id: str = Field(description="For show_clause and verify_quote.")
    heading: str = ""
    text: str = Field(description="The stored words; quote whole sentences of these and no others.")
    role: str = Field(default="", description="proof, support (it answers) or nearest (it does not, but comes nearest)")
    cut: bool = Field(default=False, description="True where the text was too long: show_clause has all of it.")


class EntryShape(Shape):
    """A check by its id and title."""

    id: str
    title: str


class NextShape(EntryShape):
    """A check to look at next; the first ones with their facts, in a line each."""

    facts: Lines = {}
    more_facts: list[str] = []


class ListedShape(EntryShape):
    """A check as list_checks has it."""

    kind: str = Field(description="What its verdict is: yes_no, number, options or text.")


class AskedForShape(Shape):
    """A fact that the verdict depends on."""

    fact: str
    question: str
    takes: str
    leads_to: str = ""


class TurnShape(Shape):
    """A fact that was not told: with this value the verdict is this one instead."""

    fact: str
    value: Any
    question: str = Field(default="", description="The question that the fact answers.")
    verdict: Any


class AssumedShape(Shape):
    """A default that the verdict rests on; run_check takes the fact with another value."""

    fact: str
    value: Any
    says: str


class ReadShape(Shape):
    """A fact as it was read, with the words of the question that say so."""

    fact: str
    value: Any
    words: str = ""


class AskedCheckShape(EntryShape):
    """The check that was run for a question."""

    status: str = Field(description="As run_check has it, or `not asserted`: read its facts and run it yourself.")
    computed: ComputedShape | None = Field(default=None, description="What `read` comes to; not an answer.")
    withheld: str = Field(default="", description="Why it is none.")
    read: list[ReadShape] = []
    assumed: list[str] = Field(default=[], description="Defaults that the verdict rests on, in sentences.")
    turned_by: list[TurnShape] = []
    ask: list[AskedForShape] = []
    facts: Lines = Field(default={}, description="Each fact in a line; show_check has their schema.")
    more_facts: list[str] = []


class AnswerShape(Shape):
    """The answer to a question."""

    outcome: str = Field(
        description="answered, depends, undetermined (the text is silent), not_understood (words that could change the "
        "answer), cited, ambiguous (which game or card?) or not_found"
    )
    game: str | None
    summary: str
    verdict: VerdictShape | None = Field(
        description="On the question as it was put. Null unless a verdict was computed: then none may be stated. Where "
        "there are `parts`, each has its own."
    )
    states: str = Field(default="", description=STATES)
    asked: str = Field(default="", description="The sentence that is answered, where several were asked.")
    clauses: list[ClauseTextShape]
    more_clauses: list[str] = []
    documents: Lines = Field(default={}, description="Title, edition and date of the clauses' documents.")
    check: AskedCheckShape | None = None
    unread: list[str] = Field(
        default=[], description="Numbers, names, denials and words that no fact took: see whether they matter."
    )
    also: list[NextShape] = Field(default=[], description="The checks to look at next.")
    cards: list[EntryShape] = Field(default=[], description="Cards that the question only names.")
    games: list[str] = Field(default=[], description="The games that it may be about, where that is not clear.")
    reader: str = ""
    parts: list[AnswerShape] = Field(default=[], description="Where several things are asked, the answer to each.")
    not_answered: list[str] = Field(default=[], description="Sentences of such a post that were left out: ask again.")
    by_words_alone: bool = Field(default=False, description=BY_WORDS_ALONE)
    kb: Lines = Field(default={}, description="Version and edition of the knowledge base.")
    detail: Lines = Field(default={}, description="All of it, where `detail` was asked for.")


class ResultShape(Shape):
    """A check that was run, with one set of facts or with several."""

    check: str
    title: str
    status: str = Field(
        default="", description="answered, depends (facts are missing), undetermined, contradiction or timeout"
    )
    verdict: VerdictShape | None = Field(default=None, description="On the question of the check's title.")
    states: str = Field(default="", description=STATES)
    summary: str = ""
    read_as: list[str] = Field(default=[], description="The facts as they were understood, in sentences.")
    assumed: list[AssumedShape] = []
    turned_by: list[TurnShape] = Field(default=[], description="What was not told and would turn the verdict.")
    ask: list[AskedForShape] = Field(default=[], description="Facts that may change the verdict, most telling first.")
    results: list[Lines] = Field(
        default=[],
        description="With `facts_list`, a result for each; `error` where its facts cannot be read.",
    )
    clauses: list[ClauseTextShape]
    more_clauses: list[str] = []
    documents: Lines = {}
    proof: list[Lines] = Field(default=[], description="Steps, each resting on those below it with a higher level.")


class HitsShape(Shape):
    """Clauses near some words, the nearest first; nearness is no answer."""

    clauses: list[ClauseTextShape]
    more_clauses: list[str] = []
    documents: Lines = {}
    by_words_alone: bool = Field(default=False, description=BY_WORDS_ALONE)


class ClauseShape(Shape):
    """A clause with what is known about it."""

    id: str
    game: str
    heading: str
    kind: str
    text: str = Field(description="The stored words; quote whole sentences of these and no others.")
    document: Lines
    neighbours: list[str] = Field(description="Ids of the clauses before and after it.")
    rulings: list[Lines] = []
    checks: list[EntryShape] = Field(default=[], description="What can be computed of it.")


class CardsShape(Shape):
    """Every card that a name may mean."""

    name: str
    cards: list[Lines]


class ChecksShape(Shape):
    """Checks that a question asks for, the likeliest first; or all of a game, their ids under the headings."""

    checks: list[ListedShape] = []
    note: str = Field(default="", description="Says so where nothing matches, or the game was guessed.")
    by_words_alone: bool = Field(default=False, description=BY_WORDS_ALONE)
    game: str = ""
    index: dict[str, str] = {}


class CheckShape(ListedShape):
    """A check whole."""

    clauses: list[ClauseTextShape]
    more_clauses: list[str] = []
    wordings: list[str] = Field(description="Questions that it answers.")
    fact_schema: Lines = Field(
        description="JSON Schema of run_check's facts. Leave out what the story does not say; never guess."
    )


class GamesShape(Shape):
    """The games that are known."""

    games: list[Lines]


class DifferenceShape(Shape):
    """Where a quote departs from the clause."""

    quoted: str
    clause: str


class QuoteShape(Shape):
    """Whether a quote is what a clause says."""

    verified: bool
    reason: str
    clause: str | None = Field(description="The clause that says it, or that comes nearest.")
    word: str = Field(default="", description="The words for which it is refused.")
    quote: str = Field(default="", description="What to quote instead: the shortest quote around it that is verified.")
    stored: str = Field(default="", description="What that clause says, whole.")
    left_out: list[str] = Field(default=[], description="Sentences of the clause that are not quoted.")
    differences: list[DifferenceShape] = []
    also_in: list[str] = Field(default=[], description="Other clauses that say the same.")
    edition: str
