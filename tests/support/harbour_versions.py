"""Lantern Harbour in two versions, with rules read against the first: what changes in time, for tests of all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from service.commands.games.add import add
from service.commands.games.corpus import pin
from tests.service.conftest import split_at_stops
from tests.support.harbour import RULES

EARLIER = f"These rules are in force from 2025-03-01.\n\n{RULES}"
LATER = (
    EARLIER.replace("2025-03-01", "2026-02-01")
    .replace("at most three crates", "at most four crates")
    .replace("101.1b A boat without crates may leave at once.\n\n", "")
    .replace("200.2. Nobody may", "200.2. A storm puts every lantern out.\n\n200.3. Nobody may")
)
FACTS = """\
[fact.crates]
args = []
value = "0..9"
question = "How many crates does the boat carry?"
sentence = "the boat carries {1} crates"
forms = ["crates", "crate"]

[fact.oil]
args = []
value = "0..9"
question = "How many oil has the player?"
sentence = "the player has {1} oil"
forms = ["oil"]
"""
CRATES = """\
# Boats

## 101.1 Crates

> A boat carries at most three crates.

```asp
%@ crates.room | another crate fits | no other crate fits
room :- crates(N), N < 3.
```

```check
[room]
title = "Does another crate fit?"
kind = "yes_no"
goal = "room"
wordings = ["does another crate fit into the boat", "can I load one more crate"]
slots = { crates = "crates" }
```

```case
[two]
title = "Behind two crates there is room"
check = "room"
facts = { crates = 2 }
verdict = true
cites = ["101.1"]
```
"""
LANTERNS = """\
# Lanterns

## 200.1 Lighting

> Pay one oil to light a lantern.

```asp
%@ lantern.light | a lantern may be lit | no lantern may be lit
light :- oil(N), N >= 1.
```

```check
[light]
title = "May a lantern be lit?"
kind = "yes_no"
goal = "light"
wordings = ["can I light a lantern with this oil", "is one oil enough to light a lantern"]
slots = { oil = "oil" }
```
"""
TWICE = """
## 200.2 Once a night

> Nobody may light a lantern twice in one night.

```asp
%@ lantern.again | it may be lit again | it may not be lit again
again :- not lit.
```

```check
[again]
title = "May it be lit again?"
kind = "yes_no"
goal = "again"
wordings = ["can I light it a second time"]
slots = { lit = "lit" }
```
"""
"""A section on a clause that the second version gives another number."""
LIT = """
[fact.lit]
args = []
question = "Was it lit this night?"
sentence = "it was lit this night"
"""


def run(command: object, *words: str) -> str:
    """What a command says, which must end well."""
    found = CliRunner().invoke(command, list(words), catch_exceptions=False)  # type: ignore[arg-type]
    assert found.exit_code == 0, found.output
    return found.output


def add_version(place: Path, name: str, text: str, *words: str) -> str:
    """Add a text to the game below a place; what is said of it."""
    path = place / name
    path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HEADJUDGE_CORPUS", str(place / "corpus"))
        return run(add, str(path), "--game", "harbour", "--yes", "--no-build", *words)


def pinned(place: Path) -> str:
    """Pin the game's rules against its clauses as they are."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HEADJUDGE_CORPUS", str(place / "corpus"))
        return run(pin, "harbour")


def read_against_the_later(place: Path) -> None:
    """Let the rules say of crates what the second version says; they are still to be pinned."""
    rules = place / "corpus" / "harbour" / "rules" / "boats.md"
    rules.write_text(rules.read_text("utf-8").replace("three crates", "four crates").replace("N < 3", "N < 4"), "utf-8")


def make_corpus(place: Path, more: str = "") -> str:
    """The game with its first version, rules read against that, `more` of them too, then its second version; what is
    said of that."""
    (place / "corpus").mkdir(parents=True)
    add_version(place, "rules-2025.txt", EARLIER)
    folder = place / "corpus" / "harbour"
    (folder / "rules").mkdir()
    for name, text in (("facts.toml", FACTS), ("rules/boats.md", CRATES), ("rules/lighting-lanterns.md", LANTERNS)):
        (folder / name).write_text(text, "utf-8")
    if more:
        (folder / "facts.toml").write_text(FACTS + LIT, "utf-8")
        (folder / "rules" / "lighting-lanterns.md").write_text(LANTERNS + more, "utf-8")
    pinned(place)
    return add_version(place, "rules-2026.txt", LATER)


def build_versions(place: Path) -> Path:
    """A knowledge base of the game, without any model; its home."""
    make_corpus(place)
    return built(place)


def built(place: Path) -> Path:
    """A knowledge base of the corpus below a place, without any model; its home."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        pipeline.build(place / "corpus", home=place / "home", encoder=HashingBuild()).close()
    return place / "home"
