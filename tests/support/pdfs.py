"""Writes small PDF files for tests: words of the standard fonts and bars at given places, without compression."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

FONTS = ("Helvetica", "Helvetica-Bold")


@dataclass(frozen=True)
class Words:
    """Words at a place, in points from the page's lower left corner."""

    left: float
    bottom: float
    text: str
    size: float = 10
    bold: bool = False


@dataclass(frozen=True)
class Bar:
    """A filled bar: thin it is a table's border, small and square a bullet."""

    left: float
    bottom: float
    right: float
    top: float


def borders(across: Sequence[float], down: Sequence[float]) -> list[Bar]:
    """The borders of a table's cells, drawn cell by cell as browsers do."""
    level = [Bar(a, y, b, y + 0.7) for y in down for a, b in itertools.pairwise(across)]
    return level + [Bar(x, b, x + 0.7, a) for x in across for a, b in itertools.pairwise(down)]


def pdf(
    pages: Sequence[Sequence[Words | Bar]],
    width: int = 420,
    height: int = 595,
    extra: str = "",
    marks: Sequence[str] = (),
) -> bytes:
    """A PDF with these pages; `extra` is put into its trailer, `marks` are bookmarks to its first page."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    fonts = " ".join(f"/F{number} {3 + number} 0 R" for number in range(len(FONTS)))
    objects += [f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>" for name in FONTS]
    kids = []
    for page in pages:
        said = "\n".join(_shown(each) for each in page)
        objects.append(f"<< /Length {len(said.encode('cp1252'))} >>\nstream\n{said}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] "
            f"/Resources << /Font << {fonts} >> >> /Contents {len(objects)} 0 R >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    if marks:
        first, root = len(objects) + 2, len(objects) + 1
        objects[0] = f"<< /Type /Catalog /Pages 2 0 R /Outlines {root} 0 R >>"
        last = first + len(marks) - 1
        objects.append(f"<< /Type /Outlines /First {first} 0 R /Last {last} 0 R /Count {len(marks)} >>")
        for at, mark in enumerate(marks, first):
            following = f"/Next {at + 1} 0 R " if at < last else ""
            objects.append(f"<< /Title ({mark}) /Parent {root} 0 R {following}/Dest [{kids[0]} /Fit] >>")
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(out)
    size = len(objects) + 1
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R {extra} >>\n".encode()
    return out + f"startxref\n{start}\n%%EOF\n".encode()


def _shown(words: Words | Bar) -> str:
    if isinstance(words, Bar):
        return f"{words.left} {words.bottom} {words.right - words.left} {words.top - words.bottom} re f"
    text = words.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F{int(words.bold)} {words.size} Tf {words.left} {words.bottom} Td ({text}) Tj ET"
