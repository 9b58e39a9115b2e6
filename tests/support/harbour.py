"""Lantern Harbour, a small game of our own: one text in every format.

`python -m tests.support.harbour` writes the fixtures.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.pdfs import Words, pdf

FOLDER = Path(__file__).parents[1] / "fixtures" / "formats"
TITLE = "Lantern Harbour Rules"
CONTENTS = ["1. The Harbour", "100. General", "101. Boats", "2. The Night", "200. Lighting Lanterns", "Glossary"]
RULES = """\
1. The Harbour

100. General

100.1. Two to four players run a harbour together and share one supply of oil.

100.1a The youngest player takes the first turn. See rule 200.2.
Example: Mara is nine and Ole is forty, so Mara begins.

100.2. A card that contradicts a rule wins against it (see section 2).

101. Boats

101.1. A boat carries at most three crates.

101.1a A crate that does not fit stays on the quay (101.1).

101.1b A boat without crates may leave at once.

2. The Night

200. Lighting Lanterns

200.1. Pay one oil to light a lantern. A lantern that burns lights its own pier and both piers beside it.

200.2. Nobody may light a lantern twice in one night. See rules 100.1a and 999.9.

Glossary

Crate
One unit of goods. See rule 101.1.

Quay, Pier
1. Where boats lie.
2. Where crates wait.

Credits

Written by the Headjudge developers, who drew no pictures.
"""
NEWER = (
    RULES.replace("at most three crates", "at most four crates")
    .replace("101.1b A boat without crates may leave at once.\n\n", "")
    .replace("200.2. Nobody may", "200.2. A storm puts every lantern out.\n\n200.3. Nobody may")
)
"""The rules as they read a year later."""
NEWER_DAY = "Version 2, in force from 1 February 2026."
HEADED = """\
---
title: Lantern Harbour
---

# Lantern Harbour

## Boats {#boats}

A boat carries at most *three* crates.

