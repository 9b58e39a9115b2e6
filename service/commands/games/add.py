"""`headjudge add`: a rulebook's file becomes a game that can be asked."""

from __future__ import annotations

from pathlib import Path

import click

from ingest.adding.folder import Added, dated, game_id, laid_out, present, read_document, retitled, written
from ingest.adding.known import refuse_taken, same_file_elsewhere
from ingest.adding.newer import parted_versions
from ingest.adding.question import question_of
from ingest.adding.titles import parted
from ingest.draft import slug
from ingest.layouts import OVER_BLOCKS
from kb.errors import SourceError, UsageError
from kb.misfits import day_of
from kb.paths import corpus_dir
from service.commands.games.asked import agreed, at_terminal, build_after, corpus_made
from service.commands.games.options import edition_option, require_sources, sources_option
from service.commands.games.shown import shown
from service.commands.games.versions import add_day, add_version


@click.command(epilog="Example: headjudge add rules.pdf --game tiny-game")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", metavar="ID", help="The game: a new one, or one that gets another document.")
@click.option("--title", metavar="TEXT", help="The title of a new game, instead of what the document calls itself.")
@click.option("--document", metavar="ID", help="The id of the document, `rules` where there is only one.")
@click.option(
    "--since",
    metavar="DAY",
    help="The day from which it is in force, where none is read in it; dates a file that is there already, too.",
)
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
    corpus, build = corpus_dir(), None if no_build else (edition, sources)
    read = [_read(path, game, document or (_identifier(path) if len(files) > 1 else ""), mapping) for path in files]
    named = title or parted(read[0].spec.title)[0]
    chosen = game or game_id(named)
    read = [dated(each, day_of(since).isoformat()) if since else _day_asked(each, yes or dry_run) for each in read]
    if (corpus / chosen / "game.toml").is_file():
        read = _without_known(corpus / chosen, read, document or "", layout, since or "", yes, dry_run, build)
        if not read:
            return
        present(corpus / chosen, read)
    else:
        refuse_taken(corpus, chosen, named, read[0])
    chosen_of = [_chosen(each, chosen, layout, yes or dry_run) for each in read]
    if errors := [problem for each in chosen_of for problem in each.errors]:
        raise SourceError(errors)
    if dry_run:
        return
    if not yes:
        agreed(f"Write {corpus / chosen}", build is not None)
    fault = ""
    documents = [retitled(each, named) for each in chosen_of]
    with corpus_made(), written(corpus, chosen, named, documents) as made:
        click.echo(f"wrote {made}")
        fault = build_after(chosen, *build) if build else ""
    if fault:
        raise UsageError(fault)
    if build is None:
        click.echo("next: headjudge build")
    else:
        _ask(chosen_of[0], chosen)


def _without_known(
    folder: Path,
    read: list[Added],
    document: str,
    layout: str | None,
    since: str,
    yes: bool,
    dry_run: bool,
    build: tuple[str, Path | None] | None,
) -> list[Added]:
    """The files that are new documents of a game that is there; those that it has are given the day that was said, and
    those that are versions of its documents are put among these."""
    others = [each for each in read if not (since and add_day(folder, each, since, dry_run, build))]
    others, newer = parted_versions(folder, others, document, layout)
    for each in newer:
        add_version(each, folder.name, yes, dry_run, build)
    return others


def _day_asked(added: Added, silent: bool) -> Added:
    """The document with the day that is meant, asked where the order of day and month is open."""
    if silent or len(added.said.days) < 2:
        return added
    days = click.Choice(list(added.said.days))
    return dated(added, at_terminal(lambda: click.prompt(f"Which day is meant by “{added.said.words}”?", type=days)))


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
    click.echo(shown(found, game))
    if same := same_file_elsewhere(corpus_dir(), game, found):
        click.echo(f"note: this very file is {same} already: ask it there with --game {same.partition('/')[0]}")
    if layout or silent:
        return found
    layouts = click.Choice(sorted(OVER_BLOCKS))
    answer = at_terminal(lambda: click.prompt("Layout", default=found.spec.layout, type=layouts))
    if answer != found.spec.layout:
        found = laid_out(found, game, answer)
        click.echo(shown(found, game))
    return found


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
