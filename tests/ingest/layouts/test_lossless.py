"""No document, however damaged, loses a character, crashes a parser or fails without a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ingest.draft import MARKER
from ingest.games import load_game, open_document
from ingest.layouts import LAYOUTS, parse
from ingest.source import Source, checked
from kb.errors import Problem, SourceError
from kb.records import Document, Parsed, Role

CORPUS = Path(__file__).resolve().parents[3] / "corpus"
GAMES = sorted(path.parent.name for path in CORPUS.glob("*/game.toml"))
MANY = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
ODD = st.characters(codec="utf-8", exclude_categories=("Cs",))


def original(game: str) -> tuple[str, Document, dict[str, object]]:
    """The restated text of a game's first document, its record and its layout's options."""
    folder = CORPUS / game
    spec = load_game(folder)
    source, document = open_document(folder, spec, spec.documents[0], "restated", None)
    return source.text, document, spec.documents[0].options


def read(text: str, document: Document, options: dict[str, object]) -> tuple[Source, Parsed, list[Problem]]:
    source = Source(document.file, text, "")
    return source, *parse(source, document, options)


def assert_lossless(source: Source, parsed: Parsed, problems: list[Problem]) -> None:
    """Every character has one role, every span its text; what is wrong has a place in the file."""
    overlapping = any(problem.code == "overlap" for problem in problems)
    at = 0
    for segment in parsed.segments:
        assert segment.start == at or overlapping
        at = max(at, segment.end)
    assert at == len(source.text)
    for clause in parsed.clauses:
        spans = clause.parts or ((clause.start, clause.end),)
        assert " ".join(source.text[start:end] for start, end in spans) == clause.text
    separators = [source.text[s.start : s.end] for s in parsed.segments if s.role is Role.SEPARATOR]
    uncovered = [text for text in separators if not MARKER.fullmatch(text)]
    assert bool(uncovered) == any(problem.code == "uncovered" for problem in problems)
    for problem in problems:
        assert problem.place.file
        assert problem.message
        assert 1 <= problem.place.line <= len(source.lines)


@st.composite
def mutations(draw: st.DrawFn, text: str) -> str:
    """The text with a few lines dropped, doubled, swapped, blanked or spoilt with odd characters."""
    lines = text.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 6))):
        if not lines:
            break
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "blank", "spoil", "cut"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "blank":
                lines[at] = "\n"
            case "spoil":
                lines[at] = lines[at][:10] + draw(st.text(ODD, max_size=12)) + lines[at][10:]
            case _:
                lines = lines[: at + 1]
    return "".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@MANY
@given(data=st.data())
def test_a_damaged_document_is_parsed_or_its_problems_have_a_place(game: str, data: st.DataObject) -> None:
    text, document, options = original(game)
    damaged = data.draw(mutations(text))
    assume(damaged.strip())
    assert_lossless(*read(damaged, document, options))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@MANY
@given(text=st.text(ODD, min_size=1, max_size=400))
def test_any_text_is_parsed_or_its_problems_have_a_place(game: str, text: str) -> None:
    _, document, options = original(game)
    assume(text.strip())
    assert_lossless(*read(text, document, options))


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@MANY
@given(text=st.text(st.sampled_from("aB1.•*»-– \n\t\r<b></b>:[]“”…"), max_size=300))
def test_a_layout_without_options_reads_marks_in_any_order(layout: str, text: str) -> None:
    document = Document("g/d", "g", "", layout, "restated", "d.txt", "")
    assume(text.strip())
    assert_lossless(*read(text, document, {}))


@pytest.mark.parametrize("game", GAMES)
def test_ids_do_not_depend_on_the_words(game: str) -> None:
    """Spelling a lower-case word inside a sentence otherwise changes no id, no order and no kind."""
    text, document, options = original(game)
    _, before, _ = read(text, document, options)
    lines = text.splitlines(keepends=True)
    misspelt = [line.replace(" the ", " teh ").replace(" you ", " yuo ") for line in lines]
    changed = "".join(new if old.rstrip().endswith(".") else old for old, new in zip(lines, misspelt, strict=True))
    _, after, _ = read(changed, document, options)
    assert changed != text
    assert [(c.id, c.kind) for c in after.clauses] == [(c.id, c.kind) for c in before.clauses]


@pytest.mark.parametrize("game", GAMES)
def test_parsing_twice_gives_the_same_records(game: str) -> None:
    assert read(*original(game))[1:] == read(*original(game))[1:]


@pytest.mark.parametrize("text", ["", "   \n\t ", "x" * 10_000_000])
def test_what_no_layout_can_read_is_refused_with_a_place(text: str) -> None:
    with pytest.raises(SourceError) as error:
        checked(Source("d.txt", text, ""))
    assert error.value.problems[0].place.file == "d.txt"
