"""Why a computed verdict is not asserted: which gate withheld it.

What each gate was measured by stands in docs/experiments.md under the heading that its member names, the decisions in
docs/decisions/0005-questions-to-checks.md ("Kept back") and 0008-what-is-asserted.md.
"""

from __future__ import annotations

from enum import StrEnum


class Withheld(StrEnum):
    """The gate that withheld what a check came to; its clauses are cited instead. Each gate stands where it is named:
    those of the check's own run in gates.py, those of several checks in kb/answering/put.py, those of what else is
    known of the question in kb/answering/worked.py and kb/answering/assisting."""

    CARD_COMPARED = "card-compared"
    """The question names the check's card only to compare another one with it: `do I get it back like the Time Gem?`.
    Since 4e8da60f, 2026-11-24; no figure was written down."""

    NOTHING_KNOWN = "nothing-known"
    """It wants a number confirmed, and no word of what asks is known to the check: `is a 4 a pass?`. "What withholds a
    right verdict, and 404 fresh questions, 2026-11-28, day": for all questions it cost 41 right ones for 4 wrong."""

    OPERATOR = "operator"
    """An operator is asked, "only", "always", "more than 4", of which the check can say nothing. "Operators of
    questions, 2026-11-25": of 520 questions 239 right and 94 wrong before, 285 and 37 after."""

    UNLIKELY_TO_ASK = "unlikely-to-ask"
    """The check lacks a fact, or settles nothing, and is less likely than `ask` ([check] in kb/weights.toml): nothing
    is asked back. Since 38457fd0, 2026-11-21; no figure was written down."""

    CARD_UNNAMED = "card-unnamed"
    """The check lacks a fact, or settles nothing, and is about a card that the question does not name; or no sample of
    it comes near. "Claims that are disputed, "every", and what is asked back, 2026-11-26", and the last paragraph of
    "What a language model is shown, 2026-11-26"."""

    TIMEOUT = "timeout"
    """The solver did not come to an end within its time limit: docs/decisions/0003-rule-engine.md."""

    POLARITY = "polarity"
    """It is unclear which way round the question asks. Decision 5, "Which way a question asks is no fact"; "Which way a
    question asks leaves the rules, 2026-11-27"."""

    KIND = "kind"
    """The check gives another kind of answer than the question wants: a yes to `what do I get from it?`. "Doubt, and
    the form of the answer, 2026-11-22"; "Two things side by side, again; bots' pairs, 2026-11-22" (`his hand or
    mine?`); "Wrong verdicts looked at one by one, 2026-11-27"."""

    EMPTY = "empty"
    """The check gives a list of options, and there is none in it. Since 01854fb3, 2026-11-21; no figure was written
    down."""

    UNTRUSTED = "untrusted"
    """The verdict, with what near samples say of it, is less likely right than `likely` ([check] in kb/weights.toml).
    Decision 5, "Trust" and "Echo"; decision 8 counts verdicts from .60 up."""

    NUMBER_UNREAD = "number-unread"
    """A number of the question that no fact took could change the verdict. "Fresh questions tell more than our own,
    2026-11-21": of 36 yes or no kept back for any such number 33 were right; 30 of them are told since."""

    READ_OTHERWISE = "read-otherwise"
    """The question can be read in another way that comes to another verdict: of two values of a fact, without what
    others claim, by the first of two questions alone. In this order: "Fresh questions tell more than our own,
    2026-11-21", "What others claim, and where a way is asked, 2026-11-28", "Two things side by side, again; bots'
    pairs, 2026-11-22"."""

    RIVAL = "rival"
    """A check that may as well be meant says otherwise. Decision 5, "Kept back"; how near it must be: "Three hundred
    and seventy fresh questions, and operators again, 2026-11-27, night"; of a card that is named: "Wrong verdicts
    looked at one by one, 2026-11-27"."""

    NUMBER_BESIDE = "number-beside"
    """The number of a comparison was taken for a fact, and a check that gives such a number says otherwise: `does he
    cost more than 5?`. Since 9d9429e5, 2026-11-28; that such checks are right: "Three hundred and seventy fresh
    questions, and operators again, 2026-11-27, night" (13 of 13)."""

    UNSETTLED = "unsettled"
    """Nothing that is held may settle what is asked: settled.py. "What nothing settles, 2026-11-26"."""

    ANOTHER_ASKED = "another-asked"
    """What the question says beside its check makes it unlikely that this was asked: evidence.py. Decision 8; the bar
    of .80: "What withholds a right verdict, and 404 fresh questions, 2026-11-28, day"."""

    STILL_LOADING = "still-loading"
    """The encoder is being loaded, and by words alone one verdict in four is wrong: "Before the encoder is loaded,
    2026-11-28" (992 right and 293 wrong of 1,285 told)."""

    WORDS_UNREAD = "words-unread"
    """Words of the question that no fact took could matter, and they are named: unread.py. "Development and practice
    questions, the same day" (2026-11-25)."""

    STORIES_DIFFER = "stories-differ"
    """With its post's story and without it the question comes to two verdicts. "Posts of several questions, and 150
    operators, 2026-11-27, evening"."""

    MODEL_DIFFERS = "model-differs"
    """A language model read the question, and the clauses alone do not say the same. "A language model as the reader,
    2026-11-26": none wrong of those on which both agree."""
