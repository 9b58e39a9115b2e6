"""Load a game's rule model from its folder; every problem at once, with its place."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kb.errors import Place, Problem, SourceError
from kb.gamefolder import FACTS, file_name, rule_texts
from kb.records import Clause
from kb.records.atoms import Partial
from kb.records.checks import Check
from kb.records.scenario import TextFact
from kb.records.types import Schema, fits
from kb.rules.cards.texts import used
from kb.rules.language.graph import Graph, Slice
from kb.rules.language.sorts import Sort
from kb.rules.language.syntax import TEXT, Rule, show_fact
from kb.rules.model.checkspec import read_checks
from kb.rules.model.demand import demanded
from kb.rules.model.flaws.infer import Inference, declared
from kb.rules.model.flaws.sentences import (
    about_the_question,
    asked_back,
    fragments,
    titles,
    two_faced,
    unnamed_answers,
)
from kb.rules.model.flaws.validate import check_problems, choices, precedence, predicates, resolved, unread_forms
from kb.rules.model.rulemodel import Entry, RuleModel
from kb.rules.model.ruletexts.literate import resolve
from kb.rules.model.ruletexts.lock import read_lock, write_lock
from kb.rules.model.ruletexts.sections import RulesFile, duplicate_section, pin_problems, short_id
from kb.rules.model.schema import read_schema
from kb.rules.model.twins import with_twins

UNLISTED = "unlisted"


def load_rules(
    folder: Path,
    clauses: Mapping[str, Clause],
    texts: Sequence[TextFact] = (),
    cards: Sequence[str] = (),
    quotes: bool = True,
) -> RuleModel:
    """The rule model of a game's folder, SourceError with every error where it has any; see `lint_rules`."""
    model, problems = lint_rules(folder, clauses, texts, cards, quotes)
    errors = list(dict.fromkeys(problem for problem in problems if problem.severity == "error"))
    if errors:
        raise SourceError(errors)
    return model


def lint_rules(
    folder: Path,
    clauses: Mapping[str, Clause],
    texts: Sequence[TextFact] = (),
    cards: Sequence[str] = (),
    quotes: bool = True,
) -> tuple[RuleModel, list[Problem]]:
    """A game's rule model and everything wrong with it, errors and warnings.

    `clauses` are the game's clauses by full id; `texts` the facts parsed from card texts; `cards` the
    titles that an argument of type card may take (any, where empty). `quotes` is False where the
    clauses are of an edition other than the one that the rules quote.
    """
    return Loader(folder, clauses, texts, cards, quotes).load()


def pin(folder: Path, clauses: Mapping[str, Clause]) -> list[str]:
    """Record the digest of every clause that a game's rules quote or rest on by `also:`; the ids whose digest is new or
    changed."""
    document = first_document(folder.name, clauses)
    read: set[str] = set()
    for path in rule_texts(folder):
        read |= RulesFile(path, folder, document, clauses, {}, quotes=False).read().rests_on
    found = {short_id(each, document): each for name, each in clauses.items() if name in read}
    changed = write_lock(folder, {name: each.digest for name, each in found.items()})
    return [found[name].id for name in changed]


def first_document(game: str, clauses: Mapping[str, Clause]) -> str:
    """The id of a game's first document, which its rules need not name."""
    return next((each.document for each in clauses.values() if each.game == game), f"{game}/")


