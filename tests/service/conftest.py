"""A knowledge base of two games that needs no model, and the application over it."""

from __future__ import annotations

import shutil
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from ingest.building import pipeline
from ingest.building.kept import checked
from ingest.encoding.encoders import HashingBuild
from ingest.language.reading import LanguageReading
from ingest.learning import game
from kb.knowledge import KnowledgeBase
from kb.records import Clause, Term
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.classifying.learning import learn
from kb.retrieval.embedding.encoder import Vectors
from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.conftest import once, shared

ROOT = Path(__file__).resolve().parents[2]
PRACTICE = '"round": "practice"'
"""Its samples are not needed here, nor is what VS System's teach: to learn it would take the longest of all."""
FEW = 50


def learned_if_short(texts: Sequence[str], vectors: Vectors, labels: Sequence[str]) -> Learned | None:
    """What tells a few labels apart: the tiny game's checks and clauses; not VS System's hundreds."""
    return learn(texts, vectors, labels) if len(set(labels)) <= FEW else None


def all_of_them(groups: Sequence[Hashable], vectors: Vectors) -> list[int]:
    """Every question stands for itself, so that tests find each again."""
    return list(range(len(groups)))


def split_at_stops(clauses: Sequence[Clause], terms: Sequence[Term], home: Path | None) -> LanguageReading:
    """Sentences without spaCy."""
    sentences = {each.id: tuple(f"{part.strip('. ')}." for part in each.plain.split(". ")) for each in clauses}
    return LanguageReading((), (), sentences)


def build_sample(place: Path) -> None:
    """A knowledge base of VS System and the tiny game under `place`, embedded by hashed words."""
    shutil.copytree(ROOT / "corpus" / "vs-system", place / "corpus" / "vs-system")
    asked = place / "corpus" / "vs-system" / "questions" / "train.jsonl"
    lines = asked.read_text("utf-8").splitlines(keepends=True)
    asked.write_text("".join(line for line in lines if PRACTICE not in line), "utf-8")
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", place / "corpus" / "tiny-game")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        patched.setattr(game, "learn", learned_if_short)
        patched.setattr(game, "exemplars", all_of_them)
        patched.setattr(checked, "known_whole", lambda folder: True)  # they are some of those that are known to be
        pipeline.build(place / "corpus", home=place / "home", encoder=HashingBuild()).close()


@pytest.fixture(scope="session", autouse=True)
def templates() -> None:
    """The pages' templates are compiled once a run: tests make dozens of applications, of which each compiles its
    own."""
    compiled = shared() / "templates"
    compiled.mkdir(exist_ok=True)
    APIFlask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(compiled))}


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a snapshot of VS System and the tiny game: built once a run, a copy for each who asks."""
    place = tmp_path_factory.mktemp("headjudge") / "home"
    shutil.copytree(once("sample", build_sample) / "home", place, symlinks=True)
    return place


@pytest.fixture(scope="module")
def base(home: Path) -> Iterator[KnowledgeBase]:
    """The knowledge base, open for all tests of a file: each that asks has a process that solves its checks."""
    with KnowledgeBase.open(home) as opened:
        yield opened


@pytest.fixture(scope="session")
def app(home: Path) -> Iterator[APIFlask]:
    """The application over it."""
    library = Library(home)
    library.warm_up()
    yield create_app(library)
    library.close()


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    """A client of the application; an error inside it is a response, as for a user."""
    return app.test_client()
