"""Files of JSON lines: a line ends at a line feed alone, and has one number, however many write at once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.files.jsonlines import append_line, json_line, json_object, numbered_lines, numbered_objects

MARKS = "\x85\u2028\u2029"
WRITER = """
import sys
from pathlib import Path
from kb.files.jsonlines import append_line, json_line
for at in range(50):
    print(append_line(Path(sys.argv[1]), json_line({"at": at})))
"""
MOVER = """
import sys
from pathlib import Path
from kb.files.jsonlines import append_line, json_line
path = Path(sys.argv[1])
for at in range(50):
    append_line(path, json_line({"by": sys.argv[2], "at": at}), 5_000, path.with_name("earlier.jsonl"))
"""


@pytest.mark.parametrize("mark", [*MARKS, "\n", "\r", "\x0b", "\x0c", "\x1c", "é", "\x7f"])
def test_a_value_is_one_line_for_every_reader_and_comes_back(mark: str) -> None:
    line = json_line({"comment": f"a{mark}b"})
    assert line.endswith("\n")
    assert len(line.splitlines()) == 1
    assert json_object(line) == {"comment": f"a{mark}b"}


def test_letters_stand_as_they_are() -> None:
    assert json_line({"a": "Müller “x”"}) == '{"a": "Müller “x”"}\n'


def test_a_file_is_split_at_line_feeds_alone_and_blank_lines_count(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'"{MARKS}"\n\n"b"\r\n"c"', "utf-8", newline="")
    assert list(numbered_lines(path)) == [(1, f'"{MARKS}"'), (3, '"b"'), (4, '"c"')]


def test_what_is_no_object_keeps_its_number_and_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a": 1}\nno\n[1]\n{"b": "\xff"}\n')
    assert list(numbered_objects(path)) == [(1, {"a": 1}), (4, {"b": "\ufffd"})]
    assert list(numbered_objects(tmp_path / "none.jsonl")) == []


def test_a_line_is_told_its_own_number_behind_one_that_broke_off_too(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert append_line(path, json_line({"a": 1})) == 1
    path.write_bytes(path.read_bytes() + b'no\n{"broken": ')
    assert append_line(path, json_line({"b": 2})) == 4
    assert list(numbered_objects(path)) == [(1, {"a": 1}), (4, {"b": 2})]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_grows_no_larger_than_it_may(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert append_line(path, json_line("first"), most=12) == 1
    assert append_line(path, json_line("other"), most=12) is None
    assert append_line(path, json_line(1), most=12) == 2


def test_a_full_file_is_moved_and_begun_anew_where_there_is_a_place_for_it(tmp_path: Path) -> None:
    path, earlier = tmp_path / "a.jsonl", tmp_path / "earlier.jsonl"
    assert [append_line(path, json_line(each), 12, earlier) for each in ("first", "other", "third")] == [1, 1, 1]
    assert (earlier.read_text("utf-8"), path.read_text("utf-8")) == ('"other"\n', '"third"\n')
    assert (earlier.stat().st_mode & 0o777, sorted(tmp_path.iterdir())) == (0o600, [path, earlier])


def test_of_processes_that_find_a_file_full_at_once_one_alone_moves_it(tmp_path: Path) -> None:
    """Together they write some 6,400 bytes: the file is full once, and everything stands in one of the two."""
    path = tmp_path / "a.jsonl"
    running = [subprocess.Popen([sys.executable, "-c", MOVER, str(path), name]) for name in "ABCD"]
    assert [each.wait() for each in running] == [0] * 4
    there = [each for name in ("earlier.jsonl", "a.jsonl") for _, each in numbered_objects(tmp_path / name)]
    assert sorted((each["by"], each["at"]) for each in there) == [(by, at) for by in "ABCD" for at in range(50)]


def test_processes_that_append_at_once_are_told_different_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    told = [int(number) for each in running for number in each.communicate()[0].split()]
    assert sorted(told) == list(range(1, 201))
    assert len(list(numbered_objects(path))) == 200


def test_threads_that_append_at_once_are_told_different_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda at: append_line(path, json_line({"at": at})), range(200)))
    assert sorted(each for each in told if each) == list(range(1, 201))
