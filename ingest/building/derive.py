"""What is worked out of all records once for each build, so that no server has to: learned models, counts, places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ingest.learning.game import Taught
from kb.question.measures import measures_of
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.ranking.layout import Layout
from kb.rules.model.rulemodel import RuleModel
from kb.snapshots.parts import STORE
from kb.snapshots.snapshot import LAYOUT, LEARNED, LEXICON, WORDS
from kb.store.sqlite import Store
from kb.words.gamewords import save_words, words_of
from kb.words.lexicon import Lexicon, clause_texts


def write_lessons(aside: Path, lessons: Mapping[str, Taught], gaps: Learned | None) -> None:
    """Write what each game's questions taught, by the game's id, and for all games together what kind of question no
    document answers: a price or a rarity is missing here as it is there."""
    for game, own in lessons.items():
        for name, model in own.lessons.items():
            model.save(aside / LEARNED / game / f"{name}.npz")
    if gaps is not None:
        gaps.save(aside / LEARNED / "gaps.npz")


def numbers_asked(models: Iterable[RuleModel | None]) -> Iterator[str]:
    """How the games ask for the numbers that their facts tell."""
    for model in models:
        facts = model.schema.facts if model is not None else {}
        yield from (fact.question for fact in facts.values() if fact.numeric)


def write_looked_up(aside: Path, numbers: Iterable[str] = ()) -> None:
    """Write what a server would else work out when it starts: how often all words stand, in each game, what a number is
    asked of, which the questions for `numbers` tell, and where passages lead."""
    with closing(Store.open(aside / STORE)) as store:
        clauses, heard = store.clauses(), store.heard()
        said = (passage.text for passage in store.passages())
        printed = clause_texts(clauses, {})
        lexicon = Lexicon.of(clause_texts(clauses, heard), printed=printed, sentences=said)
        replace(lexicon, measures=measures_of(numbers, lexicon.frequency)).save(aside / LEXICON)
        save_words(words_of(clauses, heard), aside / WORDS)
        Layout.of(store.passage_places()).save(aside / LAYOUT)
