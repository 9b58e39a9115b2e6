"""Which small words are somebody's names: told by where they stand, each case with an example and a counter-example."""

from __future__ import annotations

import pytest

from kb.question.written.capitals import names_in
from kb.words.lexicon import Lexicon

ENGLISH = frozenset("hope draws draw pay fight what about does takes called player friend lost wound card".split())
PRINTED = ["a hero draws a card and pays for a shield", "a rune may break"]
LEXICON = Lexicon.of([*PRINTED, "my goon draws"], ENGLISH.__contains__, printed=PRINTED)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("b takes a wound", {"b"}, id="a letter that acts"),
        pytest.param("a player called c", {"c"}, id="a letter that is introduced"),
        pytest.param("what about b?", set(), id="a letter that does nothing"),
        pytest.param("hope and zed fight. hope draws.", {"hope", "zed"}, id="an English word beside a name"),
        pytest.param("hope draws. does hope pay?", {"hope"}, id="an English word that acts twice"),
        pytest.param("does hope pay?", set(), id="an English word that acts once"),
        pytest.param("i hope he draws. hope draws.", set(), id="an English word that stands elsewhere too"),
        pytest.param("zug's shield breaks. what about zug?", {"zug"}, id="another word that stands twice"),
        pytest.param("what about zug?", set(), id="another word that stands once and does nothing"),
        pytest.param("does zug draw?", {"zug"}, id="another word that acts once"),
        pytest.param("my friend zug", {"zug"}, id="another word that is introduced"),
        pytest.param("does rume draw?", set(), id="a slip for a word of the documents"),
        pytest.param("does goop draw?", {"goop"}, id="a slip for a word of players alone"),
        pytest.param("does zugs shield break?", {"zug"}, id="an owner before a word of the documents"),
        pytest.param("does the zug draw?", set(), id="a word with an article"),
    ],
)
def test_a_name_is_told_by_where_it_stands(text: str, names: set[str]) -> None:
    assert names_in(text, LEXICON) == names
