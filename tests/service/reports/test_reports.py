"""A wrong ruling is reported from its page, listed, and made a failing case or a question in one command."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from urllib.parse import urlencode

import pytest
from apiflask import APIFlask
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from ingest.lint.cases import try_cases
from kb.errors import UnavailableError, UsageError
from kb.evaluation.labelled import labelled
from kb.knowledge import KnowledgeBase
from service.commands.quality.reports import reports as command
from service.reports import store
from service.reports.curated import add_question, expected
from service.reports.record import record
from tests.service.conftest import ROOT

ASKED = f"/?{urlencode({'q': 'may my keeper light the lamp on the top floor with 2 oil', 'game': 'tiny-game'})}"


@pytest.fixture
def reported(client: FlaskClient, app: APIFlask, home: Path) -> Path:
    """The home folder of the server, with one report."""
    kept = home / store.NAME
    kept.unlink(missing_ok=True)
    page = client.get(ASKED).text
    assert "Report a wrong ruling" in page
    reply = client.post("/reports", data={"page": ASKED, "should": "No", "comment": "The top floor is locked."})
    assert reply.status_code == 201
    assert "report 1 is kept" in reply.text
    return home


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tiny game that may be written to."""
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", tmp_path / "tiny-game")
    monkeypatch.setenv("HEADJUDGE_CORPUS", str(tmp_path))
    return tmp_path


