"""game.toml gets a document or a version; whatever else somebody wrote into it stays to the letter."""

from __future__ import annotations

import tomllib

import pytest

from ingest.adding.gametoml import chunks_of, rewritten, with_documents
from ingest.spec import DocumentSpec, VersionSpec
from kb.errors import UsageError

GAME = '''\
id = "harbour"
title = "Harbour"
aliases = [
  # what its players say
  "The Docks"
]

# The rules, as we were sent them
[[documents]]
id = "rules"
title = "Rules"
file = "rules.txt"
layout = "headed"
edition = "official"
effective = "2025-03-01"  # printed on page 1

[documents.options]
noise = [
["documents"]
]
footer = """
[glossary]
id = "none"
"""

# Nicknames
[glossary]
boat = { forms = ["ship"] }
'''
RULES = DocumentSpec.model_validate(tomllib.loads(GAME)["documents"][0])
FAQ = DocumentSpec(id="faq", title='The "FAQ"', file="faq.txt", layout="qa", edition="official")
NEWER = RULES.model_copy(
    update={
        "effective": "2026-02-01",
        "versions": (VersionSpec(file="rules.2025-03-01.txt", layout="headed", effective="2025-03-01"),),
    }
)
TABLE = """
[[documents]]
id = "faq"
title = "The \\"FAQ\\""
layout = "qa"
file = "faq.txt"
edition = "official"
"""
VERSION = """
[[documents.versions]]
file = "rules.2025-03-01.txt"
layout = "headed"
effective = "2025-03-01"
"""


def test_a_version_changes_its_documents_day_and_is_put_behind_its_tables() -> None:
    day, nicknames = 'effective = "2025-03-01"  # printed on page 1', "\n# Nicknames\n"
    expected = GAME.replace(day, 'effective = "2026-02-01"').replace(nicknames, f"{VERSION}{nicknames}")
    assert rewritten(GAME, NEWER) == expected
    assert rewritten(expected, NEWER) == expected, "written twice it is the same"


def test_a_document_is_put_behind_the_others_and_their_tables() -> None:
    assert with_documents(GAME, [FAQ]) == GAME.replace("\n# Nicknames\n", f"{TABLE}\n# Nicknames\n")
    assert with_documents('id = "new"\n', [FAQ]) == f'id = "new"\n{TABLE}'


def test_a_version_of_one_document_leaves_the_others_as_they_are() -> None:
    both = with_documents(GAME, [FAQ])
    assert tomllib.loads(rewritten(both, NEWER))["documents"][1] == tomllib.loads(both)["documents"][1]


def test_what_looks_like_a_head_in_a_list_or_a_text_is_none() -> None:
    assert [each.names for each in chunks_of(GAME)] == [
        (), ("documents",), ("documents", "options"), ("glossary",),
    ]  # fmt: skip
    assert "".join(each.text for each in chunks_of(GAME)) == GAME


@pytest.mark.parametrize(
    "text",
    [
        'id = "harbour"\ntitle = "Harbour"\ndocuments = [{ id = "rules", title = "Rules", file = "rules.txt", '
        'layout = "headed" }]\n',
        GAME.replace('layout = "headed"', "layout = '''\nheaded'''"),
    ],
    ids=["inline", "a-layout-of-two-lines"],
)
def test_documents_in_another_form_are_said_to_be_and_nothing_is_guessed(text: str) -> None:
    with pytest.raises(UsageError, match=r"another form than \[\[documents\]\]"):
        rewritten(text, NEWER)


def test_no_table_is_added_to_documents_in_one_line() -> None:
    with pytest.raises(UsageError, match="another form"):
        with_documents('documents = [{ id = "rules", title = "R", file = "r.txt", layout = "headed" }]\n', [FAQ])


def test_heads_may_be_written_with_blanks() -> None:
    written = GAME.replace('[[documents]]\nid = "rules"', '  [[ documents ]]\n  id = "rules"')
    assert tomllib.loads(rewritten(written, NEWER))["documents"][0]["effective"] == "2026-02-01"
