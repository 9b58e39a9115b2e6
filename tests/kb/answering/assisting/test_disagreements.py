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


def test_what_one_process_moved_another_does_not_move_again(tmp_path: Path) -> None:
    one, other = Disagreements(tmp_path, most=300), Disagreements(tmp_path, most=300)
    for number in range(15):
        one.add({"question": f"the {number}th"})
        other.add({"question": f"the {number}th of another"})
    kept = [case["question"] for case in one.cases()]
    assert kept[-2:] == ["the 14th", "the 14th of another"]
    assert len(kept) > 300 // len('{"question": "the 14th of another"}'), "one whole file and what follows it"


def test_a_folder_that_cannot_be_written_loses_the_case_and_no_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    listed = Disagreements(tmp_path / "file")
    listed.add({"question": "may he?"})
    assert (tmp_path / "file").read_text("utf-8") == ""
    assert not (tmp_path / NAME).exists()


def test_a_case_that_could_not_be_written_is_written_when_it_comes_again(tmp_path: Path) -> None:
    listed = Disagreements(tmp_path / "file")
    (tmp_path / "file").write_text("", "utf-8")
    listed.add({"question": "may he?"})
    (tmp_path / "file").unlink()
    for _ in range(2):
        listed.add({"question": "may he?"})
    assert listed.cases() == [{"question": "may he?"}]
    assert (tmp_path / "file" / NAME).read_text("utf-8").count("\n") == 1
