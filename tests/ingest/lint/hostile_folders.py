"""Game folders that mean harm: a sound one with one thing done to it, each by its name."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

SOUND = Path(__file__).resolve().parents[2] / "fixtures" / "tiny-game"
MARK = "xyzzyplugh"
"""What stands in the file beside the folder that nobody may read."""
FILES = (
    "game.toml",
    "rules.txt",
    "facts.toml",
    "rules/ships.md",
    "rules/ships.cases.toml",
    "rules/the-night.md",
    "rules.lock",
    "questions/train.jsonl",
)
DEEP = 20_000
Change = Callable[[Path], None]


def _filled(content: bytes) -> Change:
    return lambda path: _write(path, content)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _instead(make: Callable[[Path], object]) -> Change:
    def change(path: Path) -> None:
        path.unlink()
        make(path)

    return change


def _sparse(path: Path) -> None:
    os.truncate(path, 3 * 2**30)


DAMAGE: dict[str, Change] = {
    "a pipe": _instead(os.mkfifo),
    "a folder": _instead(Path.mkdir),
    "a link out": _instead(lambda path: path.symlink_to(_outside(path))),
    "a link to a device": _instead(lambda path: path.symlink_to("/dev/zero")),
    "a link to itself": _instead(lambda path: path.symlink_to(path)),
    "zeros": _filled(bytes(4_096)),
    "random": _filled(random.Random(1).randbytes(4_096)),
    "not UTF-8": lambda path: _write(path, path.read_bytes() + b"\xff\xfe"),
    "a long line": lambda path: _write(path, path.read_bytes() + b"\n# " + b"x" * 2_000_000),
    "three gigabytes": _sparse,
    "lists in lists": _filled(b"x = " + b"[" * DEEP),
    "lists in closed lists": _filled(b"x = " + b"[" * DEEP + b"]" * DEEP),
    "tables in tables": _filled(b"x = " + b"{a = " * DEEP),
    "a key of many parts": _filled(b"a" + b".a" * DEEP + b" = 1"),
    "a header of many parts": _filled(b"[a" + b".a" * DEEP + b"]"),
    "objects in objects": _filled(b'{"a":' * DEEP),
    "many digits": _filled(b"x = " + b"9" * 5_000),
}


def _outside(path: Path) -> Path:
    """The file beside the game's folder."""
    return next(each for each in path.parents if each.name == "tiny-game").parent / "secret.txt"


def _replaced(file: str, before: str, after: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / file).read_text("utf-8")
        assert before in text, (file, before)
        (folder / file).write_text(text.replace(before, after, 1), "utf-8", errors="surrogatepass")

    return change


