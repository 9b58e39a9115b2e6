"""`headjudge ask`."""

from __future__ import annotations

import sys
from datetime import date

import click

from kb.answering.answer import Answer, answer
from kb.answering.rulings import Ruling
from kb.answering.summary import where
from kb.records import Outcome, plain
from kb.records.reading import Failure, ReadBy
from kb.rules.prove.steps import proof_text
from service.commands.options import (
    DAY,
    game_option,
    json_option,
    lexical_option,
    open_base,
    print_json,
    styled,
    worded,
)
from service.server.assistants import told_assistant
from service.show.formfacts import as_query
from service.show.naming import game_called
from service.show.quoting.citing import as_quoted
from service.show.serializing.present import answer_json
from service.show.view import facts_shown

NOT_FOUND = 3
"""The exit status where no document answers."""
COLORS = {"Yes": "green", "No": "red"}
OPEN = (Outcome.DEPENDS, Outcome.UNDETERMINED, Outcome.NOT_UNDERSTOOD, Outcome.AMBIGUOUS, Outcome.NOT_FOUND)


@click.command(epilog='Example: headjudge ask "does press make boost cheaper?" --game vs-system')
@click.argument("question", nargs=-1, required=True, callback=worded)
@game_option
@click.option("--limit", type=click.IntRange(1, 50), help="Citations at most: 5, or a whole section that is asked for.")
@click.option("--as-of", type=DAY, help="Only documents in force on this day.")
@lexical_option
@json_option
def ask(
    question: tuple[str, ...], game: str | None, limit: int | None, as_of: date | None, lexical: bool, as_json: bool
) -> None:
    """Answer a question with the exact clauses; exit status 3 where no document answers it."""
    with open_base(lexical) as base:
        found = answer(base, " ".join(question), game_called(base, game), limit, as_of, told_assistant())
        if as_json:
            print_json(answer_json(found, as_of))
        else:
            click.echo(answer_text(found))
    if all(each.outcome is Outcome.NOT_FOUND for each in found.parts or (found,)):
        sys.exit(NOT_FOUND)


def ruled_lines(ruled: Ruling) -> list[str]:
    """The facts that were read, the proof, what was assumed, what would help, and how to run it again."""
    result = ruled.result
    lines = [f"  given: {each['sentence']}" for each in facts_shown(result)]
    lines += [f"  assumed: {each.sentence}" for each in result.told]
    lines += [f"  to know: {each.question}" + (f" ({each.why})" if each.why else "") for each in result.ask]
    if result.told_proof:
        lines += ["", "Why:", proof_text(result.told_proof)]
    facts = " ".join(f"--fact {name}={value}" for name, value in as_query(result.facts).items())
    return [*lines, "", f"Again with other facts: headjudge check {result.check} {facts}".rstrip()]


def answer_text(found: Answer) -> str:
    """The answer for a terminal; of a post that asks several things each of its answers, under its question."""
    texts = [text for each in found.parts for text in (f"“{each.asked}”", one_text(each), "")] or [one_text(found)]
    left = [f"Not answered here, ask again: {', '.join(f'“{each}”' for each in found.left)}"] if found.left else []
    return "\n".join(
        [*texts, *left, f"\n{read_line(found.read_by)}, {found.took_ms:.0f} ms, knowledge base {found.version}"]
    )


def read_line(by: ReadBy) -> str:
    """Which reader an answer rests on, and why no other."""
    said = f" ({by.note})" if by.note and by.failure is not Failure.DIFFERS else ""
    return f"read by {by.model or by.kind}{said}"


def one_text(found: Answer) -> str:
    """The answer to one question: outcome and sentence, then each citation with its words and its source."""
    ruled = found.ruling if found.ruling and found.ruling.asserted else None
    lines = [first_line(found)]
    read = [f"{each.written} → {each.read}" for each in found.reading.corrections]
    if read:
        lines.append(f"  read as: {', '.join(read)}")
    if ruled:
        lines += ruled_lines(ruled)
    elif found.ruling:
        lines.append(f"  may be computed: headjudge check {found.ruling.result.check}")
    if found.citations and found.citations[0].role == "nearest":
        lines.append("\nNearest clauses:")
    for number, citation in enumerate(found.citations, 1):
        document = citation.document
        dated = document.effective or document.published
        source = ", ".join(part for part in (document.authority, dated, f"{document.edition} edition") if part)
        flags = f"  [{', '.join(citation.clause.flags)}]" if citation.clause.flags else ""
        lines += ["", f"{number}. {styled(citation.clause.id, bold=True)}  {where(citation)}{flags}"]
        lines += [f"   {as_quoted(plain(citation.clause.text), document)}", styled(f"   {source}", dim=True)]
    return "\n".join(lines)


def first_line(found: Answer) -> str:
    """Outcome or verdict, and why: a yes green, a no red, what is open yellow."""
    ruled = found.ruling is not None and found.ruling.asserted
    head = "" if ruled else f"{str(found.outcome).upper().replace('_', ' ')}: "
    verdict, colon, why = f"{head}{found.sentence}".partition(":")
    color = COLORS.get(verdict) or ("yellow" if found.outcome in OPEN else None)
    return styled(verdict, bold=True, fg=color) + colon + why
