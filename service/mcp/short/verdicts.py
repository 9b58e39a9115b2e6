"""What a verdict says as a sentence: a bare yes or no is one thing to who reads the check's title, and another to who
reads the question."""

from __future__ import annotations

from collections.abc import Sequence

from kb.answering.asserting.withheld import Withheld
from kb.answering.compose import with_operator
from kb.answering.rulings import Ruling
from kb.records.results import CheckResult
from service.mcp.short.sizes import Json, cut
from service.show.serializing.present import verdict_json

LONGEST = 300
UNSURE = "it is not sure that the question asks what the title says"
WHY = {
    Withheld.CARD_COMPARED: "the question only compares the check's card with another",
    Withheld.OPERATOR: "the check tells nothing of what “only”, “always”, “more than” or the like asks here",
    Withheld.POLARITY: "it is unclear which way round the question asks",
    Withheld.KIND: "the question wants another kind of answer",
    Withheld.EMPTY: "the list is empty",
    Withheld.NUMBER_UNREAD: "no fact of the check took these words, and a number could matter",
    Withheld.WORDS_UNREAD: "no fact of the check took these words, which could matter",
    Withheld.READ_OTHERWISE: "the question can be read otherwise, with another verdict",
    Withheld.RIVAL: "another check that may be meant, see `also`, says otherwise",
    Withheld.NUMBER_BESIDE: "a number may be what the question compares with, and was taken for a fact",
    Withheld.UNSETTLED: "it is likely that nothing here settles what is asked",
    Withheld.STORIES_DIFFER: "with the story and without it the verdicts differ",
    Withheld.MODEL_DIFFERS: "a language model read the question otherwise",
}
FOR_WORDS = (Withheld.NUMBER_UNREAD, Withheld.WORDS_UNREAD)


def sentence_of(result: CheckResult) -> str:
    """What holds by a verdict, in a sentence that needs no question; empty without a verdict.

    >>> sentence_of(base.checks.run("vs-system/attack-able", {"stunned": True}))
    'the character cannot attack'
    """
    if result.verdict is None:
        return ""
    return cut(result.said or f"{result.title} {result.summary}", LONGEST)


def sentence_as_asked(ruling: Ruling) -> str:
    """The same of an answer: what an operator of the question, `always` or `only`, makes of it is told with it."""
    if ruling.verdict is None or ruling.composed is None:
        return sentence_of(ruling.result)
    return cut(with_operator(sentence_of(ruling.result), ruling.composed.words), LONGEST)


def not_asserted(ruling: Ruling, words: Sequence[str]) -> Json:
    """What was computed for a question and is not taken for its answer, and why; `words` are those of the question that
    no fact took. Nothing where it is asserted, or nothing was computed."""
    verdict = ruling.result.verdict
    if not isinstance(ruling.outcome, Withheld) or verdict is None:
        return {}
    return {
        "computed": verdict_json(verdict) | {"states": sentence_of(ruling.result)},
        "withheld": f"Computed from `read`, not the answer: {why(ruling.outcome, words)}.",
    }


def why(gate: Withheld, words: Sequence[str]) -> str:
    """Why a verdict is withheld, with the words that it is withheld for where it is for some.

    >>> why(Withheld.WORDS_UNREAD, ["both"])
    'no fact of the check took these words, which could matter: “both”'
    """
    said = WHY.get(gate, UNSURE)
    return f"{said}: {', '.join(f'“{each}”' for each in words)}" if gate in FOR_WORDS and words else said
