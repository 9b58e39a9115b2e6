"""Which game a question is about, and whether anything answers it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.building.pipeline import build
from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.retrieval.classifying.decline import FEATURES, asked_for, other_game, support, telling_words
from kb.retrieval.classifying.games import GameDetector, prefer_games
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.retriever import Retriever
from kb.retrieval.ranking.teaching import Teaching
from kb.words.gamewords import words_of
from tests.kb.fakes import CLAUSES, LEXICON, FakeStore, read

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
WORDS = words_of(CLAUSES, {})
DETECTOR = GameDetector(WORDS, {"hits": 12.0, "learned": 2.4, "words": 0.5, "terms": 1.5})
RETRIEVER = Retriever(
    FakeStore(), Layout.of(FakeStore().passage_places()), LEXICON, teaching=Teaching(vocabularies=WORDS)
)


@pytest.mark.parametrize(
    ("question", "game"),
    [("does press change boost", "vs"), ("is a huge figure pulled", "age"), ("In Agemonia, does press work?", "age")],
)
def test_the_likeliest_game_comes_first(question: str, game: str) -> None:
    reading = read(question)
    guesses = DETECTOR.guess(reading, RETRIEVER.search(reading))
    assert guesses[0].game == game
    assert sum(guess.probability for guess in guesses) == pytest.approx(1.0)


def test_words_of_no_game_leave_it_open() -> None:
    reading = read("hello there weather")
    guesses = DETECTOR.guess(reading, ())
    assert max(guess.probability for guess in guesses) < 0.8


def test_hits_of_the_likelier_game_move_up() -> None:
    reading = read("large figure cost")
    hits = RETRIEVER.search(reading)
    guesses = DETECTOR.guess(read("is a huge figure pulled"), RETRIEVER.search(read("is a huge figure pulled")))
    moved = prefer_games(hits, guesses, 10.0)
    assert moved[0].clause.game == "age"
    assert sorted(hit.clause.id for hit in moved) == sorted(hit.clause.id for hit in hits)


WEIGHTS = {"bias": 1.0, "uncovered": -4.0, "strange": -4.0}


def probability(question: str) -> float:
    reading = read(question)
    hits = RETRIEVER.search(reading)
    return support(reading, hits, (), RETRIEVER, WEIGHTS).probability


def test_a_covered_question_is_supported_more_than_an_uncovered_one() -> None:
    assert probability("does press leave boost costs alone") > 0.7
    assert probability("does press work with quantum teleportation insurance") < 0.3


def test_no_hit_is_no_support() -> None:
    assert probability("weather") == 0.0


def test_how_it_is_asked_is_nothing_that_a_document_need_hold() -> None:
    assert telling_words(read("does press always work")) == telling_words(read("does press work"))
    assert not {"at", "most"} & set(telling_words(read("does press work at most once")))


def test_the_words_that_nothing_near_holds_are_named() -> None:
    reading = read("does press work with insurance")
    found = support(reading, RETRIEVER.search(reading), (), RETRIEVER, WEIGHTS)
    assert "insurance" in found.missing
    assert "press" not in found.missing
    assert set(found.features) == set(FEATURES)


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("In Catan, does press change boost?", "Catan"),
        ("what does a huge figure do in settlers of catan", "Catan"),
        ("coming from Catan: in Agemonia, is a huge figure pulled?", None),
        ("is a huge figure pulled", None),
    ],
)
def test_a_question_on_another_game_is_not_answered(question: str, game: str | None) -> None:
    reading = read(question)
    assert other_game(reading) == game
    if game:
        found = support(reading, RETRIEVER.search(reading), (), RETRIEVER)
        assert (found.probability, found.lacks) == (0.0, f"the rules of {game}")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("does Ivan's press guy cost less than Maria's", ("press", "guy", "cost")),
        ("anna pays", ("pays",)),
        ("Anna and Ben?", ("anna", "ben")),
        ("does Morg cost less", ("morg", "cost")),
    ],
)
def test_who_plays_tells_nothing_of_what_is_asked(question: str, words: tuple[str, ...]) -> None:
    kept = telling_words(read(question))
    assert kept[: len(words)] == words
    assert not {"ivan's", "maria's"} & set(kept)


@pytest.mark.parametrize(
    ("kinds", "taught"),
    [
        (["clause"], False),
        (["clause", "wording"], True),
        (["clause", "clause", "wording"], False),
        (["wording"] * 3, True),
    ],
)
def test_a_game_with_fewer_questions_than_clauses_is_one_of_text_alone(kinds: list[str], taught: bool) -> None:
    """One question for a clause tells nothing of how players ask for the others."""
    places = [
        (f"tea/rules#{at if kind == 'clause' else 0}", "tea", "tea/rules", kind, "") for at, kind in enumerate(kinds)
    ]
    assert Retriever(FakeStore(), Layout.of(places), LEXICON).taught("tea") is taught


@pytest.mark.model
@pytest.mark.slow
def test_a_game_of_text_alone_is_answered_from_its_clauses(tmp_path: Path) -> None:
    """What nobody wrote questions for is found all the same, and what stands nowhere in it is declined."""
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    for path in (tmp_path / "corpus" / "tiny-game").iterdir():
        if path.name not in ("game.toml", "rules.txt"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    build(tmp_path / "corpus", home=tmp_path / "home").close()
    with KnowledgeBase.open(tmp_path / "home") as base:
        assert not base.retriever.taught("tiny-game")
        assert base.snapshot.second is not None, "what games of text alone are searched by beside the encoder"
        found = answer(base, "how much oil does it take to light the lamp")
        assert found.outcome is Outcome.CITED
        assert "oil" in found.citations[0].clause.text
        assert answer(base, "how do I build a railway in Spain").outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize(
    ("question", "lacks", "cosine", "named"),
    [
        ("how many figures can an area take", "how many figures an area holds", 0.82, True),
        ("who takes the first turn", "who starts the game", 0.91, True),
        ("how many gold coins do you start with", "how many cards a hero has and which", 0.84, False),
        ("weather tomorrow in the harbour", "who designed the set", 0.65, False),
        ("how much is a wound worth at the end", "how many wounds the wound stack has", 0.8, False),
    ],
)
def test_what_is_lacking_is_named_where_it_was_asked_for(question: str, lacks: str, cosine: float, named: bool) -> None:
    """The nearest of all gaps is some gap always: `No document here says how many cards a hero has` answers nobody."""
    assert asked_for(read(question), lacks, cosine) is named
