"""The words of a game's card texts, as its document's options give them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ingest.spec import Strict


class Vocabulary(Strict):
    """The words that card text is built from.

    `types` begin a type line, `traits` end it, `keywords` stand alone on a line of text, `gates` stand
    before a colon, `resolving` types have lines that happen once, `lasting` gates end that.
    """

    types: Annotated[tuple[str, ...], Field(min_length=1)] = ()
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    resolving: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
