"""The page of the bench: a part that was not measured keeps what the page says of it."""

from __future__ import annotations

from tests.bench.report import report

COLD = {"commands": {"ask, cold": {"median, s": 0.88}}, "load": {"commands": 1.4}, "versions": {"txtai": "9.14.0"}}
SCALE = {"scale": [{"clauses": 1_000, "read, ms": 0.1}, {"clauses": 100_000, "read, ms": 1.0}], "load": {"scale": 2.0}}


def test_what_was_not_measured_is_said_to_be_missing() -> None:
    page = report({})
    assert "## Commands, cold\n\nNot measured." in page


def test_another_part_keeps_its_section_its_load_and_its_versions() -> None:
    page = report(SCALE, report(COLD))
    assert "| median, s | 0.88 |" in page
    assert "| read, ms | 0.10 | 1.00 | 0.50 |" in page
    assert "commands 1.4, scale 2.0." in page
    assert "txtai 9.14.0" in page
    assert page == report({}, page)


def test_a_part_that_is_measured_again_is_written_anew() -> None:
    page = report({"commands": {"ask, cold": {"median, s": 0.5}}}, report(COLD))
    assert "0.88" not in page
    assert "| median, s | 0.50 |" in page


def test_sizes_that_lack_a_stage_have_no_figure_there() -> None:
    page = report(
        {"postgres": [{"clauses": 10, "open, s": 0.1}, {"clauses": 1000, "open, s": 0.1, "recall@10": 0.997}]}
    )
    assert "| recall@10 | - | 0.997 | - |" in page
