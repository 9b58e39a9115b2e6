"""boardgame-rules-mcp: one PDF made from the same clauses, all games in one rulebook since the game is never given.

Headings are sections. A quote counts for every clause whose beginning it holds, or that holds its beginning.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

BEGINNING = 60
GAME = "bench"


def build(passages: Sequence[dict[str, str]], folder: Path, model: str) -> None:
    """Write the PDF and have it indexed."""
    from fpdf import FPDF

    os.environ["BGRULES_HOME"] = str(folder)
    from bgrules.ingest import add

    pdf = FPDF()
    pdf.add_page()
    for heading, group in groupby(passages, key=lambda each: each["heading"]):
        pdf.set_font("Helvetica", "B", 15)
        pdf.multi_cell(0, 8, latin(heading), new_x="LMARGIN", new_y="NEXT", align="L")
        pdf.set_font("Helvetica", "", 10)
        for each in group:
            pdf.multi_cell(0, 5, latin(each["words"]), new_x="LMARGIN", new_y="NEXT", align="L")
            pdf.ln(2)
    file = str(folder / "bench.pdf")
    pdf.output(file)
    add(GAME, edition="1", file=file, log=lambda said: None)
    (folder / "passages.json").write_text(json.dumps([[each["id"], squeezed(each["words"])] for each in passages]))


def load(folder: Path, model: str) -> Callable[[str, int], list[str]]:
    """What its tool search_rules calls; gives quotes."""
    os.environ["BGRULES_HOME"] = str(folder)
    from bgrules import store

    base = store.connect()

    def ask(question: str, limit: int) -> list[str]:
        return [each["quote"] for each in store.search(base, GAME, question, max_results=limit).get("results", [])]

    return ask


def clauses(quote: str, folder: Path) -> list[str]:
    """The clauses that a quote counts for."""
    text, known = squeezed(quote), json.loads((folder / "passages.json").read_text())
    return [clause for clause, words in known if words[:BEGINNING] in text or text[:BEGINNING] in words]


def latin(text: str) -> str:
    """The text in the letters that the PDF's fonts have."""
    return (
        re.sub("[‘’]", "'", re.sub("[“”]", '"', text)).replace("–", "-").encode("latin-1", "replace").decode("latin-1")
    )


def squeezed(text: str) -> str:
    """Letters and digits alone, lower case."""
    return re.sub(r"[^a-z0-9]+", "", latin(text).lower())
