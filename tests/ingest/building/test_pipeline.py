"""From a game's folder to a published snapshot, on the tiny game: whole or not at all, nothing done twice."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ingest.building import pipeline
from ingest.building.pipeline import build
from ingest.encoding.encoders import HashingBuild
from ingest.language.reading import LanguageReading
from ingest.lint.validate import lint_game
from ingest.wordings import load_wordings
from kb.errors import SnapshotError, SourceError, UsageError
from kb.gamefolder import model_files
from kb.home import current_version
from kb.records import Clause, Term
from kb.retrieval.embedding.index import VectorIndex
from kb.rules.model.compiled import COMPILED
from kb.snapshots.snapshot import LEXICON, Snapshot, open_current, versions
from kb.words.lexicon import Lexicon
from tests.conftest import copied
from tests.ingest.lint.test_samples import ask

pytestmark = pytest.mark.slow  # each builds games, from documents to a snapshot

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
ROOT = FIXTURES.parents[1]


def split_at_stops(clauses: Sequence[Clause], terms: Sequence[Term], home: Path | None) -> LanguageReading:
    """Sentences without spaCy, for tests that are not about language."""
    sentences = {each.id: tuple(f"{part.strip('. ')}." for part in each.plain.split(". ")) for each in clauses}
    return LanguageReading((), (), sentences)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of the tiny game, read without spaCy."""
    monkeypatch.setattr(pipeline, "read_language", split_at_stops)
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    return tmp_path / "corpus"


def build_tiny(corpus: Path) -> Snapshot:
    return build(corpus, home=corpus.parent / "home", encoder=HashingBuild())


def test_the_tiny_game_goes_from_its_folder_to_answers(corpus: Path) -> None:
    report = lint_game(corpus / "tiny-game")
    assert (report.problems, report.coverage[0].share) == ((), 1.0)
    with build_tiny(corpus) as snapshot:
        store = snapshot.store
        assert [game.title for game in store.games()] == ["Lighthouse Keepers"]
        assert len(store.clauses()) == 13
        assert store.clauses()[0].id == "tiny-game/rules#setting-up.b1"
        assert store.clauses()[6].id == "tiny-game/rules#the-night.b3"
        assert store.clauses()[-1].id == "tiny-game/rules#the-dawn.p1"
        [(number, _), *_] = store.lexical(["oil", "tie"])
        assert store.passage(number).clause == "tiny-game/rules#the-dawn.p1"
        asked = snapshot.encoder.encode(["can my guy go upstairs in bad weather"])
        row = int(snapshot.index.search(asked, 1)[1][0, 0])
        assert store.passage(row).kind == "wording"
        assert store.passage(row).clause == "tiny-game/rules#storms.p1"
        assert [term.is_a for term in store.terms("tiny-game") if term.name == "squall"] == [("storm",)]
        assert Lexicon.open(snapshot.folder / LEXICON).measures == {"ships": "tokens"}


def test_the_manifest_says_what_it_was_made_of(corpus: Path) -> None:
    snapshot = build_tiny(corpus)
    files = [path.relative_to(corpus).as_posix() for path in model_files(corpus / "tiny-game")]
    rules = {f"rules/{name}" for name in (*files, f"tiny-game/{COMPILED}")}
    assert set(snapshot.manifest.files) == {
        "kb.db",
        "vectors.faiss",
        "lexicon.json",
        "words.json",
        "layout.npz",
        "encoder/encoder.json",
        "learned/gaps.npz",
        "learned/tiny-game/checks.npz",
        "learned/tiny-game/clauses.npz",
        *rules,
    }
    assert set(snapshot.manifest.documents) == {"tiny-game/rules"}
    assert snapshot.manifest.encoder["kind"] == "hashing"
    assert snapshot.counts["passages"] == len(snapshot.index) <= snapshot.counts["embedded"]


def test_a_second_build_embeds_nothing_and_has_the_same_content(corpus: Path) -> None:
    first = build_tiny(corpus)
    second = build_tiny(corpus)
    assert second.counts["embedded"] == 0
    assert second.version.rpartition("-")[2] == first.version.rpartition("-")[2]
    assert second.manifest.files == first.manifest.files


