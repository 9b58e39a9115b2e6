"""Two names side by side, and whether the one that is asked about comes earlier or later in the alphabet."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kb.question.read import understood
from kb.question.written.names import EARLIER, LATER, PRINTED, figure_names, order_asked
from kb.records.cards import Term
from kb.records.spoken import TermMatch


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("Bron and Atlas have powers that clash. Is it Atlas whose power counts?", EARLIER),
        ("Zed's power and Abel's power contradict, no agreement. is it Zed who wins?", LATER),
        ("Zoltan versus Abigail, two plain abilities clashing. Does Abigail get her way?", EARLIER),
        ("her hero Aaron and my hero Zed clash and we keep arguing. does Aaron's win?", EARLIER),
        ("hero named Zed vs hero named Kit, and we argue. so zed wins, right", LATER),
        ("one belongs to Abel and the other to Zed. Does Zed's win?", LATER),
        ("Do Zed and Kit both win?", None),
        ("Zed and Kit clash. Who wins?", None),
        ("Zed and Kit clash, so do Ann and Bob. Does Ann win?", None),
        ("Treasure against Zed. Does Zed win?", None),
        ("He and Zed clash. Does Zed win?", None),
        ("zed and kit clash. does kit win?", None),
        ("", None),
    ],
)
def test_the_name_that_is_asked_about(question: str, order: str | None) -> None:
    found = order_asked(understood(question), {"treasure"})
    assert (found[0] if found else None) == order
    if found:
        assert question[found[1] : found[2]].lower() in ("atlas", "zed", "abigail", "aaron")


@pytest.mark.parametrize(
    ("asks", "order"),
    [
        ("does rizzik override?", LATER),
        ("does lazar override?", EARLIER),
        ("who of them overrides?", None),
        ("do lazar and rizzik both count?", None),
    ],
)
def test_the_figure_of_the_documents_that_is_asked_about(asks: str, order: str | None) -> None:
    text = f"powers of lazar and rizzik clash. {asks}"
    terms = {name: Term(name, "tiny-game", name.capitalize(), PRINTED, (name,)) for name in ("lazar", "rizzik")}
    mentions = tuple(
        TermMatch(term, hit.start(), hit.end(), name, "exact", 1.0)
        for name, term in terms.items()
        for hit in re.finditer(name, text)
    )
    found = order_asked(replace(understood(text), mentions=mentions))
    assert (found[0] if found else None) == order


KNOWN = {"hero", "villain", "aura", "strike", "whose", "when"}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("they took my hero Dex from me, is he back now?", {"dex"}),
        ("I walk Olm away. Does the aura of Olm follow?", {"olm"}),
        ("Merlin isn't on the map yet. can he use his power?", {"merlin"}),
        ("Zug's ability contradicts Arlo's, whose wins?", {"zug", "arlo"}),
        ("Bron and Arlo contradict each other, whose counts?", {"bron", "arlo"}),
        ("how fast is Zug?", set()),
        ("Can a Villain be hit by Strike when the Villain is down?", set()),
        ("Zorplax of the Deep costs what?", set()),
        ("can my hero dex move", set()),
        ("", set()),
    ],
)
def test_whom_a_story_names(question: str, names: set[str]) -> None:
    """Somebody who is told of is no word that the documents would have to hold; what is only asked for is."""
    assert figure_names(question, KNOWN.__contains__) == names
