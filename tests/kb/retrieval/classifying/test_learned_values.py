"""What is learned from labelled questions of what others tell of a check's facts."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from kb.retrieval.classifying import learning
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.classifying.learning import LEAST_ASKED, learn_values

ENDED, ON = {"event": "ended"}, {"event": "goes_on"}
QUESTIONS = [
    ("the turncoat was beaten, is he ours again", ENDED),
    ("our turncoat was killed, is he back", ENDED),
    ("the stolen guy was beaten. is it over", ENDED),
    ("they have stolen my guy and he was killed", ENDED),
    ("the witch was beaten, is my guy ours again", ON),
    ("we killed the witch, is he back", ON),
    ("the witch who did it was killed. is it over", ON),
    ("after the witch was beaten is it over", ON),
]
TOLD = [("switch-over", facts) for _, facts in QUESTIONS]
ALIKE = np.full((len(QUESTIONS), 4), 0.5, dtype=np.float32)


def learned(told: list[tuple[str, dict[str, object]]]) -> Learned | None:
    return learn_values([text for text, _ in QUESTIONS], ALIKE, told)


@pytest.mark.parametrize(
    ("question", "value"),
    [("so the turncoat dies, what then", "ended"), ("and then the witch dies, what now", "goes_on")],
)
def test_a_question_tells_a_fact_in_the_words_of_those_that_told_it(question: str, value: str) -> None:
    model = learned(TOLD)
    assert model is not None
    told = model.values("switch-over", "event", question, ALIKE[0])
    assert told.keys() == {"ended", "goes_on"}
    assert sum(told.values()) == pytest.approx(1)
    assert max(told, key=lambda each: told[each]) == value


def test_words_that_tell_nothing_of_the_fact_weigh_nothing() -> None:
    model = learned(TOLD)
    assert model is not None
    plain, longer = (
        model.values("switch-over", "event", f"the turncoat dies{more}", ALIKE[0])
        for more in ("", " while purple elephants dance slowly beside seven lamps")
    )
    assert longer == pytest.approx(plain)


def test_a_fact_that_some_leave_unsaid_may_be_unsaid() -> None:
    model = learned([*TOLD[:4], *(("switch-over", {}) for _ in range(4))])
    assert model is not None
    told = model.values("switch-over", "event", "the witch", ALIKE[0])
    assert told.keys() == {"ended", None}
    assert told[None] > told["ended"]


def test_nothing_is_known_of_another_check_or_fact() -> None:
    model = learned(TOLD)
    assert model is not None
    assert model.values("switch", "event", "the turncoat dies", ALIKE[0]) == {}
    assert model.values("switch-over", "even", "the turncoat dies", ALIKE[0]) == {}


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ([*TOLD[: LEAST_ASKED - 1], ("other", {})], "too few questions of the check"),
        ([("switch-over", {"event": "ended"})] * len(QUESTIONS), "one value alone"),
        ([("switch-over", {"count": at % 2}) for at in range(len(QUESTIONS))], "numbers"),
        ([*TOLD[:1], *(("switch-over", {}) for _ in QUESTIONS[1:])], "hardly ever told"),
    ],
)
def test_nothing_is_learned_of_a_fact(told: list[tuple[str, dict[str, object]]], why: str) -> None:
    assert learned(told) is None, why


def test_small_models_are_learned_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of them in a build: those that waited for two threads took fifteen times as long."""
    learn, threads = learning._logits, []

    def noted(*arguments: object) -> object:
        threads.extend(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas")
        return learn(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(learning, "_logits", noted)
    assert learned(TOLD) is not None
    assert set(threads) == {1}
