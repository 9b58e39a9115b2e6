"""Teach the encoder which questions ask for the same: a correction to its weights, from the questions of all games.

Contrastive learning over groups of texts that belong together: the samples of a check, the wordings of a clause with
the clause itself, the wordings of a gap. Each step takes a group, its nearest groups of the same game and some of any
game, and some texts of each: a text is to come nearer to those of its own group than to all others. (Khosla et al.
2020, Supervised contrastive learning.) Samples of one check that are answered yes and no count as different too: a
"not" or "without" is to be seen. A sample and a wording of the clause that its check rests on are left apart: neither
alike nor different. Questions are put as players put them: with chatter around, in small letters, without marks,
misspelled.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ingest.encoding.embed import EncoderSource, open_model
from ingest.learning import adapter
from kb.errors import HeadjudgeError, UsageError
from kb.records import Passage
from kb.retrieval.embedding.encoder import Vectors
from kb.rules.checks import Checks

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

TEXTS = 6
NEIGHBOURS, STRANGERS = 5, 2
POOL = 30
TEMPERATURE = 0.07
RATE = 5e-4
WARMING = 20
AVERAGED = 3
CHATTY, PLAIN, MISSPELLED = 0.4, 0.3, 0.15
LONG = 5
PLACED = " > "
MARKS = re.compile(r"[?!.,;:]+(?=\s|$)")
SEED = 7
LONGEST = 40
Step = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Group:
    """Texts that belong together, each with the yes or no that answers it, None where that is not known; `kind` is
    check, clause or gap, `clause` where they lead."""

    name: str
    kind: str
    game: str
    clause: str
    texts: tuple[tuple[str, bool | None], ...]


Drawn = tuple[Group, str, bool | None]
"""A text of a step with its group and its answer."""


def groups(passages: Sequence[Passage], answered: Callable[[Passage], bool | None]) -> tuple[Group, ...]:
    """The groups of at least two different texts, in the order of their first passages; `answered` tells the yes or no
    to a check's sample."""
    found: dict[tuple[str, str], tuple[Passage, dict[str, bool | None]]] = {}
    for each in passages:
        if each.kind == "gap":
            key = ("gap", each.game + json.loads(each.states)["lacks"])
        else:
            key = ("check", each.check) if each.check else ("clause", each.clause)
        found.setdefault(key, (each, {}))[1][each.text] = answered(each) if each.check else None
    return tuple(
        Group(name, kind, first.game, first.clause, tuple(texts.items()))
        for (kind, name), (first, texts) in found.items()
        if len(texts) > 1
    )


def answered(checks: Checks, sample: Passage) -> bool | None:
    """The yes or no to a check's sample by the facts that its writer stated; None where there is none."""
    states = json.loads(sample.states) if sample.states else {}
    if "facts" not in states:
        return None
    try:
        verdict = checks.run(sample.check, states["facts"]).verdict
    except HeadjudgeError:
        return None
    return bool(verdict.value) is not states["opposite"] if verdict and verdict.kind == "yes_no" else None


def learn(source: EncoderSource, known: Sequence[Group], steps: int, step: Step = lambda loss: None) -> dict[str, Any]:
    """The correction of an encoder, learned in `steps` steps; `step` is told the loss of each.

    The same input gives the same result on the same machine. UsageError for fewer groups than a step takes.
    """
    import torch

    if len(known) < NEIGHBOURS + STRANGERS:
        raise UsageError(
            f"{len(known)} groups of questions are too few to learn from: {NEIGHBOURS + STRANGERS} at least"
        )
    model = open_model(source)
    torch.manual_seed(SEED)
    model.max_seq_length = LONGEST  # a long clause would make the whole step slow
    chance = random.Random(SEED)
    near = neighbours(model, known, chance)
    learned = adapter.adapt(model)
    optimizer = torch.optim.AdamW(learned.values(), lr=RATE)
    model.train()
    for number in range(steps):
        for each in optimizer.param_groups:
            each["lr"] = RATE * min(1.0, (number + 1) / WARMING) * (1 - number / steps)
        loss = contrast(model, batch(known, near, chance))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned.values(), 1.0)
        optimizer.step()
        step(float(loss))
    return learned


