"""Does any document answer the question at all? A small logistic model whose weights can be read.

Similarity tells other topics apart but not near misses, so it looks at what is asked as well.
Features, each about 0 to 1:

    top        fused score of the best hit, without the game's share
    dense      best cosine among the first five hits
    margin     how far the best hit is ahead of the sixth
    uncovered  idf-weighted share of the question's content words that neither the best clause nor
               its neighbours, their headings, card or players' questions hold
    strange    share of content words that the corpus never uses
    unnamed    a name-like word (capital letter inside the sentence, not at its start) that no record holds
    card       the best hit's card is named by the question
    wording    best cosine with a question that players are known to ask, among the first five hits
    foreign    idf-weighted share of content words that the best hit's game never uses, nor its players
    rarest     idf of the most telling content word that is uncovered, over the greatest idf there is
    gap        how much nearer a question comes that these documents are known not to answer (`lacks`) than any
               that they answer, within FURTHEST; below 0 where it is further, half of that for a game without gaps
    doubt      how much a question is like those that are known to have no answer here, by all their words and what they
               mean (kb/retrieval/classifying/learned.py): about 1 for those themselves, -1 for those that are answered
    numberless the question asks how many or how much, and the best clause holds no number

`headjudge fit ranking` fits the weights on the tuning split, `fit text` those for a game of text alone (see
kb/evaluation/fitting); kb/weights.toml keeps them. A question that names another game (othergames.txt), none of
those held here and no card of theirs is not answered whatever they say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from kb.logistic import logistic
from kb.question.patterns import pattern
from kb.question.written.names import given_names
from kb.records import Clause, Hit
from kb.records.question import Question
from kb.retrieval.ranking.retriever import Retriever
from kb.retrieval.weights import weights
from kb.words.lexicon import Lexicon
from kb.words.text import content_words, fold, stem, words

FEATURES = (
    "top", "dense", "margin", "uncovered", "strange", "unnamed", "card", "wording", "foreign", "rarest", "numberless",
    "gap", "doubt",
)  # fmt: skip
TEXT_ALONE = ("top", "dense", "margin", "unnamed", "card", "numberless", "doubt")
"""What tells in a game that nobody has written questions for."""
FURTHEST = 0.3
SAME = 0.9
WHOLLY = 0.999
"""The share of a question's content words, by idf, from which on a game says none of them."""
COUNTING = frozenset({"many", "much", "number"})
"""What any question for a number shares with any other."""
WHOLE = "exact"
NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Support:
    """How well the hits support an answer: a probability, what it was computed from, words not found.

    `lacks` is what the documents are known not to say, where the question asks for that.
    """

    probability: float
    features: Mapping[str, float]
    missing: tuple[str, ...]
    lacks: str = ""


def support(
    question: Question,
    hits: Sequence[Hit],
    around: Sequence[Clause],
    retriever: Retriever,
    weight: Mapping[str, float] | None = None,
) -> Support:
    """The probability that the first hits answer the question; `around` are the best hit's neighbours."""
    if not hits or not question.content:
        return Support(0.0, {}, question.content)
    if (other := other_game(question)) is not None:
        return Support(0.0, {}, question.content, f"the rules of {other}")
    best = hits[0].clause
    held = set().union(*map(retriever.words.stems, [best, *around]), *map(retriever.words.heard, [best, *around]))
    content = telling_words(question)
    missing = tuple(word for word in dict.fromkeys(content) if stem(word) not in held)
    gap, lacks = retriever.gap(question, best.game)
    wording = max(dict(hit.features).get("wording", 0.0) for hit in hits[:5])
    features = {
        "top": hits[0].score,
        "dense": max(_dense(hit) for hit in hits[:5]),
        "margin": hits[0].score - hits[min(5, len(hits) - 1)].score,
        "uncovered": 1.0 - retriever.words.coverage(content, frozenset(held)),
        "strange": _strange(content, retriever.lexicon),
        "unnamed": float(any(_unnamed(name, question, retriever.lexicon) for name in NAME.findall(question.text))),
        "card": dict(hits[0].features).get("card", 0.0),
        "wording": wording,
        "gap": min(FURTHEST, max(-FURTHEST, gap - wording)) if gap else -FURTHEST / 2,
        "doubt": retriever.teaching.lessons("gaps", "", question.text).get("gap", 0.0),
        "foreign": 1.0 - retriever.words.coverage(content, retriever.words.vocabulary(best.game)),
        "rarest": max((retriever.lexicon.idf(word) for word in missing), default=0.0) / retriever.lexicon.idf(""),
        "numberless": float(_lacks_number(question, best)),
    }
    alien = features["foreign"] >= WHOLLY
    tables = [weights()[name] for name in _tables(retriever, best.game, alien)] if weight is None else [weight]
    probability = max(_probability(table, features) for table in tables)
    named = features["gap"] > 0 and asked_for(question, lacks, gap)
    told = tuple(word for word in missing if word not in COUNTING)
    return Support(probability, features, told, lacks if named else "")