**Full boats.** A full boat leaves the harbour at once, see [lanterns](#lanterns).

- A crate that does not fit
  stays on the quay.
    - On a full quay it is lost.

## Lighting lanterns {#lanterns}

| Lantern | Oil |
|---------|-----|
| Small   | 1   |
| Large   | 3   |

> **Example:** Ole pays three oil and lights the large lantern.

### Storms

1. Put every small lantern out.
2. Turn the boats round.
"""
HTML = """\
<!doctype html><html><head><title>Lantern Harbour</title><style>p { color: red }</style></head><body>
<nav><a href="/">Home</a></nav><h1>Lantern Harbour</h1>
<section id="boats"><h2>Boats</h2><p>A boat carries at most <i>three</i> crates.</p>
<p><b>Full boats.</b> A full boat leaves the harbour at once, see <a href="#lanterns">lanterns</a>.</p>
<ul><li>A crate that does not fit stays on the quay.<ul><li>On a full quay it is lost.</li></ul></li></ul></section>
<h2 id="lanterns">Lighting lanterns</h2>
<table><tr><th>Lantern</th><th>Oil</th></tr><tr><td>Small</td><td>1</td></tr><tr><td>Large</td><td>3</td></tr></table>
<blockquote><p><b>Example:</b> Ole pays three oil and lights the large lantern.</p></blockquote>
<h3>Storms</h3><ol><li>Put every small lantern out.</li><li>Turn the boats round.</li></ol>
<script>alert(1)</script></body></html>
"""
YAML = """\
- name: Boats
  colour: blue
  children:
    - name: Load
      pretext: A boat carries at most **three** crates.
      children:
        - name: Overload.
          text: A crate that does not fit stays on the quay _(see `rule:1.1`)_. `board:quay$2.1`
    - name: Leaving
      pretext: A full boat leaves.
- name: Lanterns
  children:
    - name: Lighting
      pretext: Pay one oil.
"""
ENTRIES = [
    {"id": name, "title": name.replace("_", " "), "text": text}
    for name, text in {
        "Anchor": "A boat at anchor stays where it is.",
        "Boat": "A boat carries crates.\n- At most three.\n- None when it burns.\nSee [Crate](#Crate).",
        "Crate": "One unit of <b>goods</b>.",
        "Dusk": "When the night begins.",
        "Ebb": "When boats run aground.",
        "Fog": "No lantern is seen from farther than one pier.",
        "Gull": "It takes a crate from the quay.",
        "Harbour": "Where all of this happens.",
        "Isle": "A pier without a bridge.",
        "Jetty": "A short pier. See [Nowhere](#Nowhere).",
    }.items()
]


def column(lines: list[str], left: float, top: float, bold: tuple[str, ...] = ()) -> list[Words]:
    """Lines below each other; an empty one is a gap, a bold one a heading."""
    found, at = [], top
    for line in lines:
        if line:
            found.append(Words(left, at, line, 14 if line in bold else 10, line in bold))
        at -= 12 if line else 6
    return found


def columns_pdf() -> bytes:
    """Two pages of two columns, with a running head, page numbers, broken words and a table."""
    head = ("Boats", "Lighting lanterns", "Storms")
    pages = []
    for number in (1, 2, 3, 4):
        left = [
            "Boats",
            "A boat carries at most three crates. A",
            "crate that does not fit stays on the har-",
            "bour quay until the next morning comes.",
            "",
            "A full boat leaves the harbour at once.",
        ]
        right = [
            "Storms",
            "Put every small lantern out, one after",
            "the other, and turn the boats round to",
            "face the wind that comes from the sea.",
            "",
            "No boat may leave before the morning.",
        ]
        if number > 1:
            left = [
                f"Rule {number} of the tide says that boats which",
                "lie in the harbour rise with the water.",
                "",
                "Nobody may leave it while the tide is low",
                "except for boats without any crates.",
                "",
                "The players then count their oil again.",
            ]
            right = [
                "Whoever has less oil than lanterns loses",
                f"{number} crates, and puts out a lantern of",
                "her own choice before the night goes on.",
                "",
                "The last lantern is never put out, for the",
                "harbour would be lost without its light.",
            ]
        else:
            right = ["Lighting lanterns", *right]
        page = column(left, 40, 540, head) + column(right, 240, 540, head)
        if number == 1:
            page = column(left, 40, 540, head) + column(right[1:], 240, 540, head)
            page += column(["Lighting lanterns"], 40, 440, head)
            for row, cells in enumerate([("Lantern", "Oil"), ("Small", "1"), ("Large", "3")]):
                page += [Words(40, 420 - 12 * row, cells[0]), Words(120, 420 - 12 * row, cells[1])]
        page += [Words(150, 575, "Lantern Harbour", 8), Words(205, 20, str(number), 8)]
        pages.append(page)
    return pdf(pages)


def numbered_pdf(rules: str = RULES, day: str = "") -> bytes:
    """The numbered rules on pages with page numbers: hanging indents, gaps between paragraphs."""
    lines: list[tuple[str, float, bool]] = [(TITLE, 16, True), ("", 0, False)]
    lines += [(day, 10, False), ("", 0, False)] if day else []
    lines += [("Contents", 14, True), *((line, 10, False) for line in CONTENTS), ("", 0, False)]
    for line in rules.splitlines():
        large = line in ("Glossary", "Credits", "1. The Harbour", "2. The Night")
        for part in wrapped(line, 62):
            lines.append((part, 14 if large else 10, large))
    pages: list[list[Words]] = [[]]
    at = 550.0
    for text, size, bold in lines:
        if at < 60:
            pages[-1].append(Words(200, 20, str(len(pages)), 8))
            pages.append([])
            at = 550.0
        if text:
            pages[-1].append(Words(50, at, text, size, bold))
        at -= 18 if size > 10 else 12 if text else 8
    pages[-1].append(Words(200, 20, str(len(pages)), 8))
    return pdf(pages)


def wrapped(line: str, width: int) -> list[str]:
    """A line's words in lines of at most so many characters."""
    found = [""]
    for word in line.split():
        if found[-1] and len(found[-1]) + len(word) + 1 > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def numbered_docx(path: Path) -> None:
    """The numbered rules as a Word file, blank paragraphs between them."""
    from docx import Document

    document = Document()
    document.add_heading(TITLE, 0)
    document.add_heading("Contents", 1)
    for line in CONTENTS:
        document.add_paragraph(line)
    for line in RULES.splitlines():
        if line in ("Glossary", "Credits"):
            document.add_heading(line, 1)
        else:
            document.add_paragraph(line)
    document.save(str(path))


def main() -> None:
    """Write every fixture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = f"{TITLE}\n\nContents\n\n" + "\n".join(CONTENTS) + f"\n\n{RULES}"
    (FOLDER / "numbered.txt").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r").encode())
    (FOLDER / "numbered.pdf").write_bytes(numbered_pdf())
    (FOLDER / "numbered-2026.pdf").write_bytes(numbered_pdf(NEWER, NEWER_DAY))
    numbered_docx(FOLDER / "numbered.docx")
    (FOLDER / "headed.md").write_text(HEADED, "utf-8")
    (FOLDER / "headed.html").write_text(HTML, "utf-8")
    (FOLDER / "columns.pdf").write_bytes(columns_pdf())
    (FOLDER / "tree.yaml").write_text(YAML, "utf-8")
    (FOLDER / "entries.json").write_text(json.dumps(ENTRIES, indent=1), "utf-8")


if __name__ == "__main__":
    main()
