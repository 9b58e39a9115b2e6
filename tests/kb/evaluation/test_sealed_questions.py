"""The sealed questions of each game: nobody mends by them, and who changes them is seen here."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from kb.evaluation.questions import load_questions
from kb.gamefolder import TEST, question_file

CORPUS = Path(__file__).resolve().parents[3] / "corpus"
SEALS = {
    "agemonia": "742ec22779674e3ecdd780d70a121e0df67137324bdfe5470d1fa68ae8a7e44f",
    "duel-of-ages": "ca10b7b0b5292816a11a16476141cccd724d8a644560d334cd5bdd1ada106aed",
    "heroes-wanted": "88c0086c1d2d5cbbb13d5c761baee3225176e728863ec2a0383c7a2205df1e01",
    "legendary": "e5186f23a1555e66ae5abcce70c122e2cce70cde149946d216c032376cba30ef",
    "vs-system": "d0ed048d2bb0f76f0b089cf5786675e86d1641e70ef61b9b52fc669d7e58e739",
}


@pytest.mark.parametrize("game", SEALS)
def test_they_are_those_that_were_sealed(game: str) -> None:
    """A set that was mended measures nothing: write another one, seal it, and say so in docs/experiments.md."""
    assert hashlib.sha256(question_file(CORPUS / game, TEST).read_bytes()).hexdigest() == SEALS[game]


def test_each_game_has_sixty_from_players_judges_and_bots_some_of_which_nothing_answers() -> None:
    asked = load_questions(CORPUS, TEST)
    assert Counter(each.game for each in asked) == dict.fromkeys(SEALS, 60)
    assert Counter(each.persona for each in asked) == {"player": 150, "judge": 90, "bot": 60}
    assert sum("verdict" in each.expect for each in asked) == 210
    assert sum(not each.answerable for each in asked) == 45
