"""Checks as an assistant finds them: those that a question asks for, ranked by what chooses for `ask`; one check whole;
all of a game by their names alone."""

from __future__ import annotations

from kb.answering.choosing.candidates import candidates
from kb.answering.choosing.choose import chooser
from kb.answering.ranking import believed
from kb.knowledge import KnowledgeBase
from kb.records.checks import Check
from kb.records.question import Question
from kb.retrieval.weights import weights
from service.api.factschema import fact_schema
from service.mcp.short.named import clauses_of
from service.mcp.short.sizes import Json, clauses_json, compact, cut

SHOWN = 10
WORDINGS = 3
CLAUSES = 1_200
HEADING = 40
ELSEWHERE = "other"


def list_of(base: KnowledgeBase, words: str, game: str | None, most: int = SHOWN) -> Json:
    """The checks that a text asks for, best first, each with its id, title and kind; says so where none fits."""
    [part] = base.parts(words, game, most=1)
    ranking, belief = believed(base, part.near, game, own=part.own)
    of = ranking.game or (ranking.guesses[0].game if ranking.guesses else "")
    offered = candidates(base, part.whole, ranking.hits, of, near=part.near, most=most)
    found = [each.choice.check for each in offered]
    if not any(_shares(base, part.whole, each) for each in found):
        return {"checks": [], "note": f"No check matches these words. {_games(base)}"}
    told: Json = {"checks": [entry(each) for each in found]}
    if not ranking.sure:
        told["note"] = f"Taken for {base.title(of)}, which the words do not tell: name the game. {_games(base)}"
    elif belief.probability < weights()["decline"]["threshold"]:
        told["note"] = "The documents hardly speak of this: these checks come nearest, none may be what is asked."
    return told


def _shares(base: KnowledgeBase, question: Question, check: Check) -> bool:
    """Whether some word of a question stands in a check, in its facts, or in its clauses."""
    choosing = chooser(base, check.game)
    clauses = [base.store.clause(each) for each in choosing.clauses[check.id]]
    stems, heard = map(base.retriever.words.stems, clauses), map(base.retriever.words.heard, clauses)
    return base.retriever.words.coverage(question.content, choosing.own_words.of(check.id), *stems, *heard) > 0


def index_of(base: KnowledgeBase, game: str) -> Json:
    """All checks of a game by the heading that their first clause stands under, without the game before their ids: they
    name what they compute."""
    choosing = chooser(base, game)
    under: dict[str, list[str]] = {}
    for name, clauses in choosing.clauses.items():
        clause = base.store.find_clause(clauses[0]) if clauses else None
        heading = clause.headings[-1] if clause and clause.headings else ELSEWHERE
        under.setdefault(cut(heading, HEADING), []).append(name)
    said = "Ids by heading; give list_checks the question to have those that fit, with their titles."
    return {"game": game, "note": said, "index": {heading: " ".join(names) for heading, names in under.items()}}


def games_of(base: KnowledgeBase) -> Json:
    """How many checks each game has, where nothing was asked for."""
    return {"checks": [], "note": f"Give a question, or a game. {_games(base)}"}


def _games(base: KnowledgeBase) -> str:
    return f"Checks: {', '.join(f'{game} {len(base.checks.checks(game))}' for game in base.checks.games)}."


def entry(check: Check) -> Json:
    """A check as a list has it."""
    return {"id": check.full_id, "title": check.title, "kind": check.kind}


def check_shown(base: KnowledgeBase, check: Check) -> Json:
    """A check whole: the schema of its facts, its clauses with their words, three wordings."""
    clauses = [(clause, "") for each in clauses_of(base, check) if (clause := base.store.find_clause(each))]
    told, others = clauses_json(clauses, CLAUSES)
    found = entry(check) | {
        "clauses": told,
        "more_clauses": others,
        "wordings": list(check.wordings[:WORDINGS]),
        "fact_schema": fact_schema(check, base.checks.model(check.game).schema),
    }
    return compact(found, keep=("clauses", "wordings", "fact_schema"))
