"""`It doesn't go on top, does it?`, written as `It does go on top, right?`.

A "does it?" behind a statement with a "not" asks whether the statement without it is so: who says no to it means that
it does not go on top. Behind `…, right?` or `…, doesn't it?` the statement itself is confirmed or denied, as it
stands. The source is the grammar of English: R. Quirk and others, A Comprehensive Grammar of the English Language
(1985), 11.8, tags of reversed polarity.
"""

from __future__ import annotations

import re
from functools import partial

from kb.question.patterns import pattern
from kb.question.written.mending import edited
from kb.words.typography import Placed

find = partial(pattern, "tags")
CONFIRMED = ", right"
SAID_OF_SOME = {"never": "ever", "nothing": "anything", "nobody": "anybody", "none": "any", "no": "any"}
"""What a denial of all is without its "no"."""
FULL = {"ca": "can", "wo": "will"}


def untagged(draft: Placed) -> Placed:
    """A text whose statements with one "not" and a tag without one are asked as what the tag asks."""
    for tag in reversed(list(find("plain-tag").finditer(draft.text))):
        start = max((hit.end() for hit in find("statement-starts").finditer(draft.text, 0, tag.start())), default=0)
        cue = _denial(draft.text, start, tag)
        if cue is not None:
            draft = edited(draft, [(*cue.span(), _stated(cue)), (*tag.span(), CONFIRMED)])
    return draft


def _denial(text: str, start: int, tag: re.Match[str]) -> re.Match[str] | None:
    """The one "not" of the statement before a tag, with its verb, or the one word that denies all of something."""
    verbs = list(find("denied-verb").finditer(text, start, tag.start()))
    if verbs:
        verb = verbs[-1]
        return verb if verb["short"] or _full(verb["verb"]) == tag["verb"].lower() else None
    words = list(find("denies-all").finditer(text, start, tag.start()))
    return words[0] if len(words) == 1 else None


def _stated(cue: re.Match[str]) -> str:
    """What stands there without the denial: `can` for `can't`, `ever` for `never`."""
    found = cue.groupdict()
    if found.get("word"):
        return SAID_OF_SOME[found["word"].lower()]
    return found["short"] or _full(found["verb"])


def _full(verb: str) -> str:
    """A verb as it stands before "not": `ca` of `can't` is `can`."""
    return FULL.get(verb.lower(), verb.lower())
