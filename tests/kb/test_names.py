"""Two names side by side, and whether the one that is asked about comes earlier or later in the alphabet."""

from __future__ import annotations

import pytest

from kb.names import EARLIER, LATER, order_asked


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("Bron and Atlas have powers that clash. Is it Atlas whose power counts?", EARLIER),
        ("Zed's power and Abel's power contradict, no agreement. is it Zed who wins?", LATER),
        ("Zoltan versus Abigail, two plain abilities clashing. Does Abigail get her way?", EARLIER),
        ("her hero Aaron and my hero Zed clash and we keep arguing. does Aaron's win?", EARLIER),
        ("hero named Zed vs hero named Kit, and we argue. so zed wins, right", LATER),
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
    found = order_asked(question, {"treasure"})
    assert (found[0] if found else None) == order
    if found:
        assert question[found[1] : found[2]].lower() in ("atlas", "zed", "abigail", "aaron")
