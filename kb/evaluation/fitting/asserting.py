"""Fits the weights by which a verdict is asserted; see kb/answering/asserting/evidence.py.

What sounds as if it were settled and is not can be learned from gaps alone, whose questions a knowledge base
finds again word for word. So the gaps are dealt into FOLDS parts as the samples are (rehearsal.py), and while a
part is asked the knowledge base neither finds it nor has learned from it. Practice questions are asked beside the part
they are in: a verdict on a gap is wrong, and one on a practice question where another was expected. One part is asked;
the weights are held against verdicts in it that they were not fitted to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np
import numpy.typing as npt

from kb.answering.asserting.evidence import FEATURES, evidence
from kb.answering.put import ruling
from kb.answering.ranking import believed
from kb.evaluation.evaluate import same_value
from kb.evaluation.fitting.ranking import logistic_each, signed_logistic
from kb.evaluation.questions import LabelledQuestion
from kb.evaluation.rehearsal import FOLDS, samples_of, untaught
from kb.evaluation.training import UNFOUND
from kb.knowledge import KnowledgeBase
from kb.records import Outcome, Passage
from kb.records.question import Question
from kb.retrieval.classifying.learning import learn
from kb.retrieval.weights import weights

AGAINST = frozenset({"missing", "doubt"})
PENALTY, WRONG, UNSETTLED = 1.0, 5, 2
KEPT = 0.90
EACH = 2

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict that a check gave on a question: its evidence, whether it is right, whether anything settles it; `fold`
    is the part in which it was left out."""

    evidence: dict[str, float]
    right: bool
    settled: bool
    fold: int


def given(
    base: KnowledgeBase,
    gaps: Sequence[Passage],
    practice: Sequence[LabelledQuestion],
    step: Callable[[], None] = lambda: None,
) -> list[Given]:
    """Every verdict that a check gives on these gaps and practice questions, left out while they are asked."""
    found = []
    for number, gap in enumerate(gaps):
        found += _given(base, base.read(gap.text, gap.game), gap.game, None, number % FOLDS)
        step()
    for number, each in enumerate(practice):
        read = base.read(each.question, each.game)
        found += _given(base, read, each.game, each.expect["verdict"]["value"], number % FOLDS)
        step()
    return found


def practised(
    asked: Sequence[Passage], parts: Sequence[Passage], practice: Iterable[LabelledQuestion]
) -> list[LabelledQuestion]:
    """The practice questions that are left out with these `parts` of what was `asked`, and as large a share of those
    that no base is taught by; every EACH-th of them."""
    out = {(each.game, each.text) for each in parts}
    taught = {(each.game, each.text) for each in asked}
    own = [each for each in practice if (each.game, each.question) in out]
    loose = [each for each in practice if (each.game, each.question) not in taught]
    return [*own[::EACH], *loose[:: FOLDS * EACH]]


@contextmanager
def left_out(base: KnowledgeBase, asked: Sequence[Passage], fold: int = 0) -> Iterator[list[Passage]]:
    """One part of the gaps and of every game's samples among the questions that a base was taught by, while it finds
    none of them and has learned nothing from them."""
    own, vectors = samples_of(asked), np.stack([base.vector(each.text) for each in asked])
    out = {id(each) for each in asked if each.kind == "gap" and part_of(each) == fold}
    out |= {id(each) for samples in own.values() for each in samples[fold::FOLDS]}
    kept = [at for at, each in enumerate(asked) if id(each) not in out]
    rows = {each.number for each in asked if id(each) in out} - {UNFOUND}
    labels = ["gap" if asked[at].kind == "gap" else "answer" for at in kept]
    model = learn([asked[at].text for at in kept], vectors[kept], labels)
    teaching, places = base.retriever.teaching, {id(each): at for at, each in enumerate(asked)}

    def without(lesson: str, game: str, text: str) -> Mapping[str, float]:
        if lesson != "gaps":
            return teaching.lessons(lesson, game, text)
        return model.scores(text, base.vector(text)) if model is not None else {}

    base.retriever.teach(replace(teaching, lessons=without, left_out=np.array(sorted(rows), dtype=np.int64)))
    try:
        with ExitStack() as stack:
            for samples in own.values():
                stack.enter_context(untaught(base, samples, vectors[[places[id(each)] for each in samples]], fold))
            yield [each for each in asked if id(each) in out]
    finally:
        base.retriever.teach(teaching)


def part_of(gap: Passage) -> int:
    """The part of a gap; all its questions are in the same."""
    return crc32(gap.states.encode()) % FOLDS


def _given(base: KnowledgeBase, asked: Question, game: str, expected: object, fold: int) -> list[Given]:
    """The verdict of the check that would be chosen, none where there is none; `expected` None where none is right."""
    ranking, belief = believed(base, asked, game)
    if belief.probability < weights()["decline"]["threshold"]:
        return []
    told = ruling(base, ranking.question, ranking.hits, ranking.game)
    if told is None or told.outcome is not Outcome.ANSWERED or told.verdict is None:
        return []
    right = expected is not None and same_value(told.verdict.value, expected)
    return [Given(evidence(told.asked, told.choice, told.trust, belief), right, expected is not None, fold)]


def fit_asserting(rows: Sequence[Given]) -> tuple[dict[str, float], float, str]:
    """Weights, the probability from which a verdict is asserted, as KEPT of the right ones are, and figures for it."""
    from sklearn.model_selection import GroupKFold

    features = np.array([[each.evidence[name] for name in FEATURES] for each in rows])
    labels = np.array([float(each.right) for each in rows])
    times = np.array([1 if each.right else WRONG if each.settled else UNSETTLED for each in rows])
    signs = [-1 if name in AGAINST else 1 for name in FEATURES]
    mean, spread = features.mean(0), features.std(0) + 1e-9
    scaled = (features - mean) / spread
    held = np.zeros(len(rows))
    for train, test in GroupKFold(FOLDS).split(scaled, labels, [each.fold for each in rows]):
        often = np.repeat(train, times[train])
        found = signed_logistic(scaled[often], labels[often], signs, PENALTY)
        held[test] = logistic_each(scaled[test] @ found[:-1] + found[-1])
    often = np.repeat(np.arange(len(rows)), times)
    found = signed_logistic(scaled[often], labels[often], signs, PENALTY)
    weight = found[:-1] / spread
    fitted = {"bias": float(found[-1] - (weight * mean).sum())}
    fitted |= dict(zip(FEATURES, (float(value) for value in weight), strict=True))
    threshold = float(np.quantile(held[labels == 1], 1 - KEPT))
    over = held >= threshold
    wrong = sum(bool(told) and each.settled and not each.right for told, each in zip(over, rows, strict=True))
    unsettled = sum(bool(told) and not each.settled for told, each in zip(over, rows, strict=True))
    report = (
        f"cross-validated: of {int(labels.sum())} right verdicts {int((over & (labels == 1)).sum())} asserted, of "
        f"{sum(each.settled and not each.right for each in rows)} wrong ones {wrong}, of "
        f"{sum(not each.settled for each in rows)} on what nothing settles {unsettled}"
    )
    return fitted, threshold, report


def asserting_table(weight: dict[str, float], threshold: float, report: str) -> str:
    """The table of kb/weights.toml."""
    lines = [f"# {report}", "[assert]", *(f"{name} = {value:.3f}" for name, value in weight.items())]
    return "\n".join([*lines, f"sure = {threshold:.3f}"])
