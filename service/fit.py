"""Fits the readable weights on the tuning split: ranking, declining and its threshold, cross-validated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.preprocessing import StandardScaler

from kb.decline import FEATURES as DECLINE
from kb.fusion import FEATURES as FUSION
from kb.fusion import weights
from kb.knowledge import KnowledgeBase
from service.evaluate import Judged, auroc, per_question

RIVALS = 30
FOLDS = 5
FALSE_DECLINES = 0.05


def fitted(judged: Sequence[Judged], base: KnowledgeBase) -> str:
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

    Scaled so that the dense weights keep their sum, which keeps scores comparable with cosine.
    """
    differences = []
    for each in judged:
        rows = {hit.clause.id: np.array([dict(hit.features).get(name, 0.0) for name in FUSION]) for hit in each.hits}
        good = [rows[clause] for clause in each.question.relevant if clause in rows]
        bad = [rows[hit.clause.id] for hit in each.hits[:RIVALS] if hit.clause.id not in each.question.relevant]
        differences += [one - other for one in good for other in bad]
    pairs = np.array(differences)
    mirrored = np.vstack([pairs, -pairs])
    labels = np.r_[np.ones(len(pairs)), np.zeros(len(pairs))]
    model = LogisticRegression(C=1.0, fit_intercept=False, max_iter=2000).fit(mirrored, labels)
    found = dict(zip(FUSION, (float(value) for value in model.coef_[0]), strict=True))
    dense = ("clause", "part", "wording")
    kept = weights()["fusion"]
    scale = sum(kept[name] for name in dense) / max(1e-6, sum(found[name] for name in dense))
    return {name: value * scale for name, value in found.items()}


def fit_decline(judged: Sequence[Judged]) -> tuple[dict[str, float], float, str]:
    """Logistic weights over kb.decline's features, the threshold that falsely declines at most FALSE_DECLINES."""
    rows = np.array([[each.support.features.get(name, 0.0) for name in DECLINE] for each in judged])
    labels = np.array([each.question.answerable for each in judged], dtype=int)
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=0.5, class_weight="balanced", max_iter=2000)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=7)
    held_out = cross_val_predict(model, scaler.transform(rows), labels, cv=folds, method="predict_proba")[:, 1]
    threshold = choose_threshold(held_out, labels)
    model.fit(scaler.transform(rows), labels)
    weight = model.coef_[0] / scaler.scale_
    bias = float(model.intercept_[0] - (weight * scaler.mean_).sum())
    declined = held_out < threshold
    report = (
        f"cross-validated: declined {declined[labels == 0].mean():.2f} of unanswerable, "
        f"{declined[labels == 1].mean():.2f} of answerable; AUROC now "
        + ", ".join(f"{nature} {auroc(judged, nature):.2f}" for nature in ("near-miss", "off-topic"))
    )
    return {"bias": bias, **dict(zip(DECLINE, (float(value) for value in weight), strict=True))}, threshold, report


def choose_threshold(probabilities: npt.NDArray[np.float64], labels: npt.NDArray[np.int64]) -> float:
    """The highest threshold that declines at most FALSE_DECLINES of the answerable questions."""
    ordered = np.sort(probabilities[labels == 1])
    allowed = int(FALSE_DECLINES * len(ordered))
    low, high = (
        next(iter(pairwise(ordered[allowed - 1 : allowed + 1])), (ordered[0], ordered[0]))
        if allowed
        else (0.0, ordered[0])
    )
    return float((low + high) / 2)
