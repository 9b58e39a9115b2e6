"""What is written as TOML is read back as it was."""

from __future__ import annotations

import tomllib

import pytest

from kb.files.toml import toml_value


@pytest.mark.parametrize("sign", ["\x7f", "\u2028", '"', "\\", "\n", "é", "😀"])
def test_each_sign_can_be_read_back_from_toml(sign: str) -> None:
    assert tomllib.loads(f"{toml_value({sign: sign})[2:-2]}\na = {toml_value([sign])}") == {sign: sign, "a": [sign]}


def test_facts_are_written_as_toml() -> None:
    assert toml_value({"a": [1, {"id": "x"}], "b": True}) == '{ "a" = [1, { "id" = "x" }], "b" = true }'
