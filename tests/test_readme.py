"""What the README tells a reader to type exists and does what it says."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest
from flask.testing import FlaskClient

from service.commands.cli import COMMANDS, cli
from service.server.settings import Settings
from tests.service.conftest import app, client, home

__all__ = ["app", "client", "home"]

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CORPUS_README = (ROOT / "corpus" / "README.md").read_text("utf-8")
TYPED = sorted(set(re.findall(r"headjudge ([a-z-]+)((?: [^`\n|]*)?)", README + CORPUS_README)))
GET = [each for each in re.findall(r"\bGET ([^\s`]+)", README) if "/admin/" not in each]
FILLED = {"<id>": "vs-system/heralds-faq/3.b3", "<name>": "ego", "…": "press", "agemonia": "vs-system"}


@pytest.mark.parametrize(("command", "rest"), [(name, rest) for name, rest in TYPED if name in COMMANDS])
def test_every_option_in_the_readme_is_one_of_the_command(command: str, rest: str) -> None:
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    known = {option for parameter in found.params for option in parameter.opts}
    assert {word.partition("=")[0] for word in shlex.split(rest, comments=True) if word.startswith("--")} <= known


def test_every_command_is_in_the_readme_and_no_other() -> None:
    table = set(re.findall(r"^\| `headjudge ([a-z-]+)", README, re.MULTILINE))
    assert table == set(COMMANDS)


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+) +#", README)) <= targets
    shown = subprocess.run(["make", "-s", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert all(f"make {target} " in shown for target in targets)


@pytest.mark.parametrize("address", GET)
def test_every_address_in_the_readme_answers(client: FlaskClient, address: str) -> None:
    for written, meant in FILLED.items():
        address = address.replace(written, meant)
    assert client.get(address).status_code == 200


def test_every_setting_is_in_the_readme_and_no_other() -> None:
    code = "".join(
        path.read_text("utf-8") for package in ("kb", "ingest", "service") for path in (ROOT / package).rglob("*.py")
    )
    named = set(re.findall(r"^\| `(HEADJUDGE_\w+)`", README, re.MULTILINE))
    read = set(re.findall(r"(?<!_)HEADJUDGE_[A-Z]+(?:_[A-Z]+)*", code))
    assert named == read | {f"HEADJUDGE_{name.upper()}" for name in Settings.model_fields}


def test_every_place_named_in_the_readme_is_there() -> None:
    places = re.findall(r"^([a-z]+/) +\S", README, re.MULTILINE)
    assert len(places) >= 5
    assert all((ROOT / place).is_dir() for place in places)
