"""Fits the readable weights on the tuning split: ranking, declining and its threshold, cross-validated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kb.evaluation.evaluate import Judged, per_question
from kb.logistic import FURTHEST
from kb.retrieval.classifying.decline import FEATURES as DECLINE
from kb.retrieval.weights import FEATURES as FUSION
from kb.retrieval.weights import weights

RIVALS = 30
FOLDS = 5
FALSE_DECLINES = 0.01
PENALTY, PENALTY_PAIRS = 10.0, 0.25
AGAINST = frozenset(
    {"aside", "long", "uncovered", "strange", "unnamed", "foreign", "rarest", "numberless", "gap", "doubt"}
)

Floats = npt.NDArray[np.float64]


def fitted(judged: Sequence[Judged]) -> str:
    """The tables of kb/weights.toml as they come out of these questions, with cross-validated figures."""
    fusion = fit_fusion([each for each in judged if each.question.answerable])
    decline, threshold, report = fit_decline(judged)
    before = float(np.mean(list(per_question(judged)["hit@1"].values())))
    after = float(np.mean(list(per_question(judged, fusion)["hit@1"].values())))
    lines = [f"# hit@1 on these questions before {before:.3f}, with these weights {after:.3f} (not cross-validated)"]
    lines += ["[fusion]", *(f"{name} = {value:.3f}" for name, value in fusion.items())]
    lines += ["", f"# {report}", "[decline]", *(f"{name} = {value:.3f}" for name, value in decline.items())]
    return "\n".join([*lines, f"threshold = {threshold:.3f}"])


def fit_fusion(judged: Sequence[Judged]) -> dict[str, float]:
    """Weights by pairwise logistic regression: each relevant clause against the strongest others of its question.

    Scaled so that the dense weights keep their sum, which keeps scores comparable with cosine. `cover` may
    be negative beside `heard`: words that only players use count more than those of the clause.
    """
    differences = []
    for each in judged:
        rows = {hit.clause.id: np.array([dict(hit.features).get(name, 0.0) for name in FUSION]) for hit in each.hits}
        good = [rows[clause] for clause in each.question.relevant if clause in rows]
        bad = [rows[hit.clause.id] for hit in each.hits[:RIVALS] if hit.clause.id not in each.question.relevant]
        differences += [one - other for one in good for other in bad]
    pairs = np.array(differences)
    signs = [0 if name == "cover" else -1 if name in AGAINST else 1 for name in FUSION]
    found = dict(zip(FUSION, signed_logistic(pairs, np.ones(len(pairs)), signs, PENALTY_PAIRS), strict=False))
    dense = ("clause", "part", "wording", "own")
    kept = weights()["fusion"]
    scale = sum(kept.get(name, 0.0) for name in dense) / max(1e-6, sum(found[name] for name in dense))
    return {name: float(value) * scale for name, value in found.items()}


def logistic_each(odds: Floats) -> Floats:
    """The probability with each of these log-odds (kb/logistic.py, for arrays)."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -FURTHEST, FURTHEST))))


def signed_logistic(rows: Floats, labels: Floats, signs: Sequence[int], penalty: float) -> Floats:
    """Logistic regression whose weights keep the sign that their meaning gives them (0: either); intercept last.

    Classes count alike; `penalty` times half the weights' squares is added. L-BFGS-B with bounds.
    """
    from scipy.optimize import minimize

    share = labels.mean()
    balance = np.where(labels == 1, 0.5 / max(share, 1e-9), 0.5 / max(1 - share, 1e-9))
    side = 2 * labels - 1

    def loss(parameters: Floats) -> tuple[float, Floats]:
        margin = side * (rows @ parameters[:-1] + parameters[-1])
        slope = -side * balance / (1 + np.exp(np.clip(margin, -FURTHEST, FURTHEST)))
        value = float((balance * np.logaddexp(0, -margin)).sum() + penalty / 2 * (parameters[:-1] ** 2).sum())
        return value, np.r_[rows.T @ slope + penalty * parameters[:-1], slope.sum() * (0 < share < 1)]

    bounds = [(0 if sign > 0 else None, 0 if sign < 0 else None) for sign in signs]
    start = np.zeros(rows.shape[1] + 1)
    return np.asarray(minimize(loss, start, jac=True, bounds=[*bounds, (None, None)], method="L-BFGS-B").x)


def fit_decline(judged: Sequence[Judged]) -> tuple[dict[str, float], float, str]:
    """Logistic weights over declining's features, the threshold that falsely declines at most FALSE_DECLINES."""
    from sklearn.model_selection import StratifiedKFold

    rows = np.array([[each.support.features.get(name, 0.0) for name in DECLINE] for each in judged])
    labels = np.array([each.question.answerable for each in judged], dtype=float)
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    scaled = (rows - mean) / spread
    signs = [-1 if name in AGAINST else 1 for name in DECLINE]
    held_out = np.zeros(len(labels))
    for train, test in StratifiedKFold(FOLDS, shuffle=True, random_state=7).split(scaled, labels):
        found = signed_logistic(scaled[train], labels[train], signs, PENALTY)
        held_out[test] = logistic_each(scaled[test] @ found[:-1] + found[-1])
    threshold = choose_threshold(held_out, labels)
    found = signed_logistic(scaled, labels, signs, PENALTY)
    weight = found[:-1] / spread
    bias = float(found[-1] - (weight * mean).sum())
    natures = np.array([each.question.nature for each in judged])
    shares = {name: (held_out[natures == name] < threshold).mean() for name in dict.fromkeys(natures)}
    report = "cross-validated: declined " + ", ".join(f"{share:.2f} of {name}" for name, share in shares.items())
    return {"bias": bias, **dict(zip(DECLINE, (float(value) for value in weight), strict=True))}, threshold, report


def choose_threshold(probabilities: Floats, labels: Floats) -> float:
    """The highest threshold that declines at most FALSE_DECLINES of the answerable questions."""
    ordered = np.sort(probabilities[labels == 1])
    allowed = int(FALSE_DECLINES * len(ordered))
    low, high = (
        next(iter(pairwise(ordered[allowed - 1 : allowed + 1])), (ordered[0], ordered[0]))
        if allowed
        else (0.0, ordered[0])
    )
    return float((low + high) / 2)
