"""Whether a computed verdict and what the clauses alone say are the same."""

from __future__ import annotations

from kb.readers.assistant.replies import Said
from kb.records import Verdict
from kb.words.text import content_words, stem, words

DENYING = frozenset("no not none never neither nor nothing nobody without cannot can't isn't doesn't".split())


def agrees(verdict: Verdict, said: Said) -> bool | None:
    """Whether the two say the same; None where they cannot be compared: a yes and the name of a row."""
    value = verdict.value
    if isinstance(value, bool):
        return value is said.value if said.kind == "yes_no" else None
    if isinstance(value, int):
        return value == said.value if said.kind == "number" else None
    if said.kind not in ("text", "number"):
        return None
    other = str(said.value)
    if isinstance(value, tuple) and len(value) > 1:
        return _stems(_text(value)) == _stems(other)
    return _same_words(_text(value), other)


def _text(value: str | tuple[str, ...]) -> str:
    return (", ".join(value) if isinstance(value, tuple) else value).replace("_", " ")


def _same_words(one: str, other: str) -> bool:
    """Whether two names are of the same thing: all content words of the shorter stand in the longer one, at least half
    of the longer one's are there, and both deny or neither does: `the support row` and `support row`."""
    if bool(DENYING & set(words(one))) is not bool(DENYING & set(words(other))):
        return False
    ours, theirs = _stems(one), _stems(other)
    shared = len(ours & theirs)
    return 0 < shared == min(len(ours), len(theirs)) and 2 * shared >= max(len(ours), len(theirs))


def _stems(text: str) -> frozenset[str]:
    """The stems of a text's content words; of all its words where it has none."""
    return frozenset(stem(word) for word in content_words(text) or words(text))
