"""The contrary of a short sentence, by its verb: `the figure moves` is `the figure does not move`.

Facts have their denial written beside them; this is for those that have none. Of a sentence with a negative word in
it, or without a verb that english.toml knows, nothing is made: two negatives are worse than a plain `not so`.
"""

from __future__ import annotations

import re
from functools import cache

from kb.words.grammar.agreement import english, singular, third_person

NEGATIVE = re.compile(r"\b(?:not|no|none|nobody|nothing|never|neither|nor|nowhere|cannot|without)\b|n't\b", re.I)
WORD = re.compile(r"\{[^{}]*\}|[\w'’-]+")
LABEL = re.compile(r":\s+(?=\S+\Z|\{)")
"""`your injuries: {1}` is a label and a value."""
EITHER = re.compile(r"\b(?:or|and)\b(?! more\b)")
"""Of two things that a sentence says, one alone would be denied."""
SUBJECTS = frozenset({"you", "they", "we"})
RELATIVE = frozenset({"that", "which", "who", "whom", "whose", "what", "whoever", "whatever", "where", "when", "if"})
AUXILIARY = {
    "is": "is not", "are": "are not", "was": "was not", "were": "were not", "can": "cannot", "may": "may not",
    "must": "need not", "will": "will not", "would": "would not", "could": "could not", "should": "should not",
    "does": "does not", "do": "do not", "did": "did not", "had": "had not",
}  # fmt: skip
PARTICIPLE = re.compile(
    r"been|had|gone|left|begun|done|made|taken|given|drawn|lost|won|kept|put|come|rested|\w+ed|\w+'ed|\w+'d"
)


def negated(sentence: str) -> str:
    """The contrary of a sentence, or of a template of one; empty where none can be made."""
    label = LABEL.search(sentence)
    if label:
        return f"{sentence[: label.end()]}not {sentence[label.end() :]}"
    if NEGATIVE.search(sentence) or EITHER.search(sentence):
        return ""
    words = list(WORD.finditer(sentence))
    texts = ["", *(word[0] for word in words), ""]
    open_clauses = 0
    for at, word in enumerate(words, 1):
        bent = _negative(*texts[at - 1 : at + 2])
        if _opens_clause(*texts[at - 1 : at + 2]):
            open_clauses += 1
        elif bent and open_clauses and at > 1:
            open_clauses -= 1
        elif bent and at > 1:
            return sentence[: word.start()] + bent + sentence[word.end() :]
    return ""


def _opens_clause(before: str, word: str, after: str) -> bool:
    """Whether a word opens a clause of its own: `that`, or the `you` of `the cards you drew`."""
    return word in RELATIVE or (word == "as" and after != "to") or (word in SUBJECTS and bool(singular(before)))


def _negative(before: str, word: str, after: str) -> str:
    """The negative of a verb's form in its place; empty where the word is none."""
    verbs = english()["verbs"]
    if word in ("has", "have", "had"):
        helps = PARTICIPLE.fullmatch(after)
        return f"{word} not" if helps else f"{ {'has': 'does', 'have': 'do', 'had': 'did'}[word] } not have"
    if word in AUXILIARY:
        return "" if word == "did" and after in ("the", "a", "an", "it") else AUXILIARY[word]
    if word in (*verbs["plain"], *verbs["also_nouns"]) and (before in SUBJECTS or singular(before)):
        return f"do not {word}"
    if past := verbs["past"].get(word) or (before in (*SUBJECTS, "he", "she", "it") and _past(word)):
        return f"did not {past}"
    base = "" if before.startswith("{") and word in verbs_or_nouns() else bases().get(word)
    return f"does not {base}" if base else ""


def _past(word: str) -> str:
    """The verb of its past form: `roll` of `rolled`; empty where the word is none."""
    verbs = english()["verbs"]
    if word in verbs["past_or_participle"]:
        return str(verbs["past_or_participle"][word])
    known = (*verbs["plain"], *verbs["also_nouns"])
    return next((verb for verb in known if word in (verb + "ed", verb + "d", verb[:-1] + "ied")), "")


@cache
def verbs_or_nouns() -> frozenset[str]:
    """The forms for one of verbs that are a noun's plural too: `attacks`."""
    return frozenset(map(third_person, english()["verbs"]["also_nouns"]))


@cache
def bases() -> dict[str, str]:
    """The verbs of english.toml by their form for one: `goes` is `go`."""
    verbs = english()["verbs"]
    return {third_person(verb): verb for verb in (*verbs["plain"], *verbs["also_nouns"])}
