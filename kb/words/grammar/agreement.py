"""Sentences filled in so that number and noun, noun and verb, article and word agree: `1 spaces` is `1 space`.

A template is written with the plural, `{N} spaces are left`, and what fills it is marked (`mark`), so that only the
template's own words are bent and a name is left as it is. The lists of words stand in english.toml.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

NUMBER, VALUE, END = "\ue000", "\ue001", "\ue002"
"""Stand around what fills a template: a number, or anything else. Private characters that no text has."""
ARTICLE = re.compile(rf"\b(?P<article>[Aa]n?) (?=[{NUMBER}{VALUE}](?P<word>[^{END}]*))")
ONE = re.compile(rf"(?P<there>\bthere (?:are|were) (?:not )?)?(?P<number>{NUMBER}1{END})(?P<after>.*)", re.S)
ONLY = "one"
TOKEN = re.compile(rf"[{NUMBER}{VALUE}][^{END}]*{END}|[^\W\d_][\w'’-]*|\s+|.", re.S)
ONE_OF = re.compile(rf"\b(?:each of (?:the )?|all (?:the )?){NUMBER}1{END} ")
"""`for each of the 1 cards` is `for the one card`."""
EACH_OF_ONE = re.compile(
    rf"\A(?P<given>[^,;:.]*(?:{NUMBER}\d+{END}|\b\d+)(?: [^\W\d_][\w'’-]*){{1,3}}) each(?=\Z|[,;:.])"
)
"""`1 henchman deals 2 DMG each` is `1 henchman deals 2 DMG`."""
NONE_OF = re.compile(rf"{NUMBER}0{END}(?= of (?:the|them|it)\b)")
"""A share that is nothing: `0 of the 3 Enemies have Fly`."""
ASIDE = re.compile(
    r"(?:that|which|whom) (?:you|he|she|it|they|we) (?:(?:can|cannot|could|may|might|must|should|will|would) )?\w+"
    r"|(?:with|for|on|to|by|from|against|before|after) (?:it|him|them|you)\b"
    rf"|within (?:[\w'’-]+ )?(?:{NUMBER}\d+{END}|\d+)"
    rf"|of(?: the| your| his| its| up to)* (?:{NUMBER}\d+{END}|{VALUE}[^{END}]*{END}|[\w'’-]+)"
)
"""What stands between a noun and its verb and has no part in their agreement."""
NO_SUBJECT = re.compile(r"(?:[^,] and|\b(?:of|at|by|from|than|to|with|within)) \Z")
"""What stands before a number whose noun is no verb's subject: `2 injuries and 1 more make 3`, `modifiers of 1 add`."""
NAME = re.compile(r"[A-Z][\w'’]*s of [A-Z]")
"""A name that looks like a plural: `1 Heralds of Galactus character`."""
FARTHEST = 6
"""Within how many words of its number a verb stands that must agree with it."""


@cache
def english() -> dict[str, Any]:
    """The lists of english.toml."""
    return tomllib.loads(Path(__file__).with_name("english.toml").read_text("utf-8"))


@cache
def listed(table: str, name: str) -> frozenset[str]:
    """The words of one list."""
    return frozenset(english()[table][name])


def mark(value: str, number: bool = False) -> str:
    """What fills a template, marked for `agreed`."""
    return f"{NUMBER if number else VALUE}{value}{END}"


def agreed(filled: str) -> str:
    """A filled template with everything in agreement, the marks taken off."""
    if NUMBER in filled:
        filled = ONE_OF.sub(f"the {ONLY} ", _counted(NONE_OF.sub("none", filled)))
    if VALUE in filled or NUMBER in filled:
        filled = ARTICLE.sub(lambda found: _article(found["article"], found["word"]) + " ", filled)
    return filled.translate(dict.fromkeys(map(ord, (NUMBER, VALUE, END))))


def begins_with_vowel(word: str) -> bool | None:
    """Whether a word is spoken with a vowel first; None where that depends on how somebody reads it, as of MVP."""
    bare = word.lstrip("[(“\"'‘")
    if re.match(r"[FHLMNRSXU][A-Z]", bare):
        return None
    lower = bare.lower()
    for begins, vowel in (("an", True), ("a", False)):
        if lower.startswith(tuple(english()["articles"][begins])):
            return vowel
    return lower[:1] in set("aeiou8")