def test_a_changed_line_embeds_what_changed_alone(corpus: Path) -> None:
    build_tiny(corpus)
    rules = corpus / "tiny-game" / "rules.txt"
    rules.write_text(rules.read_text("utf-8").replace("7 nights", "8 nights"), "utf-8")
    snapshot = build_tiny(corpus)
    assert snapshot.counts["embedded"] == 2
    assert "8 nights" in snapshot.store.clause("tiny-game/rules#the-dawn.p1").text


def test_every_problem_of_every_game_is_told_and_the_current_snapshot_stays(corpus: Path) -> None:
    good = build_tiny(corpus).version
    for name in ("invalid-empty-file", "invalid-duplicate-id", "invalid-unknown-layout"):
        shutil.copytree(FIXTURES / name, corpus / name)
    with pytest.raises(SourceError) as raised:
        build_tiny(corpus)
    assert {"empty-file", "duplicate-id", "unknown-layout"} <= {each.code for each in raised.value.problems}
    assert current_version(corpus.parent / "home") == good
    assert versions(corpus.parent / "home") == (good,)
    assert [path.name for path in (corpus.parent / "home" / "snapshots").iterdir()] == [good]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_a_build_that_is_interrupted_changes_nothing(corpus: Path, error: type[BaseException]) -> None:
    good = build_tiny(corpus).version

    def interrupted(stage: str, done: int, total: int) -> None:
        if stage == "store" and done:
            raise error

    with pytest.raises(error):
        build(corpus, home=corpus.parent / "home", progress=interrupted, encoder=HashingBuild())
    with open_current(corpus.parent / "home") as snapshot:
        assert snapshot.version == good
    assert [path.name for path in (corpus.parent / "home" / "snapshots").iterdir()] == [good]


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        (lambda found: found[:-1], r"the index has \d+ rows for \d+ passages"),
        (lambda found: np.roll(-found, 1, axis=0), "is not found by its own text"),
        (lambda found: found[:, :32].copy(), "differ in dimension"),
    ],
    ids=["a row short", "other rows", "other dimension"],
)
def test_a_snapshot_that_is_not_whole_is_not_published(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, vectors: object, said: str
) -> None:
    right = VectorIndex.of
    monkeypatch.setattr(VectorIndex, "of", lambda found: right(vectors(found)))  # type: ignore[operator]
    with pytest.raises(SnapshotError, match=said):
        build_tiny(corpus)
    assert current_version(corpus.parent / "home") is None


