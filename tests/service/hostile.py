"""A knowledge base whose game, document, headings, clauses, cards and rulings try to be markup."""

from __future__ import annotations

from dataclasses import replace

from kb.records import Contents, Game, digest
from tests.kb.samples import CONTENTS

SCRIPT = "<script>alert(1)</script>"
PAYLOADS = (
    SCRIPT,
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "javascript:alert(1)",
    "{{7*7}}${7*7}<%=7*7%>",
    "</textarea><iframe src=javascript:alert(1)>",
    "<b onmouseover=alert(1)>x</b>",
    "\u2028<!--\x00-->",
    'a"onfocus=alert(1) autofocus="',
)
ALL = " ".join(PAYLOADS)


def hostile_contents() -> Contents:
    """The sample with every payload in every text that a document's author, or a game's, can choose."""
    [parsed] = CONTENTS.parsed
    clauses = tuple(
        replace(
            each,
            text=f"{each.text} {ALL}",
            headings=(f"Rules {SCRIPT}", *PAYLOADS[1:4]),
            subject=f"Dr. Pawn {SCRIPT}" if each.subject else "",
            digest=digest(f"{each.text} {ALL}"),
        )
        for each in parsed.clauses
    )
    [card] = parsed.cards
    power = replace(card.powers[0], effect=ALL, condition=ALL, keyword=SCRIPT, text=ALL)
    nasty = replace(
        card, name=f"Dr. Pawn {SCRIPT}", identity=PAYLOADS[1], version=PAYLOADS[2], type=SCRIPT, affiliations=PAYLOADS,
        powers=(power,), current=ALL, printed=ALL,
    )  # fmt: skip
    rulings = tuple(replace(each, subject=nasty.title, authority=ALL) for each in parsed.rulings)
    document = replace(parsed.document, title=f"The Rules {ALL}", authority=ALL, file=SCRIPT)
    tables = tuple(replace(each, title=ALL, columns=(SCRIPT, "b", "c")) for each in parsed.tables)
    texts = {each.id: each.text for each in clauses}
    return replace(
        CONTENTS,
        games=(Game("chess", f"Chess {ALL}", (f"échecs {SCRIPT}",)),),
        parsed=(replace(parsed, document=document, clauses=clauses, cards=(nasty,), rulings=rulings, tables=tables),),
        terms=tuple(replace(each, name=f"{each.name} {SCRIPT}") for each in CONTENTS.terms),
        passages=tuple(
            replace(each, text=texts[each.clause], lexical=texts[each.clause]) for each in CONTENTS.passages
        ),
    )
