"""The questions of the empty page: each shows something else that can be done."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase

EXAMPLES = (
    ("vs-system", "Does press make boost cheaper?"),
    ("heroes-wanted", "How much fame do 3 injuries cost me at the end?"),
    ("agemonia", "Can I pull a large enemy?"),
)


def examples(base: KnowledgeBase) -> list[tuple[str, str]]:
    """(game, question) for the games that the knowledge base holds."""
    known = {each.id for each in base.games}
    return [each for each in EXAMPLES if each[0] in known]
