"""What form of answer a question wants: a number, one of several things, yes or no."""

from __future__ import annotations

from functools import partial

from kb.question.asking import starts
from kb.question.measures import in_plain_nouns
from kb.question.patterns import pattern
from kb.records.question import Form, Measures, Span

find = partial(pattern, "form")

SHORT = 3
NUMBERS = ("how-many", "what-price", "what-number", "number-alone", "greatest", "number-key")
MEASURES = ("open", "measure", "measure-at-end", "measure-of-things", "measure-clipped", "counted")


def form_of(text: str, asking: Span | None, measures: Measures = ()) -> Form:
    """The form of answer that a question wants, where its own form tells; `measures` are read as plain nouns.

    Told by the sentence that asks, "… is safe?": what a story before it says of "who" or "how many" is not asked. One
    or two words that name what is wanted, "title?", do not tell; "legal?" does.
    """
    said = text[asking.start : asking.end] if asking else ""
    asked = said or text
    if (find("tagged").search(text) or find("tagged").search(said)) and not find("wh-led").match(asked):
        return Form.YES_NO
    if find("who-me").search(said) or find("a-guess").search(said) or find("is-it-who").search(asked):
        return Form.YES_NO
    parts = find("and-what").split(said)
    if len(parts) > 1 and find("auxiliary").search(parts[0]):
        return _told(parts[-1], measures) or Form.WHICH  # `can I do it, and what do I get?` is not answered by yes
    if find("what-now").search(asked):
        return Form.WHICH
    form = _told(asked, measures)
    return form if form or not said else _clipped(in_plain_nouns(said, measures))


def _told(text: str, measures: Measures) -> Form:
    """The form of a sentence by its verbs and question words."""
    text = in_plain_nouns(find("relative").sub(" that", text), measures)
    begun = starts(text) or find("inverted").search(text)
    if begun and not find("interrogative").search(text, 0, begun.end()) and not find("how-or-tell").search(text):
        return Form.YES_NO
    if find("number-guessed").search(text) and not find("interrogative").search(text):
        return Form.YES_NO
    if any(find(name).search(text) for name in NUMBERS):
        return Form.NUMBER
    if find("auxiliary").search(text):
        return Form.YES_NO
    if find("counted").search(text):
        return Form.UNTOLD
    if find("question-word").search(text):
        return Form.WHICH
    return Form.NUMBER if find("amount").search(text) else Form.UNTOLD


def _clipped(said: str) -> Form:
    """The form of a sentence without verb or question word: yes or no, unless it names what is wanted.

    A number is wanted by a noun of measure that nothing is said of, `attack I have to spend?`, `solo, 62 fame. points
    left?`; one with a number or a word that affirms is a guess, `2 damage?`, `two of them: +4 ATK?`, `range for him
    too?`.
    """
    last = find("last-clause").split(said.strip(" ?!.=…"))[-1].strip()
    if find("says-of-it").match(last) or find("bare-number").search(last):
        return Form.YES_NO
    if find("measured").match(last) and not find("affirmed").search(last):
        return Form.NUMBER
    named = len(said.split()) < SHORT and find("named").search(said)
    return Form.UNTOLD if named or any(find(name).search(said) for name in MEASURES) else Form.YES_NO