def _article(article: str, word: str) -> str:
    vowel = begins_with_vowel(word)
    return article if vowel is None else article[0] + ("n" if vowel else "")


def _counted(filled: str) -> str:
    found = ONE.search(filled)
    if found is None:
        return filled
    there = (found["there"] or "").replace("are", "is").replace("were", "was")
    before = filled[: found.start()]
    tokens = TOKEN.findall(found["after"])
    end = _noun(tokens)
    if not NO_SUBJECT.search(before):
        _verb(tokens, end)
    return before + there + found["number"] + _counted(EACH_OF_ONE.sub(r"\g<given>", "".join(tokens), count=1))


def _noun(tokens: list[str]) -> int:
    """Put the noun that follows a number into the singular; where it ends."""
    end = next((at for at, token in enumerate(tokens) if _ends_noun(token)), len(tokens))
    plurals = [at for at, token in enumerate(tokens[:end]) if singular(token)]
    if [tokens[at] for at in plurals] == ["times"] and re.match(rf"{NUMBER}?\d", "".join(tokens[end:])):
        return end  # 1 times 3
    if not plurals or NAME.match("".join(tokens[plurals[0] :])):
        return end
    at = next((at for at in plurals if tokens[at].islower()), plurals[0])  # a name may look like a plural: Inhumans
    tokens[at] = singular(tokens[at])
    return at + 1


def _ends_noun(token: str) -> bool:
    """Whether a noun and what belongs to it have ended before a token: at a verb, a preposition, a mark."""
    if token[0] == NUMBER or not (token.isspace() or token[0] == VALUE or token[0].isalpha()):
        return True
    verbs = english()["verbs"]
    return token in listed("words", "between") or token in verbs["singular"] or token in listed("verbs", "plain")


def _verb(tokens: list[str], at: int) -> None:
    """Put the verb behind the noun into the singular, unless another subject comes first."""
    words, before = 0, ""
    while at < len(tokens) and words < FARTHEST:
        if passed := ASIDE.match("".join(tokens[at:])):
            tokens[at : at + len(TOKEN.findall(passed[0]))] = [passed[0]]
            at += 1
            continue
        token = tokens[at]
        if token in listed("words", "another") or not (token.isspace() or token[0].isalpha() or token[0] == VALUE):
            return
        if token in english()["verbs"]["singular"].values():
            return  # it agrees as it is written
        sure = words == 0 or bool(re.match(rf" (?:{NUMBER}|\d)", "".join(tokens[at + 1 :])))
        if (bent := _third_person(token, sure)) and before not in listed("words", "noun_after"):
            tokens[at] = bent
            return
        before = token if not token.isspace() else before
        words += not token.isspace() and token not in ("that", "which", "who")
        at += 1


def _third_person(verb: str, sure: bool) -> str:
    """The form of a verb for one: `is` of `are`; empty where the word is none, or where not `sure` may be a noun."""
    verbs = english()["verbs"]
    if verb in verbs["singular"]:
        return str(verbs["singular"][verb])
    if verb in listed("verbs", "plain") or (sure and verb in listed("verbs", "also_nouns")):
        return third_person(verb)
    return ""


def third_person(verb: str) -> str:
    """`goes` of `go`, `carries` of `carry`."""
    if verb.endswith(("s", "x", "ch", "sh", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y\Z", verb) else verb + "s"


def singular(word: str) -> str:
    """The singular of a plural noun; empty where the word is none, a verb's form among them."""
    nouns = english()["nouns"]
    lower = word.lower()
    if lower in nouns["irregular"]:
        return word[0] + str(nouns["irregular"][lower])[1:]
    if not re.search(r"[^su'’i]s\Z|ies\Z|ves\Z", lower) or lower in listed("nouns", "never_plural"):
        return ""
    if lower in _third_persons():
        return ""
    if lower.endswith("ies") and len(lower) > 4:
        return word[:-3] + "y"
    return word[:-2] if lower.endswith(("sses", "xes", "ches", "shes")) else word[:-1]


@cache
def _third_persons() -> frozenset[str]:
    return frozenset(map(third_person, english()["verbs"]["plain"])) | {"has", "is", "was", "costs", "counts"}