def neighbours(model: SentenceTransformer, known: Sequence[Group], chance: random.Random) -> list[list[int]]:
    """For each group the POOL groups of the same game whose texts come nearest, the nearest first."""
    drawn = [draw(group, AVERAGED, chance) for group in known]
    texts = [text for each in drawn for text, _ in each]
    vectors: Vectors = model.encode(texts, batch_size=64, show_progress_bar=False)
    ends = np.cumsum([len(each) for each in drawn])
    means = np.stack([part.mean(axis=0) for part in np.split(vectors, ends[:-1])])
    games = np.array([group.game for group in known])
    likeness = means @ means.T
    likeness[games[:, None] != games[None]] = -np.inf
    np.fill_diagonal(likeness, -np.inf)
    order = np.argsort(-likeness, axis=1)[:, :POOL]
    return [[int(at) for at in row if np.isfinite(likeness[place, at])] for place, row in enumerate(order)]


def draw(group: Group, count: int, chance: random.Random) -> list[tuple[str, bool | None]]:
    """Some of a group's texts, all where it has no more."""
    return chance.sample(group.texts, min(count, len(group.texts)))


def batch(known: Sequence[Group], near: Sequence[Sequence[int]], chance: random.Random) -> list[Drawn]:
    """The texts of one step with their groups and answers."""
    first = chance.randrange(len(known))
    chosen = [first, *chance.sample(near[first], min(NEIGHBOURS, len(near[first])))]
    chosen += chance.sample(range(len(known)), STRANGERS)
    drawn = [(known[at], *each) for at in dict.fromkeys(chosen) for each in draw(known[at], TEXTS, chance)]
    return [(group, disguised(text, chance) if PLACED not in text else text, yes) for group, text, yes in drawn]


@cache
def chatter() -> dict[str, list[str]]:
    """What players say around a question: `before` it and `after` it."""
    found: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("chatter.toml").read_text("utf-8"))
    return found


def disguised(text: str, chance: random.Random) -> str:
    """A question as another player would put it, or as it is: none of it changes what is asked."""
    if chance.random() < CHATTY:
        text = " ".join([*chance.sample(chatter()["before"], chance.choice((1, 1, 2, 3))), text])
    if chance.random() < CHATTY / 2:
        text = f"{text} {chance.choice(chatter()['after'])}"
    if chance.random() < PLAIN:
        text = MARKS.sub(" ", text.lower())
    if chance.random() < MISSPELLED:
        words = text.split(" ")
        at = chance.randrange(len(words))
        words[at] = misspelled(words[at], chance)
        text = " ".join(words)
    return text


def misspelled(word: str, chance: random.Random) -> str:
    """A long word with two neighbouring letters swapped or one left out; others as they are."""
    if len(word) < LONG or not word.isalpha():
        return word
    at = chance.randrange(1, len(word) - 1)
    return word[:at] + (word[at + 1] + word[at] + word[at + 2 :] if chance.random() < 0.5 else word[at + 1 :])


def contrast(model: SentenceTransformer, chosen: Sequence[Drawn]) -> Any:
    """How much nearer texts come to other groups' texts than to their own group's: the loss of one step."""
    import torch

    vectors = model(model.preprocess([text for _, text, _ in chosen]))["sentence_embedding"]
    vectors = torch.nn.functional.normalize(vectors, dim=1)
    own = [group for group, _, _ in chosen]
    same = torch.tensor([[alike(one, other) for other in chosen] for one in chosen])
    apart = torch.tensor([[neutral(one, other) for other in own] for one in own])
    itself = torch.eye(len(own), dtype=torch.bool)
    likeness = (vectors @ vectors.T / TEMPERATURE).masked_fill(itself | apart, float("-inf"))
    surprise = torch.logsumexp(likeness, 1, keepdim=True) - likeness
    wanted = same & ~itself
    lonely = ~wanted.any(1)
    return (surprise.masked_fill(~wanted, 0).sum(1) / wanted.sum(1).clamp(min=1))[~lonely].mean()


def alike(one: Drawn, other: Drawn) -> bool:
    """Whether two texts are to come near: of one group, and not answered yes and no."""
    opposed = one[2] is not None and other[2] is not None and one[2] is not other[2]
    return one[0] is other[0] and not opposed


def neutral(one: Group, other: Group) -> bool:
    """Whether two groups are neither alike nor different: a check's samples and what players ask of its clause."""
    return one is not other and one.clause == other.clause and {one.kind, other.kind} == {"check", "clause"}
