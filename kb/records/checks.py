"""What a rule model is made of besides rules: fact types, checks, facts read, results, proofs. Frozen and silent."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from kb.errors import Place
from kb.records import Verdict
from kb.records.atoms import Fact, Partial, Value

Plain = bool | int | str
Default = Plain | tuple[Plain, ...] | None
Json = dict[str, object]
NOWHERE = Place("checks.toml")


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


@dataclass(frozen=True, slots=True)
class Slot:
    """What a check asks for under one name: a fact (open arguments None), or with `each` a list of things.

    `forms`, `opposites` and `words` are players' words, the fact's own first; the `forms` of a list are nouns for its
    things. `order` is the property that numbers things in the order in which they are told.
    """

    name: str
    fact: str
    args: Partial
    each: str = ""
    mark: str = ""
    properties: tuple[str, ...] = ()
    default: Default = None
    must: bool = False
    question: str = ""
    place: Place = NOWHERE
    forms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    order: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A thing of a check's cast: its constant, entity kind, and what players call it."""

    name: str
    kind: str
    called: str


@dataclass(frozen=True, slots=True)
class Twin:
    """A number that a check of yes or no confirms: the `fact` that states the one claimed, and the `goal` of the
    `check` that gives the right one."""

    fact: str
    check: str
    goal: Partial


ASKS = "asks"
"""The name under which it is read which way a question asks, beside the facts of a check."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The two ways in which a question asks for what a check of yes or no computes: for it, or for its contrary,
    `does it go down?` and `does it stay up?`. They are about the question and no fact: no rule sees them.

    `slot` and `fact` say by which words a question asks for the contrary (true) or for the goal itself (false), and
    what goes without saying; `labels` name the goal and its contrary.
    """

    slot: Slot
    fact: FactType
    labels: tuple[str, str]

    @property
    def default(self) -> bool | None:
        """Whether the contrary is asked for where nothing is said; None where neither goes without saying."""
        return None if self.slot.default is None else bool(self.slot.default)


@dataclass(frozen=True, slots=True)
class Check:
    """One `[[check]]`; `goal` has None where its variables stand. `twins` are read from its rules."""

    id: str
    game: str
    title: str
    kind: str
    goal: Partial
    against: Partial | None
    clauses: tuple[str, ...]
    wordings: tuple[str, ...]
    cast: tuple[Member, ...]
    slots: tuple[Slot, ...]
    place: Place = NOWHERE
    twins: tuple[Twin, ...] = ()
    ways: Ways | None = None

    @property
    def read(self) -> tuple[Slot, ...]:
        """What is read of a question for it: its slots, and which way it asks."""
        return self.slots if self.ways is None else (*self.slots, self.ways.slot)

    def types(self, schema: Schema) -> dict[str, FactType]:
        """The fact of each slot that is read, by the slot's name; lists of things have none."""
        found = {slot.name: schema.facts[slot.fact] for slot in self.slots if slot.fact in schema.facts}
        return found if self.ways is None else found | {ASKS: self.ways.fact}

    @property
    def full_id(self) -> str:
        """`game/id`."""
        return f"{self.game}/{self.id}"


@dataclass(frozen=True, slots=True)
class TextFact:
    """A fact that a card's own text states; it takes part where a scenario names `card` (always where empty)."""

    fact: Fact
    clause: str
    sentence: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Assumption:
    """A closed-world default: the slot that would state it, its value, and the atoms it decides."""

    slot: str
    value: object
    pattern: Partial


@dataclass(frozen=True, slots=True)
class Unknown:
    """A fact not given: exactly one of `choices` holds, each a value with the atoms it stands for.

    No choices: the possible values cannot be listed, so it must be asked.
    """

    slot: str
    question: str
    type: str
    choices: tuple[tuple[Plain, tuple[Fact, ...]], ...]
    labels: tuple[tuple[str, str], ...]
    pattern: Partial


@dataclass(frozen=True, slots=True)
class Reading:
    """A check's facts as atoms, sorted: what holds, what was stated (also as false), assumed, is unknown.

    `texts` are the card texts that take part, `names` what players call constants, `facts` the facts as
    they were understood, `read_as` the same in sentences. `values` has the one value of each fact that has one, by
    the atom without it, also where no rule asks for that value.
    """

    atoms: tuple[Fact, ...]
    stated: tuple[Partial, ...]
    assumptions: tuple[Assumption, ...]
    unknown: tuple[Unknown, ...]
    texts: tuple[TextFact, ...]
    names: dict[Value, str]
    facts: Json
    read_as: tuple[Json, ...]
    values: dict[Partial, Value] = field(default_factory=dict)


class Status(StrEnum):
    """How a check ended."""

    ANSWERED = "answered"
    DEPENDS = "depends"
    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one world decides; two outcomes are equal where status and value are."""

    status: Status
    value: Plain | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a proof; `form` says how its children make it true (see kb/rules/prove/build.py).

    `kind` is given, card-text, rule, computed or absent. `atom` may hold `_`. `value` is an aggregate's
    result, `supposing` what a case assumes or an aggregate's variables, `also_holds` the atoms of an
    absent pattern that do hold.
    """

    id: str
    kind: str
    form: str
    atom: str
    sentence: str
    clause: str = ""
    rule: str = ""
    children: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    quote: str = ""
    interpretation: str = ""
    hidden: bool = False
    value: int | None = None
    supposing: tuple[str, ...] = ()
    also_holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A DAG of nodes; every node but the root is some node's child, children stand before their parents' ids."""

    root: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A fact that would help: its slot, question, type, choices, and what each answer leads to."""

    fact: str
    question: str
    type: str
    choices: tuple[Plain, ...]
    labels: tuple[tuple[str, str], ...]
    why: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """A default that the verdict rests on; what is `quiet` goes without saying and is not shown under "assumed"."""

    fact: str
    value: object
    sentence: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check that was run. `citations` are clause ids, those the verdict rests on most closely first; `reason` is what
    `summary` says behind the verdict, `said` the same without why it is so."""

    check: str
    title: str
    status: Status
    verdict: Verdict | None
    summary: str
    facts: Json
    read_as: tuple[Json, ...]
    assumed: tuple[Assumed, ...]
    ask: tuple[Ask, ...]
    proof: Proof | None
    citations: tuple[str, ...]
    reason: str = ""
    said: str = ""

    @property
    def told(self) -> tuple[Assumed, ...]:
        """What was assumed of the game; not what goes without saying."""
        return tuple(each for each in self.assumed if not each.quiet)

    @property
    def told_proof(self) -> Proof | None:
        """The proof as it is told: a step is hidden that says only what goes without saying, `it has 1 Wound`, or a
        number that rests on nothing else, `a shield of 0 takes nothing off`."""
        unsaid = {each.sentence for each in self.assumed if each.quiet} - {each.sentence for each in self.told}
        if self.proof is None or not unsaid:
            return self.proof
        below = {node.id: node for node in self.proof.nodes}

        def goes_without_saying(node: Node) -> bool:
            if node.form in ("none", "default") and node.sentence in unsaid:
                return True
            steps = [below[each] for each in node.children if each in below]
            return bool(steps) and all(map(goes_without_saying, steps))

        nodes = (
            replace(node, hidden=True)
            if node.id != self.proof.root
            and (not node.children or any(map(str.isdigit, node.sentence)))
            and goes_without_saying(node)
            else node
            for node in self.proof.nodes
        )
        return Proof(self.proof.root, tuple(nodes))