class Loader:
    """The steps of loading one folder."""

    def __init__(
        self,
        folder: Path,
        clauses: Mapping[str, Clause],
        texts: Sequence[TextFact],
        cards: Sequence[str],
        quotes: bool,
    ) -> None:
        self.folder, self.game = folder, folder.name
        self.clauses = {key: each for key, each in clauses.items() if each.game == self.game}
        self.texts, self.cards, self.quotes = tuple(texts), tuple(cards), quotes
        self.document = first_document(self.game, self.clauses)
        self.problems: list[Problem] = []
        self.rules: list[Rule] = []
        self.entries: dict[str, Entry] = {}
        self.digest = hashlib.sha256()

    def load(self) -> tuple[RuleModel, list[Problem]]:
        """Read all files, then check them against each other."""
        schema = self._schema()
        if any(problem.severity == "error" for problem in self.problems):
            return self._unread(schema), self.problems
        self.texts = used(self.texts, schema)
        checks = self._checks(self._rules_files(), schema)
        self.problems += unread_forms(schema, checks.values())
        self.problems += about_the_question(schema)
        self.problems += two_faced(self.rules, schema)
        self.problems += asked_back(schema, checks.values())
        self.problems += titles(checks.values())
        self.problems += fragments(self.rules)
        self.problems += unnamed_answers(schema, self.rules, checks.values())
        self.problems += predicates(self.rules, schema)
        self.problems += precedence(self.rules)
        self.problems += self._text_facts(schema)
        graph = Graph(self.rules)
        self.problems += graph.circles()
        self.problems += choices(self.rules, graph)
        checks = with_twins(checks, self.rules, schema)
        slices = {name: graph.slice(_goals(check), _claimed(check)) for name, check in checks.items()}
        demands = {name: demanded(slices[name], _atoms(check)) for name, check in checks.items()}
        if not any(problem.severity == "error" for problem in self.problems):
            self._types(schema, checks, slices, demands, graph)
        entries = tuple(self._entries())
        model = RuleModel(
            game=self.game,
            version=self.digest.hexdigest(),
            schema=schema,
            rules=tuple(self.rules),
            checks=checks,
            slices=slices,
            demands=demands,
            entries=entries,
            documents=tuple(dict.fromkeys(each.document for each in entries)),
            texts=self.texts,
            cards=self.cards,
            problems=tuple(self.problems),
        )
        return model, self.problems

    def _unread(self, schema: Schema) -> RuleModel:
        """The model where facts.toml has errors: what rests on it is not read, so that only the cause is reported."""
        return RuleModel(self.game, self.digest.hexdigest(), schema, (), {}, {}, {}, problems=tuple(self.problems))

    def _schema(self) -> Schema:
        """The facts of a game; none where it has no facts.toml."""
        path = self.folder / FACTS
        if not path.is_file():
            return Schema()
        schema, found = read_schema(file_name(self.folder, path), self._text(path))
        self.problems += found
        return schema

    def _checks(self, files: Sequence[RulesFile], schema: Schema) -> dict[str, Check]:
        """The checks of all sections together, in the order of the documents."""
        merged: dict[str, Check] = {}
        written = [(clause, each.file, text) for each in files for clause, text in each.checks]
        written.sort(key=lambda found: self._ordinal(resolve(found[0], self.document)))
        for clause, file, text in written:
            checks, found = read_checks(file, text, self.game, schema, clause)
            self.problems += found
            for check in checks.values():
                if check.id in merged:
                    message = f"the id {check.id} is taken at {merged[check.id].place}"
                    self.problems.append(Problem("duplicate-check", message, check.place, "ids that stand once"))
                merged.setdefault(check.id, check)
        return merged

    def _text(self, path: Path) -> str:
        content, name = path.read_bytes(), file_name(self.folder, path)
        self.digest.update(name.encode() + b"\0" + content)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            place = Place(name, content.count(b"\n", 0, error.start) + 1)
            self.problems.append(Problem("not-utf8", f"byte {content[error.start]} is not UTF-8", place, "UTF-8"))
            return ""

    def _rules_files(self) -> list[RulesFile]:
        """Read every rule text; a clause has one section in all of them. Of rules that derive the same the first is
        shown: they stand in the order of the documents."""
        files, lock = [], read_lock(self.folder)
        places: dict[str, Place] = {}
        for path in rule_texts(self.folder):
            if self._text(path):
                read = RulesFile(path, self.folder, self.document, self.clauses, lock, self.quotes).read()
                files.append(read)
                self.problems += read.problems
                self.rules += [resolved(rule, self.clauses, self.problems) for rule in read.rules]
                again = [each for each in read.places if each in places]
                self.problems += [duplicate_section(each, read.places[each], places[each]) for each in again]
                self.entries = {**read.entries, **self.entries}
                places = {**read.places, **places}
        self.rules.sort(key=lambda rule: self._ordinal(rule.clause))
        self.problems += self._also_pinned(lock) if self.quotes else ()
        return files

    def _also_pinned(self, lock: Mapping[str, str]) -> Iterator[Problem]:
        """What is wrong with the pins of clauses that rules rest on without a section of their own, once for each."""
        places = {clause: rule.place for rule in reversed(self.rules) for clause in rule.also}
        for identifier, place in places.items():
            clause = self.clauses.get(identifier)
            if clause is not None and identifier not in self.entries:
                yield from pin_problems(clause, lock.get(short_id(clause, self.document)), place)

    def _ordinal(self, clause: str) -> tuple[str, int]:
        """Where a clause stands in the documents; rules of none come first."""
        known = self.clauses.get(clause)
        return (known.document, known.ordinal) if known else ("", 0)

    def _types(
        self,
        schema: Schema,
        checks: dict[str, Check],
        slices: dict[str, Slice],
        demands: dict[str, tuple[Partial, ...]],
        graph: Graph,
    ) -> None:
        cast: dict[str, list[str]] = defaultdict(list)
        for check in checks.values():
            for member in check.cast:
                cast[member.kind].append(member.name)
        inputs = declared(schema, cast)
        inference = Inference(self.rules, inputs, graph.recursive)
        self.problems += dict.fromkeys(inference.run())
        sorts: dict[tuple[str, int], list[Sort]] = {**inputs, **inference.derived}
        for name, check in checks.items():
            self.problems += check_problems(check, slices[name], demands[name], schema, sorts, self.clauses)
        self.problems += self._unreached(slices.values())

    def _unreached(self, slices: Iterable[Slice]) -> Iterator[Problem]:
        reached = {rule.id for slice_ in slices for rule in slice_.rules}
        for rule in self.rules:
            if rule.id not in reached:
                yield Problem(
                    "unreached", f"no check reaches {rule.id}", rule.place, "a check whose goal needs it", "warning"
                )

    def _text_facts(self, schema: Schema) -> Iterator[Problem]:
        for text in self.texts:
            self.digest.update(repr(text).encode())
            name, args = str(text.fact[0]), text.fact[1:]
            fact = schema.facts.get(name)
            place = Place(f"{self.game}/facts.toml", 1)
            if fact is None or len(fact.types) != len(args):
                message = f"card text states {show_fact(text.fact)}, which is no fact"
                yield Problem("unknown-fact", message, place, f'name = "{name}"')
                continue
            for arg, type_ in zip(args, fact.types, strict=True):
                plain = arg[1] if isinstance(arg, tuple) and arg[0] == TEXT else arg
                if not fits(plain, type_):
                    yield Problem(
                        "bad-fact", f"card text states {show_fact(text.fact)}: {plain} does not fit", fact.place
                    )

    def _entries(self) -> Iterator[Entry]:
        """One entry for each clause of the game, in the documents' order."""
        for identifier, clause in sorted(self.clauses.items(), key=lambda pair: (pair[1].document, pair[1].ordinal)):
            entry = self.entries.get(identifier)
            yield entry or Entry(identifier, clause.document, UNLISTED, "no section in the rule model", 0, 1)


def _goals(check: Check) -> list[tuple[str, int]]:
    return [(str(goal[0]), len(goal) - 1) for goal in _atoms(check)]


def _claimed(check: Check) -> list[str]:
    return [str(twin.goal[0]) for twin in check.twins]


def _atoms(check: Check) -> list[Partial]:
    return [goal for goal in (check.goal, check.against) if goal]
