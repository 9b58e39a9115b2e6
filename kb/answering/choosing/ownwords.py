"""The words of checks: what each check and its facts say. Held as long as the rules are: of two snapshots with the same
rules of a game both have the same words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kb.held import Alike
from kb.words.text import StemSet, stem, words

if TYPE_CHECKING:
    from kb.rules.model.rulemodel import RuleModel


class OwnWords:
    """The stems of the words of each check of a model, worked out once."""

    def __init__(self, model: RuleModel) -> None:
        self.model = model
        self._found: dict[str, StemSet] = {}

    def of(self, name: str) -> StemSet:
        """The stems of what a check and its facts say."""
        if name not in self._found:
            self._found[name] = StemSet(stem(word) for text in self._texts(name) for word in words(text))
        return self._found[name]

    @cached_property
    def counted(self) -> frozenset[str]:
        """The stems of the nouns that count something in a fact of the game: `fame`, `hp`."""
        checks, facts = self.model.checks.values(), self.model.schema.facts
        slots = (slot for check in checks for slot in check.slots if slot.fact in facts and facts[slot.fact].numeric)
        return frozenset(stem(form) for slot in slots for form in slot.forms if len(words(form)) == 1)

    def _texts(self, name: str) -> list[str]:
        """What a check and its facts say."""
        check, schema = self.model.checks[name], self.model.schema
        texts = [check.title, *check.wordings]
        types = check.types(schema)
        for slot in check.read:
            fact = types.get(slot.name)
            texts += [slot.name, slot.question, *slot.forms, *slot.opposites, *([fact.question] if fact else [])]
            texts += [form for word, forms in slot.words for form in (word.replace("_", " "), *forms)]
            texts += [label for _, label in fact.value.words] if fact and fact.value else []
        return texts


_open = Alike[OwnWords]()


def own_words(model: RuleModel) -> OwnWords:
    """The words of a model's checks: the same ones for the same model."""
    return _open.of(id(model), lambda: OwnWords(model))  # who has words holds the model, so that its id stays its own
