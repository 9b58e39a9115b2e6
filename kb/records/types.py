"""What is declared of a game's facts: the types of their arguments, the fact types, and the schema that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.errors import Place

Plain = bool | int | str
Default = Plain | tuple[Plain, ...] | None
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an argument: `kind` is int, enum, entity, name or card; `entity` names the entity kind."""

    kind: str
    label: str = ""
    low: int = 0
    high: int = 0
    words: tuple[tuple[str, str], ...] = ()
    entity: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of an enum."""
        return tuple(word for word, _ in self.words)


@dataclass(frozen=True, slots=True)
class FactType:
    """One `[[fact]]`. `default` is None where the fact must be known; with `value` the last argument is its value.

    `forms` are players' words for it, `opposites` their words for its not holding, `words` those for each value.
    `says` has the sentence of each value that the common one does not fit.
    `among` names the fact of card texts whose last argument says which values its own argument takes;
    what is `quiet` goes without saying where it does not hold, or where its value is the default; what is `asked` is no
    fact of the game but a check's `Ways`; of what `adds`, the numbers of a
    question are added; what is `named` is a number that a question names, to be compared with the right one; what has
    words in `told_by` is read only where a question says one of them too; what `means` a value of another fact holds
    exactly where that has this value.
    """

    name: str
    args: tuple[Type, ...]
    value: Type | None
    many: bool
    default: Default
    question: str
    sentence: str
    denial: str
    forms: tuple[str, ...]
    labels: tuple[tuple[str, str], ...]
    clause: str
    place: Place
    opposites: tuple[str, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    among: str = ""
    quiet: bool = False
    asked: bool = False
    adds: bool = False
    named: bool = False
    told_by: tuple[str, ...] = ()
    says: tuple[tuple[str, str], ...] = ()
    means: tuple[tuple[str, Plain], ...] = ()

    def unsaid(self, default: object) -> bool:
        """Whether this default of it goes without saying."""
        return self.asked or (self.quiet and (self.valued or default in (False, [])))

    def sentence_of(self, value: object) -> str:
        """The sentence that tells of this value."""
        return next((sentence for word, sentence in self.says if word == str(value)), self.sentence)

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of all arguments of the predicate, the value last."""
        return self.args if self.value is None else (*self.args, self.value)

    @property
    def valued(self) -> bool:
        """True where the fact has exactly one value."""
        return self.value is not None and not self.many

    @property
    def numeric(self) -> bool:
        """Whether its value is a number."""
        return self.value is not None and self.value.kind == "int"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Schema:
    """`facts.toml`: entity kinds with their sentences, fact types by name, and what players call the words that rules
    give. The same only as itself."""

    entities: dict[str, str] = field(default_factory=dict)
    facts: dict[str, FactType] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def fits(value: object, type_: Type) -> bool:
    """Whether a plain value is of a type; whole numbers and truth values are told apart."""
    if type_.kind == "int":
        return type(value) is int and type_.low <= value <= type_.high
    if type_.kind == "enum":
        return isinstance(value, str) and value in type_.choices
    return isinstance(value, str) and value != ""


def describe(type_: Type) -> str:
    """What a type takes, in words."""
    if type_.kind == "int":
        return f"a whole number from {type_.low} to {type_.high}"
    if type_.kind == "enum":
        return "one of " + ", ".join(type_.choices)
    return {"entity": f"the name of a {type_.entity}", "card": "a card's title"}.get(type_.kind, "a short text")


def plain_type(value: Plain) -> str:
    """The JSON name of a plain value's type."""
    return "true/false" if isinstance(value, bool) else "number" if isinstance(value, int) else "text"


def column_labels(columns: list[Type]) -> list[str]:
    """The names of a row's cells; a name that stands twice is numbered."""
    labels: list[str] = []
    for column in columns:
        count = sum(label.rstrip("0123456789") == column.label for label in labels)
        labels.append(column.label if not count else f"{column.label}{count + 1}")
    return labels