def run(home: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    """`headjudge reports …` over a home folder."""
    monkeypatch.setenv("HEADJUDGE_HOME", str(home))
    return CliRunner().invoke(command, arguments)


def test_a_report_keeps_what_was_asked_read_answered_and_said(reported: Path) -> None:
    [found] = store.reports(reported)
    assert (found["number"], found["should"], found["comment"]) == (1, "No", "The top floor is locked.")
    assert found["question"] == "may my keeper light the lamp on the top floor with 2 oil"
    [said] = found["answers"]
    assert (said["game"], said["outcome"], said["check"]) == ("tiny-game", "answered", "tiny-game/light-lamp")
    assert said["facts"] == {"oil": 2, "top_floor": True}
    assert said["said"].startswith("Yes: ")
    assert said["read_as"]
    assert said["clauses"][0] == "tiny-game/rules#the-night.b2"


def test_reports_are_listed_and_exported(reported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = run(reported, monkeypatch).output
    assert "1. " in listed
    assert "should be: No" in listed
    assert json.loads(run(reported, monkeypatch, "--json").output) == store.reports(reported)


def test_a_report_becomes_a_failing_case_in_one_command(
    reported: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(try_cases(corpus / "tiny-game"))
    assert not any(each.wrong for each in before)
    assert run(reported, monkeypatch, "case", "1", "--verdict", "no").exit_code == 0
    after = list(try_cases(corpus / "tiny-game"))
    assert len(after) == len(before) + 1
    [wrong] = [str(each) for each in after if each.wrong]
    assert "reported-1" in wrong
    assert "the-night.cases.toml" in wrong


def test_a_fact_that_was_misread_is_corrected_in_the_case(
    reported: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run(reported, monkeypatch, "case", "1", "--verdict", "no", "--fact", "top_floor=no", "--without", "oil")
    assert ran.exit_code == 0
    written = (corpus / "tiny-game" / "rules" / "the-night.cases.toml").read_text("utf-8")
    assert 'facts = { "top_floor" = false }' in written
    assert not any(each.wrong for each in try_cases(corpus / "tiny-game"))


def test_a_report_becomes_a_question_in_one_command(
    reported: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(reported, monkeypatch, "question", "1", "--verdict", "no").exit_code == 0
    last = labelled(corpus / "tiny-game", "dev")[-1].line
    assert (last.id, last.verdict, last.round) == ("reported-1", False, "reported")
    assert last.ask == "may my keeper light the lamp on the top floor with 2 oil"
    assert run(reported, monkeypatch, "question", "1", "--nothing").exit_code == 0
    assert labelled(corpus / "tiny-game", "dev")[-1].line.id == "reported-1-2"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("case", "7", "--verdict", "no"), "there is no report 7: there are 1 to 1"),
        (("case", "1"), "give --verdict"),
        (("case", "1", "--verdict", "no", "--part", "2"), "has 1 answers"),
        (("question", "1"), "what is known of this question?"),
    ],
)
def test_a_command_that_cannot_be_done_says_why(
    reported: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    failed = run(reported, monkeypatch, *arguments).exception
    assert isinstance(failed, UsageError)
    assert said in str(failed)


@pytest.mark.parametrize(
    "page", ["https://elsewhere.example/?q=x", "//elsewhere.example/?q=x", "javascript:/checks/a/b", "/", "/games", ""]
)
def test_a_report_is_about_a_page_of_ours(base: KnowledgeBase, page: str) -> None:
    with pytest.raises(UsageError):
        record(base, page, "", "")


def test_another_site_cannot_report(client: FlaskClient) -> None:
    sent = client.post("/reports", data={"page": ASKED}, headers={"Sec-Fetch-Site": "cross-site"})
    assert sent.status_code == 403


def test_a_full_file_keeps_what_it_has(tmp_path: Path) -> None:
    assert store.add_report({"at": "now"}, tmp_path) == 1
    with pytest.raises(UnavailableError):
        store.add_report({"comment": "x" * 100}, tmp_path, most=100)
    assert len(store.reports(tmp_path)) == 1


def test_a_report_with_a_line_separator_is_kept_under_its_number(tmp_path: Path) -> None:
    comments = ["first\u2028line", "next\x85line", "last\u2029line"]
    assert [store.add_report({"comment": each}, tmp_path) for each in comments] == [1, 2, 3]
    assert [(each["number"], each["comment"]) for each in store.reports(tmp_path)] == list(enumerate(comments, 1))


def test_a_report_of_before_that_holds_a_line_separator_is_read(tmp_path: Path) -> None:
    (tmp_path / store.NAME).write_text('{"comment": "first\u2028line"}\n', "utf-8")
    assert store.report_numbered(1, tmp_path)["comment"] == "first\u2028line"


def test_a_report_is_told_the_number_under_which_it_is_listed(tmp_path: Path) -> None:
    (tmp_path / store.NAME).write_text("no report\n", "utf-8")
    assert store.add_report({"comment": "mine"}, tmp_path) == 2
    assert store.report_numbered(2, tmp_path)["comment"] == "mine"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [("yes", "", True), ("No", "", False), ("3", "number", 3), ("you", "text", "you"), ("a, b", "options", ["a", "b"]),
     ("-3", "number", -3), ("--5", "", "--5"), ("5-", "", "5-"), ("²", "", "²"), ("9" * 5000, "", "9" * 5000)],
)  # fmt: skip
def test_a_verdict_is_read_as_it_is_typed(text: str, kind: str, value: object) -> None:
    assert expected(text, kind) == value


def test_a_question_with_a_line_separator_is_one_line(corpus: Path) -> None:
    question = "may my keeper light\u2028the lamp"
    report = {"number": 1, "question": question, "answers": [{"asked": question, "check": ""}]}
    path = add_question(corpus / "tiny-game", report, 1, {"outcome": "not_found", "nature": "near-miss"})
    assert json.loads(path.read_text("utf-8").splitlines()[-1])["ask"] == question
    assert labelled(corpus / "tiny-game", "dev")[-1].line.ask == question


def test_a_report_becomes_questions_as_often_as_it_is_asked_for(corpus: Path) -> None:
    report = {"number": 1, "question": "may I?", "answers": [{"asked": "may I?", "check": ""}]}
    for _ in range(30):
        add_question(corpus / "tiny-game", report, 1, {"outcome": "not_found", "nature": "near-miss"})
    ids = [each.line.id for each in labelled(corpus / "tiny-game", "dev")][-30:]
    assert ids[:2] == ["reported-1", "reported-1-2"]
    assert len({*ids}) == 30
