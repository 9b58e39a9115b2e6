"""A small knowledge base held in memory, for tests of ranking that need no files and no model."""

from __future__ import annotations

from collections.abc import Sequence

from kb.question.read import read as read_text
from kb.records import Clause, Kind, Term, digest
from kb.records.question import Question
from kb.words.gamenames import GameName
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.text import stem, words
from kb.words.vocabulary import Vocabulary


def clause(identifier: str, text: str, heading: str = "", subject: str = "", kind: Kind = Kind.RULE) -> Clause:
    """A clause of a made-up document."""
    document, _, _ = identifier.partition("#")
    return Clause(
        id=identifier,
        game=document.partition("/")[0],
        document=document,
        headings=(heading,) if heading else (),
        text=text,
        kind=kind,
        start=0,
        end=len(text),
        digest=digest(text),
        ordinal=0,
        subject=subject,
    )


CLAUSES = (
    clause("vs/faq#3.p1", "A press character makes the next character cost 1 less, never below 1.", "Press"),
    clause("vs/faq#3.b3", "Reductions come before additions, so press leaves boost costs alone.", "Press"),
    clause("vs/faq#moondragon.r1", "The first of the two cards drawn becomes two cards.", "Moondragon", "Moondragon"),
    clause("vs/faq#klaw.r1", "Klaw stays exhausted while objects are readied.", "Klaw", "Klaw"),
    clause("age/effects#pull.p4", "Large and huge figures are never pulled.", "Pull X"),
    clause("age/effects#push.p4", "Large and huge figures are never pushed.", "Push X"),
    clause("age/effects#pull.e1", "For example a wolf is pulled two areas.", "Pull X", kind=Kind.EXAMPLE),
)
TERMS = (
    Term("vs:moondragon", "vs", "Moondragon", "card", ("moondragon",)),
    Term("vs:klaw", "vs", "Klaw", "card", ("klaw",)),
    Term("vs:press", "vs", "press", "glossary", ("pressed",), clause="vs/faq#3.p1"),
    Term("age:pull", "age", "pull", "glossary", ("pulled",), clause="age/effects#pull.p4"),
)
GAMES = (GameName("vs", "Versus", ("Versus",)), GameName("age", "Agemonia", ("Agemonia",)))
ENGLISH = frozenset("weather insurance quantum teleportation work anna".split())
LEXICON = Lexicon.of((f"{each.text} {' '.join(each.headings)}" for each in CLAUSES), ENGLISH.__contains__)
VOCABULARY = Vocabulary(LEXICON, TermIndex(TERMS, LEXICON), GAMES)


def read(text: str) -> Question:
    """The question as the small base reads it."""
    return read_text(text, VOCABULARY)


class FakeStore:
    """The part of the store that ranking needs; `lexical` counts shared stems."""

    def passage_places(self) -> list[tuple[str, str, str, str, str]]:
        """Passage n is clause n."""
        return [(each.id, each.game, each.document, "clause", "") for each in CLAUSES]

    def clause(self, identifier: str) -> Clause:
        """By id."""
        return next(each for each in CLAUSES if each.id == identifier)

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = 300
    ) -> list[tuple[int, float]]:
        """Shared stems, best first."""
        wanted = {stem(word) for word in query_words}
        scored = [
            (number, float(len(wanted & {stem(word) for word in words(f"{each.text} {each.headings}")})))
            for number, each in enumerate(CLAUSES)
            if game in (None, each.game) and document in (None, each.document)
        ]
        return sorted((entry for entry in scored if entry[1]), key=lambda entry: -entry[1])[:limit]

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Nothing: they are here."""

    def pairs(self, clauses: Sequence[str] | None = None) -> tuple[tuple[()], tuple[()]]:
        """None: no clause leads to another."""
        return (), ()
