"""What is seen on a phone before scrolling: verdict, reason and the first clause's words, on nearly all answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from ingest.building import pipeline
from ingest.building.kept import checked
from ingest.encoding.encoders import HashingBuild
from kb.evaluation.labelled import labelled
from kb.gamefolder import DEV, TRAIN
from tests.browser.served import Server
from tests.conftest import CORPUS, copied
from tests.service.conftest import split_at_stops
from tests.support.five import GAMES, known

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
EACH = 20
LEAST = 0.95
LEARNED = 600
"""Questions to learn from of each game: enough that checks are found and verdicts given."""
SEEN = """() => {
  const shown = (each) => each && each.getClientRects().length > 0;
  const above = (each) => each && each.getBoundingClientRect().bottom <= innerHeight;
  const first = (selector) => [...document.querySelectorAll(selector)].find(shown);
  const reason = first('.outcome .summary, .outcome .question');
  return {
    outcome: document.querySelector('.outcome')?.className.split(' ')[1],
    verdict: above(first('.outcome .state')),
    reason: !reason || above(reason),
    clause: above(first('.citation blockquote')),
  };
}"""


def questions() -> list[tuple[str, str]]:
    """(game, question) of a hundred, twenty of each game: half of those it is measured by, half of those learned from,
    which are given verdicts without a model too."""
    chosen = random.Random(20)
    found = []
    for folder in sorted(path.parent for path in CORPUS.glob("*/game.toml")):
        learned = [line for line in labelled(folder, TRAIN)[:LEARNED] if line.line.check]
        lines = chosen.sample(learned, min(EACH // 2, len(learned)))
        lines += chosen.sample(labelled(folder, DEV), EACH - len(lines))
        found += [(folder.name, each.line.ask) for each in lines]
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server over the five games, built without models."""
    place: Path = tmp_path_factory.mktemp("first-screen")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        patched.setattr(checked, "check_game", known)
        corpus = copied(GAMES, place / "corpus", LEARNED)
        pipeline.build(corpus, home=place / "home", encoder=HashingBuild()).close()
    started = Server(place / "home")
    started.library.warm_up()
    yield started
    started.close()


def test_verdict_reason_and_clause_are_seen_without_scrolling(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    outcomes: Counter[str] = Counter()
    hidden = []
    for game, question in questions():
        page.goto(f"/?{urlencode({'q': question, 'game': game})}")
        seen = page.evaluate(SEEN)
        outcomes[seen["outcome"]] += 1
        if not (seen["verdict"] and seen["reason"] and seen["clause"]):
            hidden.append((game, question[:80], seen))
    context.close()
    share = 1 - len(hidden) / outcomes.total()
    print(f"first screen: {share:.0%} of {outcomes.total()} answers whole, by outcome {dict(outcomes)}; not: {hidden}")
    assert outcomes.total() == 5 * EACH
    assert {"answered", "depends", "cited", "not_found"} <= set(outcomes)
    assert share >= LEAST