def asked_for(question: Question, lacks: str, cosine: float) -> bool:
    """Whether a question asks for what documents lack, so that it is named: it shares most words with it that carry
    meaning, or is as near as the same in other words. What is only the nearest of all that they lack was not asked:
    what a Wound is worth is not `how many Wounds the Wound Stack has`."""
    told = {stem(word) for word in content_words(lacks)} - COUNTING
    return cosine >= SAME or 2 * len(told & {stem(word) for word in question.content}) > len(told)


def _tables(retriever: Retriever, game: str, alien: bool) -> tuple[str, ...]:
    """The weights that declining goes by, the surest of them: others without an encoder, and beside a game's own where
    nobody has written questions for most of its clauses; not for a question none of whose words that game says."""
    if retriever.meaning is None:
        return ("decline-by-words",)
    return ("decline",) if alien or retriever.taught(game) else ("decline", "decline-text")


def _probability(weight: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The logistic model's probability."""
    return logistic(weight.get("bias", 0.0) + sum(weight.get(name, 0.0) * value for name, value in features.items()))


def _lacks_number(question: Question, best: Clause) -> bool:
    """Whether the question asks how many or how much, and the best clause holds no number."""
    wanted = pattern("form", "wants-a-number").search(question.text)
    return wanted is not None and not pattern("form", "holds-a-number").search(best.plain)


def telling_words(question: Question) -> tuple[str, ...]:
    """The content words without those that can only be somebody's first name, or that the question's story names
    somebody: who plays tells nothing of what is asked; nor do the words of its operators, `always`, `at most`, which no
    document need hold. All of them where no other word is left."""
    cues = {word.word for word in question.words if any(each.cue.holds(word.start) for each in question.operators)}
    meant = {word for match in question.mentions for word in words(match.text)}
    persons = given_names() | question.figures
    kept = tuple(
        word
        for word in question.content
        if word in meant or (word.removesuffix("'s") not in persons and word not in cues)
    )
    return kept or question.content


def _unnamed(name: str, question: Question, lexicon: Lexicon) -> bool:
    """Whether a name is nobody's in the question's story and no record holds it."""
    return fold(name) not in given_names() | question.figures and stem(fold(name)) not in lexicon.stems


def other_game(question: Question) -> str | None:
    """The game that a question names beside none of those held here and none of their cards."""
    if question.game or any(each.term.kind == "card" and each.how == WHOLE for each in question.mentions):
        return None
    named = f" {' '.join(words(question.text))} "
    return next((name for spelled, name in other_games() if spelled in named), None)


@lru_cache(maxsize=1)
def other_games() -> tuple[tuple[str, str], ...]:
    """Well-known games that are not held here: folded words between blanks, name."""
    names = files("kb.retrieval.classifying").joinpath("othergames.txt").read_text("utf-8").split("\n")
    return tuple((f" {' '.join(words(name))} ", name) for name in names if name)


def _dense(hit: Hit) -> float:
    features = dict(hit.features)
    return max(features.get("clause", 0.0), features.get("part", 0.0), features.get("wording", 0.0))


def _strange(content: Sequence[str], lexicon: Lexicon) -> float:
    """The share of words whose stem no clause holds."""
    return sum(stem(word) not in lexicon.stems for word in content) / len(content)
