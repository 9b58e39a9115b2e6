"""`headjudge add`: a rulebook's file becomes a game that can be asked."""

from __future__ import annotations

from pathlib import Path

import click

from ingest.adding.folder import Added, dated, game_id, laid_out, parted, question_of, read_document, retitled, written
from ingest.adding.newer import parted_versions
from ingest.adding.propose import structure, tree_lines
from ingest.draft import slug
from ingest.formats import FORMATS
from ingest.formats.block import Loss
from ingest.layouts import OVER_BLOCKS
from kb.errors import SourceError, UsageError
from kb.paths import corpus_dir
from service.commands.games.build import build_again
from service.commands.games.options import edition_option, require_sources, sources_option
from service.commands.games.versions import add_version, day_of

WARNINGS = 5


@click.command(epilog="Example: headjudge add rules.pdf --game tiny-game")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", metavar="ID", help="The game: a new one, or one that gets another document.")
@click.option("--title", metavar="TEXT", help="The title of a new game, instead of what the document calls itself.")
@click.option("--document", metavar="ID", help="The id of the document, `rules` where there is only one.")
@click.option("--since", metavar="DAY", help="The day from which it is in force, where it does not say so itself.")
@click.option("--layout", type=click.Choice(sorted(OVER_BLOCKS)), help="Read it so, whatever is proposed.")
@click.option("--mapping", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Keys of YAML or JSON.")
@click.option("--yes", is_flag=True, help="Take what is proposed, ask nothing.")
@click.option("--dry-run", is_flag=True, help="Show the tree and stop: nothing is written.")
@edition_option
@sources_option
@click.option("--no-build", is_flag=True, help="Write the game's folder and stop.")
def add(
    files: tuple[Path, ...],
    game: str | None,
    title: str | None,
    document: str | None,
    since: str | None,
    layout: str | None,
    mapping: Path | None,
    yes: bool,
    dry_run: bool,
    edition: str,
    sources: Path | None,
    no_build: bool,
) -> None:
    """Read rulebooks (PDF, DOCX, HTML, Markdown, text, JSON, YAML) into a game, build, and ask one question of them.

    A file that is another version of a document of the game is put among its versions, and all of them are kept.

    The words stay on this machine, in the game's folder, and citations say that they are the document's own.
    """
    require_sources(edition, sources)
    if document and len(files) > 1:
        raise UsageError("--document names one document: add the files one by one")
    if game is not None and slug(game) != game:
        raise UsageError(f"{game!r} is no id: small letters, figures and hyphens, for example {slug(game)!r}")
    read = [_read(path, game, document or (_identifier(path) if len(files) > 1 else ""), mapping) for path in files]
    named = title or parted(read[0].spec.title)[0]
    chosen = game or game_id(named)
    read = [dated(each, day_of(since)) for each in read] if since else read
    if (corpus_dir() / chosen / "game.toml").is_file():
        read, newer = parted_versions(corpus_dir() / chosen, read, document or "", layout)
        for each in newer:
            add_version(each, chosen, yes, dry_run, None if no_build else (edition, sources))
        if not read:
            return
    shown = [_chosen(each, chosen, layout, yes or dry_run) for each in read]
    if errors := [problem for each in shown for problem in each.errors]:
        raise SourceError(errors)
    if dry_run:
        return
    folder = corpus_dir() / chosen
    if not yes and not click.confirm(f"Write {folder} and build?", default=True):
        raise click.Abort
    with written(corpus_dir(), chosen, named, [retitled(each, named) for each in shown]) as made:
        click.echo(f"wrote {made}")
        if not no_build:
            build_again(edition, sources)
    if no_build:
        click.echo("next: headjudge build")
    else:
        _ask(shown[0], chosen)


def _identifier(path: Path) -> str:
    return slug(path.stem)


def _read(path: Path, game: str | None, document: str, mapping: Path | None) -> Added:
    """One file, and what is said of it while it is read."""
    click.echo(f"reading {path.name} …", err=True)
    if document and slug(document) != document:
        raise UsageError(f"{document!r} is no id: small letters, figures and hyphens, for example {slug(document)!r}")
    return read_document(path, game or "game", "", document, mapping)


def _chosen(added: Added, game: str, layout: str | None, silent: bool) -> Added:
    """The document with the layout that was asked for, shown as it would be added."""
    found = laid_out(added, game, layout or "")
    click.echo(_shown(found))
    if layout or silent:
        return found
    answer = click.prompt("Layout", default=found.spec.layout, type=click.Choice(sorted(OVER_BLOCKS)))
    if answer != found.spec.layout:
        found = laid_out(found, game, answer)
        click.echo(_shown(found))
    return found


def _shown(added: Added) -> str:
    """What a curator looks at before a document is added."""
    known = ", ".join(FORMATS)
    original = added.spec.original.file if added.spec.original else ""
    lines = [f"{original}: read as {added.converted.format} (of {known}), {len(added.converted.blocks)} blocks"]
    lines += [f"title: {added.spec.title}"]
    lines += [f"in force from {added.spec.effective}"] if added.spec.effective else []
    lines += [f"layout {added.spec.layout}" + _why(added), "", *tree_lines(added.parsed), ""]
    figures = structure(added.parsed, added.problems)
    lines += [f"structure: {', '.join(f'{name} {value}' for name, value in figures.items())}"]
    lines += [_left_out(each) for each in added.converted.losses]
    warnings = [each for each in added.problems if each.severity != "error"]
    lines += [str(each) for each in warnings[:WARNINGS]]
    lines += [f"… and {len(warnings) - WARNINGS} more warnings"] if len(warnings) > WARNINGS else []
    return "\n".join(lines)


def _left_out(loss: Loss) -> str:
    begun = f", from “{loss.first[:60]}”" if loss.first else ""
    return f"left out: {loss.reason}, {loss.count}{begun}"


def _why(added: Added) -> str:
    proposal = added.proposal
    return f": {proposal.why}" if proposal.layout == added.spec.layout else f", not the proposed {proposal.layout}"


def _ask(added: Added, game: str) -> None:
    """Ask the new game one question of its own document."""
    from kb.answering.answer import answer
    from kb.knowledge import KnowledgeBase

    question = question_of(added.parsed)
    if not question:
        return
    with KnowledgeBase.open() as base:
        found = answer(base, question, game)
    click.echo(f"\n{question}\n{found.sentence}")
    for citation in found.citations[:3]:
        clause = citation.clause
        page = next((f", {flag.replace('-', ' ')}" for flag in clause.flags if flag.startswith("page-")), "")
        click.echo(f"  {clause.id}{page}\n     “{clause.plain[:300]}”\n     {citation.document.edition} edition")
    click.echo(f'\nnext: headjudge ask "your question" --game {game}')
