"""One term for each word of the glossary and each card, under all that it is called."""

from __future__ import annotations

from dataclasses import replace

from ingest.spec import DocumentSpec, GameSpec, GlossaryEntry
from ingest.terms import card_names, game_terms
from tests.kb import samples

ARMY = replace(samples.CARD, id="chess/rules#rooks", name="Rooks", identity="", version="Army", powers=())
BLACK = replace(samples.CARD, id="chess/rules#black", name="Black", identity="Rooks", version="of e4", powers=())


def spec(**glossary: GlossaryEntry) -> GameSpec:
    document = DocumentSpec(id="rules", title="The Rules", layout="bold-headings", file="rules.txt")
    return GameSpec(id="chess", title="Chess", documents=(document,), glossary=glossary)


def test_a_card_answers_to_its_name_identity_and_telling_version() -> None:
    assert list(card_names(samples.CARD, [samples.CARD])) == ["Dr. Pawn", "The Pawn", "Dr. Pawn, of e4", "of e4"]


def test_a_version_that_is_shared_or_one_word_and_anothers_name_are_no_names() -> None:
    cards = [samples.CARD, ARMY, BLACK]
    assert list(card_names(ARMY, cards)) == ["Rooks", "Rooks, Army"]
    assert list(card_names(BLACK, cards)) == ["Black", "Black, of e4"]


def test_nicknames_in_the_glossary_join_the_card() -> None:
    nickname = GlossaryEntry(kind="nickname", forms=("doc", "Dr. Pawn"))
    [term] = game_terms(spec(**{samples.CARD.title: nickname}), [samples.PARSED])
    assert (term.id, term.name, term.kind) == (samples.CARD.id, samples.CARD.title, "card")
    assert term.forms == ("Dr. Pawn", "The Pawn", "Dr. Pawn, of e4", "of e4", "doc")
    assert term.clause == f"{samples.DOCUMENT}#dr-pawn.stats"


def test_a_glossary_word_keeps_what_the_glossary_says() -> None:
    knight = GlossaryEntry(forms=("horse",), is_a=("piece",), clause="moves.p1")
    terms = game_terms(spec(knight=knight, piece=GlossaryEntry(), Piece=GlossaryEntry()), [samples.PARSED])
    assert [term.id for term in terms[1:]] == ["chess:knight", "chess:piece", "chess:piece-2"]
    assert terms[1].clause == f"{samples.DOCUMENT}#moves.p1"
    assert (terms[1].forms, terms[1].is_a, terms[1].kind) == (("horse",), ("piece",), "glossary")
    assert terms[2].clause == ""
