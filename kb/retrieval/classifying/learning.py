"""How the models of learned.py are learned from questions with labels: which check or clause each asks for, whether
anything answers it, what it tells of a check's facts.

Which check is asked for: a linear support vector machine, one check against the rest; about 1 for a check's own
samples, below 0 for others. (Joachims 1998, Text categorization with support vector machines.) What is told of a
fact: of each check and fact a multinomial logistic regression over the questions of that check, so that its scores
make probabilities.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kb.retrieval.classifying.learned import Floats, Learned, grams, value_label

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction.text import TfidfVectorizer

LEAST_TEXTS = 2
"""In how many texts a gram must stand to be learned."""
TWO_LABELS = 2
"""Fewer are not told apart; of exactly so many the library gives one row of weights for both."""
STRENGTH = 1.0
NEAR_ENOUGH = 0.03
PARTS = 2
DIRECTIONS = 256
TELLING = 500
REST = "~"
"""Stands for the labels of the other parts; no check, clause or kind of sample is called so."""
VALUE_STRENGTH = 10.0
LEAST_TOLD = 3
LEAST_ASKED = 8
OFTEN = 0.25
"""A value is learned that LEAST_TOLD questions tell, of a fact that this share of at least LEAST_ASKED questions of its
check tell: what a check must know most of them tell."""
TELLING_VALUES = 300

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """Texts as they are learned from: `rows` (n, directions and grams), and how both come from texts and vectors."""

    rows: csr_matrix
    words: TfidfVectorizer
    directions: Floats


def learn(texts: Sequence[str], vectors: Floats, checks: Sequence[str], most: int = TELLING) -> Learned | None:
    """The model for texts with their vectors (n, dimension) and the checks they ask for; None for fewer than two
    checks. Grams of one text only are left out, and of a check all but
    the `most` telling ones. The same input gives the same model."""
    if len(set(checks)) < TWO_LABELS or (seen := _seen(texts, vectors)) is None:
        return None
    return _packed(seen, *_one_against_the_rest(seen.rows, np.array(checks)), most)


def learn_values(
    texts: Sequence[str], vectors: Floats, told: Sequence[tuple[str, Mapping[str, object]]], most: int = TELLING_VALUES
) -> Learned | None:
    """The model for what texts with their vectors (n, dimension) tell of the facts of the check that each asks for:
    `told` are the check and its facts by slot. Truth values and words alone, no numbers. None where nothing of any fact
    can be learned, see LEAST_TOLD and OFTEN: read it by Learned.values."""
    from threadpoolctl import threadpool_limits

    groups = [*_groups(told)]
    seen = _seen(texts, vectors) if groups else None
    if seen is None:
        return None
    with threadpool_limits(1):  # of hundreds of small models each would wait for its threads: 15 times as long
        found = [_logits(seen, rows, labels) for rows, labels in groups]
    names, weights, biases = zip(*found, strict=True)
    return _packed(seen, [name for own in names for name in own], np.vstack(weights), np.concatenate(biases), most)


def _groups(told: Sequence[tuple[str, Mapping[str, object]]]) -> Iterator[tuple[list[int], npt.NDArray[np.str_]]]:
    """For each fact of each check of which something can be learned: the texts of that check, and the label of each."""
    asked: dict[str, list[int]] = defaultdict(list)
    for at, (check, _) in enumerate(told):
        asked[check].append(at)
    for check, rows in sorted(asked.items()):
        slots = {name for at in rows for name, value in told[at][1].items() if isinstance(value, bool | str)}
        for slot in sorted(slots):
            labels = [value_label(check, slot, _plain(told[at][1].get(slot))) for at in rows]
            count = Counter(labels)
            kept = [(at, label) for at, label in zip(rows, labels, strict=True) if count[label] >= LEAST_TOLD]
            said = 1 - count[value_label(check, slot, None)] / len(rows)
            if len({label for _, label in kept}) > 1 and len(kept) >= LEAST_ASKED and said >= OFTEN:
                yield [at for at, _ in kept], np.array([label for _, label in kept])


def _plain(value: object) -> bool | str | None:
    """A truth value or a word; None for anything else."""
    return value if isinstance(value, bool | str) else None


def _logits(seen: Seen, rows: list[int], labels: npt.NDArray[np.str_]) -> tuple[list[str], Weights, Weights]:
    """The different labels of these rows with the weights (labels, columns) and biases of their logits. Of each text
    those grams alone are weighed that stand in two of them."""
    from scipy.sparse import hstack
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import normalize

    split, own = seen.directions.shape[1], seen.rows[rows]
    grams = split + np.flatnonzero(own[:, split:].getnnz(axis=0) >= LEAST_TEXTS)
    used = np.concatenate([np.arange(split), grams])
    known = hstack([own[:, :split], normalize(own[:, grams])]).tocsr()
    machine = LogisticRegression(C=VALUE_STRENGTH, max_iter=300).fit(known, labels)
    coef, bias = machine.coef_, machine.intercept_
    if len(machine.classes_) == TWO_LABELS:  # one logit tells two apart
        coef, bias = np.vstack([-coef / 2, coef / 2]), np.concatenate([-bias / 2, bias / 2])
    weight = np.zeros((len(machine.classes_), seen.rows.shape[1]))
    weight[:, used] = coef
    return machine.classes_.tolist(), weight, bias


def _seen(texts: Sequence[str], vectors: Floats) -> Seen | None:
    """Texts with their vectors; None where no gram stands in two of them."""
    from scipy.sparse import csr_matrix, hstack
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(analyzer=grams, sublinear_tf=True, min_df=LEAST_TEXTS)
    try:
        known = words.fit_transform(texts)
    except ValueError:
        return None
    directions = _directions(vectors)
    return Seen(hstack([csr_matrix(vectors @ directions), known]).tocsr(), words, directions)


def _packed(seen: Seen, names: Sequence[str], weight: Weights, bias: Weights, most: int) -> Learned:
    """The model of these labels with their weights (labels, columns) and biases."""
    split = seen.directions.shape[1]
    meaning, of_words = weight[:, :split], weight[:, split:]
    idf = seen.words.idf_.astype(np.float32)
    told = telling(of_words * idf, most) & (of_words != 0)
    kept = np.flatnonzero(told.any(axis=0))
    told, of_words = told[:, kept], of_words[:, kept]
    scale = np.maximum(np.abs(of_words).max(axis=0, initial=0.0), np.finfo(np.float32).tiny) / np.iinfo(np.int8).max
    gram, check = np.nonzero(told.T)
    return Learned(
        checks=tuple(names),
        grams=seen.words.get_feature_names_out()[kept].astype(np.bytes_),
        idf=idf[kept],
        starts=np.searchsorted(gram, np.arange(len(kept) + 1)).astype(np.int32),
        told=check.astype(np.uint16),
        words=np.rint(of_words / scale).T[gram, check].astype(np.int8),
        scale=scale.astype(np.float32),
        meaning=np.ascontiguousarray((seen.directions @ meaning.T).astype(np.float16).T, np.float32),
        bias=bias.astype(np.float32),
    )


def telling(weight: npt.NDArray[np.float64], most: int) -> npt.NDArray[np.bool_]:
    """Which of the grams (labels, grams) tell most for or against each label, `most` of them. With 500 as many
    development questions are answered rightly as with all of them, a fifteenth of the numbers; with 150 fewer."""
    if weight.shape[1] <= most:
        return np.ones(weight.shape, dtype=np.bool_)
    size = np.abs(weight)
    least = np.partition(size, -most, axis=1)[:, -most]
    found: npt.NDArray[np.bool_] = size >= least[:, None]
    return found


def _directions(vectors: Floats) -> Floats:
    """The DIRECTIONS along which vectors (n, dimension) differ most: (dimension, DIRECTIONS). Learning along them takes
    half the time of learning along all of them and finds as many samples that it was not taught."""
    _, found = np.linalg.eigh(vectors.T @ vectors)
    kept: Floats = np.ascontiguousarray(found[:, ::-1][:, :DIRECTIONS], dtype=np.float32)
    return kept


def _one_against_the_rest(
    rows: csr_matrix, labels: npt.NDArray[np.str_]
) -> tuple[list[str], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The different labels, in some order, with the weights (labels, columns) and the bias of each against all others.

    They are learned in PARTS side by side, for the library lets other threads run; the parts are the same on every
    machine, and so is what is learned.
    """
    from sklearn.svm import LinearSVC

    def part(own: list[str]) -> tuple[list[str], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        machine = LinearSVC(C=STRENGTH, tol=NEAR_ENOUGH, random_state=0)
        machine.fit(rows, np.where(np.isin(labels, own), labels, REST))
        if len(machine.classes_) == TWO_LABELS:  # one score tells two apart
            coef, bias = machine.coef_, machine.intercept_
            return machine.classes_.tolist(), np.vstack([-coef, coef]), np.concatenate([-bias, bias])
        kept = machine.classes_ != REST
        return machine.classes_[kept].tolist(), machine.coef_[kept], machine.intercept_[kept]

    names = sorted(set(labels.tolist()))
    parts = [names[at::PARTS] for at in range(PARTS)] if len(names) >= PARTS * TWO_LABELS else [names]
    with ThreadPoolExecutor(len(parts)) as threads:
        found = list(threads.map(part, parts))
    return (
        [name for own, _, _ in found for name in own],
        np.vstack([weight for _, weight, _ in found]),
        np.concatenate([bias for _, _, bias in found]),
    )
