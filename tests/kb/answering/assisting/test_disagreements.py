"""The curator's list keeps each case once, whatever signs stand in its question."""

from __future__ import annotations

from pathlib import Path

from kb.answering.assisting.disagreements import EARLIER, NAME, Disagreements


def test_a_question_with_a_line_separator_is_listed(tmp_path: Path) -> None:
    listed = Disagreements(tmp_path)
    for question in ("may\u2028he?", "may\x85she?", "may\u2029it?"):
        listed.add({"question": question})
    assert [case["question"] for case in listed.cases()] == ["may\u2028he?", "may\x85she?", "may\u2029it?"]


def test_a_case_of_before_that_holds_a_line_separator_is_read(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('no\n{"question": "may\u2028he?"}\n', "utf-8")
    assert Disagreements(tmp_path).cases() == [{"question": "may\u2028he?"}]


def test_a_full_list_begins_anew_and_keeps_what_stood_before(tmp_path: Path) -> None:
    listed = Disagreements(tmp_path / "made", most=50)
    for question in ("the first of three", "the second of three", "the third of three"):
        listed.add({"question": question})
    assert (tmp_path / "made" / EARLIER).read_text("utf-8").count("\n") == 1
    assert [case["question"] for case in listed.cases()] == ["the second of three", "the third of three"]


def test_a_folder_that_cannot_be_written_loses_the_case_and_no_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    Disagreements(tmp_path / "file").add({"question": "may he?"})