RULE = "points_lost(N) :- dark_ships(N)."
BODIES = {
    "a number beyond 32 bits": "points_lost(N) :- dark_ships(N), N >= 4294967297.",
    "a hexadecimal number beyond 32 bits": "points_lost(N) :- dark_ships(N), N >= 0x100000001.",
    "letters that are not ASCII": "pöints(N) :- dark_ships(N).",
    "a letter that is no letter": "points_lost(N) :- dark_ships(N), N >= １.",
    "an included file": '#include "../secret.txt".',
    "an included file, spaced": '#\tinclude "../secret.txt".',
    "a script": "#script (python) import os #end.",
    "a function called": "points_lost(@run(N)) :- dark_ships(N).",
    "a block comment": "points_lost(N) :- dark_ships(N). %* xx",
    "a constant": "#const n = 5.",
    "an external": "#external a.",
    "a theory": "#theory t { }.",
    "a program": "#program base.",
    "shown": "#show points_lost/1.",
    "an end that is not there": "points_lost(N) :- dark_ships(N",
    "terms in terms": f"points_lost({'f(' * DEEP}1{')' * DEEP}).",
    "brackets in brackets": f"points_lost(N) :- dark_ships(N), N > {'(' * DEEP}1{')' * DEEP}.",
    "minus minus": f"points_lost(N) :- dark_ships(N), N > {'-' * DEEP}1.",
    "an endless interval": "points_lost(1..2147483647) :- dark_ships(_).",
    "a long body": f"points_lost(N) :- dark_ships(N){', dark_ships(N)' * DEEP}.",
    "many rules": "points_lost(N) :- dark_ships(N).\n" * DEEP,
    "a variable that nothing binds": "points_lost(M) :- dark_ships(N).",
    "a rule about itself": "points_lost(N+1) :- points_lost(N).",
    "not itself": "points_lost(1) :- not points_lost(1).",
    "an unknown predicate": "points_lost(N) :- riches(N).",
    "a null": "points_lost(N) :- dark_ships(N)\0.",
    "a division": "points_lost(N / 0) :- dark_ships(N).",
    "a power": "points_lost(N) :- dark_ships(N), N > 9**9**9**9.",
    "a disjunction": "points_lost(N) ; points_lost(0) :- dark_ships(N).",
    "a weak constraint": ":~ dark_ships(N). [N@1]",
    "an optimisation": "#minimize { N : dark_ships(N) }.",
}
FILE = 'file = "rules.txt"'
NAMES = (
    "/etc/passwd",
    "../secret.txt",
    "rules/../../secret.txt",
    "./../secret.txt",
    "..\\\\secret.txt",
    "",
    ".",
    "..",
    "rules",
    "nothing.txt",
    "C:\\\\x",
    "rules.txt\\u0000",
    "/dev/zero",
    "//etc/passwd",
    "rules.txt/..",
)
TITLE = 'title = "Lighthouse Keepers"'
TITLES = ("", " ", "the", "The", "a", "of the", "?", "\\u202e", "Chess", "chess", "CHESS!")
PATTERNS = (
    "(a+)+$",
    "(?:(?:x*)*)*y",
    "(",
    "[",
    "(?P<a",
    ".*" * 40 + "z",
    "a{1,1000}{1,1000}",
    "(.|.)+(.|.)+!",
    "\\\\1",
    "x" * 5_000,
)
OPTIONS = 'match = "^For example"'
SPEC: dict[str, Change] = {
    **{f"a document {name!r}": _replaced("game.toml", FILE, f'file = "{name}"') for name in NAMES},
    **{f"the title {name!r}": _replaced("game.toml", TITLE, f'title = "{name}"') for name in TITLES},
    **{f"an alias {name!r}": _replaced("game.toml", '"Keepers"', f'"{name}"') for name in ("the", "", "Chess", "a")},
    **{f"a pattern {name[:20]!r}": _replaced("game.toml", OPTIONS, f'match = "{name}"') for name in PATTERNS},
    **{
        f"an id {name!r}": _replaced("game.toml", 'id = "tiny-game"', f'id = "{name}"')
        for name in ("../x", "", "x/y", "other")
    },
    **{f"a layout {name!r}": _replaced("game.toml", "bold-headings", name) for name in ("os", "__init__", "../x", "")},
    **{f"the day {day!r}": _replaced("game.toml", "2026-01-01", day) for day in ("2026-13-45", "²", "9" * 50)},
    "a key that is not known": _replaced("game.toml", TITLE, f"{TITLE}\nrun = 'x'"),
    "a title that is a number": _replaced("game.toml", TITLE, "title = 5"),
    "a document twice": lambda folder: _again(folder / "game.toml"),
    "a clause that is not there": _replaced("game.toml", "setting-up.b1", "../../x"),
}
FACTS: dict[str, Change] = {
    f"facts with {after[:30]!r}": _replaced("facts.toml", before, after)
    for before, after in (
        ('value = "0..5"', 'value = "0..99999999999999999999"'),
        ('value = "0..5"', 'value = "5..0"'),
        ('value = "0..5"', 'value = "0..2147483648"'),
        ('value = "0..5"', "value = [[[]]]"),
        ('value = "0..5"', 'value = "²"'),
        ("[fact.storm]", '[fact."../x"]'),
        ("[fact.storm]", "[fact.Ünsinn]"),
        ("[fact.storm]", "[fact.oil]"),
        ('args = ["keeper"]', 'args = ["nobody"]'),
        ('args = ["keeper"]', f"args = {['keeper'] * 5_000}"),
        ("default = false", "default = 99"),
        ("Is {1} on the top floor?", "Is {1.__class__} {0!r} on?"),
    )
}
CHECKS: dict[str, Change] = {
    f"a check with {after[:30]!r}": _replaced("rules/ships.md", before, after)
    for before, after in (
        ('goal = "points_lost(N)"', 'goal = "#script"'),
        ('goal = "points_lost(N)"', 'goal = "f(f(f("'),
        ('goal = "points_lost(N)"', f'goal = "{"f(" * DEEP}"'),
        ('kind = "number"', 'kind = "run"'),
        ('ships = "dark_ships"', 'ships = "nothing"'),
        ("[points-lost]", '["../x"]'),
        ("```check", "```python"),
        ("## ships.b2", "## ../../x"),
        ("## ships.b2", "## "),
        ("> A ship that", "> Another ship that"),
        ("```asp", "```asp\n```asp"),
        ("%@ wreck.points", "%@ status: " + "x" * 5_000 + "\n%@ wreck.points"),
        ("{N} ships passed", "{M.__class__} ships passed"),
    )
}
CASES: dict[str, Change] = {
    f"a case with {after[:30]!r}": _replaced("rules/ships.cases.toml", before, after)
    for before, after in (('check = "points-lost"', 'check = "none"'), ("[two-ships]", "[two-ships]\nx = 1"))
}
LABELLED: dict[str, Change] = {
    f"a question with {after[:30]!r}": _replaced("questions/train.jsonl", before, after)
    for before, after in (
        ('"rules#the-night.b2"', '"rules#none"'),
        ('"rules#the-night.b2"', '"../x"'),
        ('{"oil": 0}', "[" * 5_000),
        ('{"oil": 0}', '{"oil": 1e999}'),
        ('{"oil": 0}', '{"nothing": 0}'),
        ('"check": "light-lamp"', '"check": "none"'),
        ('"id": "lamp-cost"', '"id": "stairs"'),
        ('"ask": "can I', '"ask": "' + "can I " * 30_000),
    )
}


def _again(path: Path) -> None:
    text = path.read_text("utf-8")
    table = text[text.index("[[documents]]") : text.index("[documents.options]")]
    path.write_text(text.replace("[glossary]", f"{table}\n[glossary]"), "utf-8")


def _rule(body: str) -> Change:
    return _replaced("rules/ships.md", RULE, body)


def changes() -> Iterator[tuple[str, Change]]:
    """Every harm by its name."""
    for file in FILES:
        for name, change in DAMAGE.items():
            yield f"{file}: {name}", lambda folder, file=file, change=change: change(folder / file)  # type: ignore[misc]
    for name, body in BODIES.items():
        yield f"a rule: {name}", _rule(body)
    for group in (SPEC, FACTS, CHECKS, CASES, LABELLED):
        yield from group.items()


def hostile_folder(place: Path, change: Change) -> Path:
    """The folder with a harm done to it, beside a game that is called Chess and a file that nobody may read."""
    (place / "secret.txt").write_text(f"{MARK} secret\n", "utf-8")
    (place / "chess").mkdir()
    (place / "chess" / "game.toml").write_text('id = "chess"\ntitle = "Chess"\n', "utf-8")
    folder = place / "tiny-game"
    shutil.copytree(SOUND, folder)
    change(folder)
    return folder
