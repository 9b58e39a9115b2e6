"""Scores retrieval and abstention on the development questions, by game, persona and split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG

from kb.answering.answer import answer
from kb.answering.assisting.assistant import Assistant
from kb.answering.ranking import NEIGHBOURS, rank
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from kb.records import Hit, Outcome, Verdict
from kb.records.reading import WORDS, ReadBy
from kb.retrieval.classifying.decline import Support, support
from kb.retrieval.weights import fused, weights

MEASURES = {"hit@1": Success @ 1, "hit@3": Success @ 3, "hit@5": Success @ 5, "MRR": RR, "nDCG@10": nDCG @ 10}
DEPTH = 400
RESAMPLES = 1000
RUNS: Mapping[str, Mapping[str, float] | None] = {
    "headjudge": None,
    "bm25": {"bm25": 1.0},
    "dense": {"clause": 1.0},
    "dense + bm25": {"clause": 1.0, "bm25": 0.15},
    "without wordings": {},
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with what Headjudge made of it: hits, support, the game it settled on, and how likely it held its
    verdict to be right, 0 where a language model read it or words alone were searched."""

    question: LabelledQuestion
    hits: tuple[Hit, ...]
    support: Support
    sure: bool
    game: str
    outcome: Outcome
    verdict: Verdict | None
    check: str = ""
    reader: ReadBy = WORDS
    computed: Verdict | None = None
    probability: float = 0.0

    @property
    def verdict_is(self) -> str:
        """How a computed verdict compares with the one expected: right, wrong, or the outcome where none was given.

        Empty where the question expects none and none was given; `asserted` where one was given all the same.
        """
        expected = self.question.expect.get("verdict")
        if self.verdict is None:
            return str(self.outcome) if expected else ""
        if not expected:
            return "asserted"
        return "right" if same_value(self.verdict.value, expected["value"]) else "wrong"

    @property
    def declined(self) -> bool:
        """Whether the answer tells that nothing here settles it: `not_found`."""
        return self.outcome is Outcome.NOT_FOUND


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % bootstrap interval over `count` questions."""

    mean: float
    low: float
    high: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]" if self.count else "-"


def judge(
    base: KnowledgeBase,
    questions: Iterable[LabelledQuestion],
    step: Callable[[], None] = lambda: None,
    assistant: Assistant | None = None,
) -> list[Judged]:
    """Rank and weigh every question, the game never given but by the question's own words."""
    found = []
    for question in questions:
        ranking = rank(base, base.read(question.question), limit=DEPTH)
        around = base.around(ranking.hits[0].clause, NEIGHBOURS) if ranking.hits else ()
        belief = support(ranking.question, ranking.hits, around, base.retriever)
        given = answer(base, question.question, assistant=assistant)
        check = given.ruling.result.check if given.ruling else ""
        computed = given.ruling.verdict if given.ruling else None
        likely = given.ruling.probability if given.ruling else 0.0
        found.append(
            Judged(
                question, ranking.hits, belief, ranking.sure, ranking.game, given.outcome, given.verdict, check,
                given.read_by, computed, likely,
            )
        )  # fmt: skip
        step()
    return found


def same_value(given: object, expected: object) -> bool:
    """Whether a verdict is the one expected: lists in any order, texts without regard to case and underscores."""
    if isinstance(given, bool) or isinstance(expected, bool):
        return given is expected
    if isinstance(given, int) or isinstance(expected, int):
        return given == expected
    return _texts(given) == _texts(expected)


def _texts(value: object) -> list[str]:
    listed = value if isinstance(value, list | tuple) else [value]
    return sorted(str(each).casefold().replace("_", " ") for each in listed)


FROM_WORDINGS = ("wording", "own", "heard", "learned")


def rescored(hits: Sequence[Hit], weight: Mapping[str, float] | None) -> list[tuple[str, float]]:
    """(clause, score) by other weights over the same candidates; None keeps the ranking, {} drops all
    that comes from wordings: players' words count no more than the clause's own."""
    if weight is None:
        return [(hit.clause.id, hit.score) for hit in hits]
    kept = weights()["fusion"]
    chosen = weight or {**kept, "cover": kept["cover"] + kept["heard"], **dict.fromkeys(FROM_WORDINGS, 0.0)}
    scored = [(hit.clause.id, fused(dict(hit.features), chosen)) for hit in hits]
    return sorted(scored, key=lambda entry: (-entry[1], entry[0]))


def per_question(judged: Sequence[Judged], weight: Mapping[str, float] | None = None) -> dict[str, dict[str, float]]:
    """Measure name -> question id -> value, over the answerable questions, by ir-measures."""
    answerable = [each for each in judged if each.question.answerable]
    qrels = [
        Qrel(each.question.id, clause, grade) for each in answerable for clause, grade in each.question.relevant.items()
    ]
    run = [
        ScoredDoc(each.question.id, clause, -float(place))
        for each in answerable
        for place, (clause, _) in enumerate(rescored(each.hits, weight))
    ]
    names = {str(measure): name for name, measure in MEASURES.items()}
    values: dict[str, dict[str, float]] = {name: {} for name in MEASURES}
    for metric in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values[names[str(metric.measure)]][metric.query_id] = metric.value
    return values


def interval(values: Sequence[float], seed: int = 7) -> Interval:
    """The mean with a percentile bootstrap over RESAMPLES resamples."""
    if not values:
        return Interval(0.0, 0.0, 0.0, 0)
    sample = np.asarray(values)
    drawn = np.random.default_rng(seed).choice(sample, (RESAMPLES, len(sample))).mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Interval(float(sample.mean()), float(low), float(high), len(sample))


def declining(judged: Sequence[Judged]) -> dict[str, Interval]:
    """Shares declined: of near misses, of other topics, of all unanswerable, and of answerable (falsely)."""
    groups = {
        "near-miss": [each for each in judged if each.question.nature == "near-miss"],
        "off-topic": [each for each in judged if each.question.nature == "off-topic"],
        "unanswerable": [each for each in judged if not each.question.answerable],
        "falsely": [each for each in judged if each.question.answerable],
    }
    return {name: interval([float(each.declined) for each in group]) for name, group in groups.items()}


def auroc(judged: Sequence[Judged], nature: str) -> float:
    """How well the support tells answerable questions from those of one nature; 0.5 is chance."""
    good = [each.support.probability for each in judged if each.question.answerable]
    bad = [each.support.probability for each in judged if each.question.nature == nature]
    if not good or not bad:
        return float("nan")
    wins = (np.subtract.outer(np.array(good), np.array(bad)) > 0).mean()
    ties = (np.subtract.outer(np.array(good), np.array(bad)) == 0).mean()
    return float(wins + ties / 2)


def groups(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    """All questions, then by game, by persona and by whether the game is named."""
    found: dict[str, list[Judged]] = {"all": list(judged)}
    for each in judged:
        named = "game named" if each.question.names_game else "game not named"
        for key in (each.question.game, each.question.persona, named):
            found.setdefault(key, []).append(each)
    return found
