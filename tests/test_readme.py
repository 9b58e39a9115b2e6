"""What the README and the pages of docs tell a reader to type exists; every page is found from the index."""

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
DOCS = ROOT / "docs"
COMMANDS_PAGE, SERVING, API = ((DOCS / page).read_text("utf-8") for page in ("commands.md", "serving.md", "api.md"))
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.glob("*.md")}
PAGES |= {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in DOCS.rglob("*.md")}
PAGES["corpus/README.md"] = (ROOT / "corpus" / "README.md").read_text("utf-8")
DATED = re.compile(r"CHANGELOG|docs/(experiments|evaluation|decisions/.*)\.md")  # they say what was typed then
NOW = "\n".join(text for name, text in PAGES.items() if not DATED.match(name))
TYPED = sorted(set(re.findall(r"headjudge ([a-z-]+)((?: [^`\n|]*)?)", NOW)))
OWN_FILES = {"rules.pdf", "faq.html", "FILE"}
GET = sorted({each for each in re.findall(r"\bGET ([^\s`]+)", README + API) if "/admin/" not in each})
FILLED = {"<id>": "vs-system/heralds-faq/3.b3", "<name>": "ego", "…": "press", "agemonia": "vs-system"}


@pytest.mark.parametrize(("command", "rest"), [(name, rest) for name, rest in TYPED if name in COMMANDS])
def test_every_option_on_a_page_is_one_of_the_command(command: str, rest: str) -> None:
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    known = {option for parameter in found.params for option in parameter.opts}
    assert {word.partition("=")[0] for word in shlex.split(rest, comments=True) if word.startswith("--")} <= known


def test_every_file_that_a_command_on_a_page_reads_is_there() -> None:
    """Files of the reader's own are called rules.pdf or faq.html; what a command writes is not there yet."""
    added = [shlex.split(rest, comments=True)[0] for name, rest in TYPED if name == "add" and rest.strip()]
    places = [word for name, rest in TYPED if name != "add" for word in rest.split() if word.startswith("tests/")]
    assert len(added) >= 4
    named = {word for word in (*added, *places) if word not in OWN_FILES}
    assert sorted(word for word in named if not (ROOT / word).exists()) == []


def test_every_command_that_a_page_tells_to_type_is_one() -> None:
    shown = "\n".join(re.findall(r"^```\w*\n(.*?)^```", NOW, re.MULTILINE | re.DOTALL))
    said = {
        *re.findall(r"^(?:\$ )?headjudge ([a-z][a-z-]*)", shown, re.MULTILINE),
        *re.findall(r"`headjudge ([a-z-]+)", NOW),
    }
    assert sorted(said - set(COMMANDS) - {"--version"}) == []


def test_every_command_is_on_its_page_and_no_other() -> None:
    table = set(re.findall(r"^\| `headjudge ([a-z-]+)", COMMANDS_PAGE, re.MULTILINE))
    assert table == set(COMMANDS)


def test_every_make_target_in_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+) +#", README)) <= targets
    shown = subprocess.run(["make", "-s", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert all(f"make {target} " in shown for target in targets)


@pytest.mark.parametrize("address", GET)
def test_every_address_on_the_pages_answers(client: FlaskClient, address: str) -> None:
    for written, meant in FILLED.items():
        address = address.replace(written, meant)
    assert client.get(address).status_code == 200


def test_every_setting_is_on_its_page_and_no_other() -> None:
    code = "".join(
        path.read_text("utf-8") for package in ("kb", "ingest", "service") for path in (ROOT / package).rglob("*.py")
    )
    named = set(re.findall(r"^\| `(HEADJUDGE_\w+)`", SERVING, re.MULTILINE))
    read = set(re.findall(r"(?<!_)HEADJUDGE_[A-Z]+(?:_[A-Z]+)*", code))
    assert named == read | {f"HEADJUDGE_{name.upper()}" for name in Settings.model_fields}


def test_every_place_named_on_the_architecture_page_is_there() -> None:
    places = re.findall(r"^([a-z]+/) +\S", PAGES["docs/architecture.md"], re.MULTILINE)
    assert len(places) >= 5
    assert all((ROOT / place).is_dir() for place in places)


def test_the_readme_is_read_in_a_minute() -> None:
    assert len(README.split()) <= 700


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_link_of_a_page_leads_to_a_file(name: str) -> None:
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", PAGES[name], flags=re.MULTILINE | re.DOTALL)
    links = [each for each in re.findall(r"\]\(([^)#\s]+)", prose) if "://" not in each]
    assert [each for each in links if not (ROOT / name).parent.joinpath(each).exists()] == []


def test_every_page_is_in_the_index() -> None:
    linked = {DOCS / each for each in re.findall(r"\]\(([^)#\s]+)", PAGES["docs/README.md"])}
    linked |= {DOCS / "assistants" / each for each in re.findall(r"\]\((\w+\.md)", PAGES["docs/assistants/README.md"])}
    pages = {ROOT / name for name in PAGES if name.startswith("docs/")}
    assert pages - linked == {DOCS / "README.md"}