def test_progress_tells_each_stage_to_its_end(corpus: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build(
        corpus,
        home=corpus.parent / "home",
        progress=lambda stage, done, total: told.append((stage, done, total)),
        encoder=HashingBuild(),
    )
    stages = list(dict.fromkeys(stage for stage, _, _ in told))
    assert stages == ["check", "read", "encoder", "learn", "embed", "answer", "store", "verify"]
    last = {stage: (done, total) for stage, done, total in told}
    assert all(done == total for done, total in last.values())


def test_a_corpus_without_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no folder with a game\.toml"):
        build(tmp_path, home=tmp_path / "home", encoder=HashingBuild())


def test_broken_questions_are_told_with_their_place(corpus: Path) -> None:
    ask(corpus / "tiny-game", {"ask": "may I climb", "clause": "storms.p1"})
    with pytest.raises(SourceError) as raised:
        build_tiny(corpus)
    assert [str(problem.place) for problem in raised.value.problems] == ["tiny-game/questions/train.jsonl:1:1"]


def test_a_question_that_nothing_answers_keeps_what_is_lacking(corpus: Path) -> None:
    folder = corpus / "tiny-game"
    gap = {"ask": "what does the box cost", "clauses": ["rules#storms.p1"], "lacks": "the price"}
    ask(folder, gap, {"ask": "does it blow", "clauses": ["rules#storms.p1", "rules#storms.b1"]})
    asked = [(each.question, each.kind, each.clause.partition("#")[2]) for each in load_wordings(folder)]
    assert asked == [
        ("does it blow", "wording", "storms.p1"),
        ("does it blow", "wording", "storms.b1"),
        ("what does the box cost", "gap", "storms.p1"),
    ]
    assert json.loads(load_wordings(folder)[-1].states) == {"lacks": "the price"}


def test_questions_without_an_answer_are_learned_for_all_games_together(corpus: Path) -> None:
    prices = [f"what does the {thing} cost in shops" for thing in ("box", "board", "figure", "meeple")]
    gaps = [{"ask": each, "clauses": ["rules#storms.p1"], "lacks": "prices"} for each in prices]
    ask(corpus / "tiny-game", {"ask": "can I climb now", "clauses": ["rules#storms.p1"]}, *gaps)
    with build(corpus, home=corpus.parent / "home", encoder=HashingBuild()) as snapshot:
        learned = snapshot.learned("", "gaps")
        assert learned is not None
        texts = ("what does the dice tray cost in shops", "how much oil does a keeper take")
        price, oil = (learned.scores(text, snapshot.encoder.encode([text])[0])["gap"] for text in texts)
    assert price > oil


@pytest.mark.model
def test_norms_mentions_and_sentences_are_read_and_kept(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    with build(tmp_path / "corpus", home=tmp_path / "home", encoder=HashingBuild()) as snapshot:
        [norm] = snapshot.store.norms("tiny-game/rules#the-night.b3")
        assert "unless" in norm.exception
        assert {mention.term for mention in snapshot.store.mentions("tiny-game/rules#the-night.b3")} == {
            "tiny-game:oil",
            "tiny-game:keeper",
        }
        sentences = [each for each in snapshot.store.passages() if each.kind == "sentence"]
        assert [each.text.rpartition(": ")[2] for each in sentences][:2] == [
            "Each player takes 3 oil.",
            "A player never holds more than 5 oil.",
        ]


SECOND_BUILD = """
import json, sys, time
from pathlib import Path
from ingest.building.pipeline import build
built = build(Path(sys.argv[1]), home=Path(sys.argv[2]))
heavy = sorted({"torch", "sentence_transformers", "transformers", "spacy"} & {*sys.modules})
print(json.dumps([built.counts["embedded"], heavy, time.process_time()]))
"""
Built = tuple[int, list[str], float]


def build_again(corpus: Path, home: Path) -> tuple[Built, Built]:
    """Of a first build and of one with nothing changed, each in a process of its own: passages embedded, heavy
    libraries loaded, seconds of processor. The second takes a fifth of them, which other tests beside it do not make a
    half. A second that is not quick counts by the quicker of two: whatever else runs only adds."""
    command = [sys.executable, "-c", SECOND_BUILD, str(corpus), str(home)]

    def ran() -> Built:
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return tuple(json.loads(said.split("\n")[-2]))

    first, second = ran(), ran()
    return first, second if second[2] < first[2] / 2 else min(second, ran(), key=lambda built: built[2])


@pytest.mark.model
def test_a_second_build_with_nothing_changed_is_quick_and_loads_no_model(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    first, second = build_again(tmp_path / "corpus", tmp_path / "home")
    assert first[:2] == (33, ["spacy", "torch"]), "spaCy loads torch; the encoder is exported in a process of its own"
    assert second[:2] == (0, [])
    assert second[2] < first[2] / 2, "seconds of processor, compared in one run: machines differ"
    with open_current(tmp_path / "home") as snapshot:
        assert snapshot.knows_word("weather")
        assert snapshot.manifest.encoder["sha256"].startswith("53aa5117")


@pytest.mark.model
def test_the_largest_game_is_built_again_in_less_than_half_the_time_and_nothing_is_embedded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_ENCODER", "hashing")
    corpus = copied(["vs-system"], tmp_path / "corpus", most=3_000)
    first, second = build_again(corpus, tmp_path / "home")
    assert first[0] > 3_000
    assert second[:2] == (0, [])
    assert second[2] < first[2] / 2
