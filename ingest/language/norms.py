"""Read every sentence of a clause mechanically: who must, may or cannot do what, when, except when, how often.

A sentence may open with a label (`Underling:`, `Setup -`) and a cost (`Activate >>>`): they are cut
off before the parser runs, which is not used to them. A cost is a condition of its effect. What is
no subject, condition or exception stays in the action, limits too, so that a reader loses nothing;
`swallowed` names the condition words that no field accounts for all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ingest.language.loaded import pipeline
from ingest.language.modality import Modality, main_verbs, modality, subject_of
from ingest.language.parts import CONDITION, EXCEPTION, LIMIT, Part, covered, parts
from ingest.language.sentences import Splitter
from kb.records import Clause, Kind, Norm, Term
from kb.words.conditions import SEPARATOR, swallowed_conditions

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

KINDS = frozenset((Kind.RULE, Kind.ERRATA, Kind.RULING, Kind.SETUP, Kind.DEFINITION, Kind.NOTE, Kind.TIP, Kind.CARD))
LABEL = re.compile(r"[\"$]?[A-Z0-9][^\s,.;:>]*(?: (?!(?:is|are|has|have|be)\b)[^\s,.;:>]+){0,4}?(?:: | [-–—] )(?=\S)")
COST = re.compile(r" >>> ")
STATS = ".stats"
BATCH = 64


def read_norms(clauses: Sequence[Clause], terms: Iterable[Term] = ()) -> tuple[Norm, ...]:
    """One norm for each sentence of the clauses that state something; examples, tables and card statistics are skipped.

    `terms` gives the names in which no sentence ends. The texts go through the parser in batches.
    """
    chosen = [clause for clause in clauses if clause.kind in KINDS and clause.plain and not clause.path.endswith(STATS)]
    names = {form for term in terms for form in (term.name, *term.forms)}
    splitter = Splitter(names, pipeline())
    docs = [splitter.doc(clause.plain) for clause in chosen]
    sentences = [[(span.start, span.end) for span in doc.sents] for doc in docs]
    parsed = pipeline().pipe((segmented(doc) for doc in docs), batch_size=BATCH)
    return tuple(
        norm_of(clause, number, doc[start:end])
        for clause, doc, spans in zip(chosen, parsed, sentences, strict=True)
        for number, (start, end) in enumerate(spans)
    )


def segmented(doc: Doc) -> Doc:
    """The document with its sentences cut after labels and costs, so that the parser reads each by itself."""
    for sentence in list(doc.sents):
        label = LABEL.match(sentence.text)
        cuts = [cost.end() for cost in COST.finditer(sentence.text)] + ([label.end()] if label else [])
        for token in sentence:
            if token.idx - sentence.start_char in cuts:
                token.is_sent_start = True
    return doc


def norm_of(clause: Clause, number: int, sentence: Span) -> Norm:
    """The norm of one parsed sentence, which may hold several segments: label, costs, body."""
    *before, body = split_segments(sentence)
    labels = [segment for segment in before if not costs(segment)]
    paid = [bare(segment) for segment in before if costs(segment)]
    found = parts(body)
    aside = covered(found, frozenset((CONDITION, EXCEPTION)))
    only = [body.doc[part.start : part.end] for part in found if part.kind in (LIMIT, CONDITION)]
    defining = clause.kind is Kind.DEFINITION and number == 0 and bool(labels)
    read = modality(body, aside, only, defining)
    subject, action = acting(body, read, aside, defining)
    fields = {kind: SEPARATOR.join(texts(body, found, kind)) for kind in (CONDITION, EXCEPTION, LIMIT)}
    condition = SEPARATOR.join([*paid, *filter(None, [fields[CONDITION]])])
    return Norm(
        clause=clause.id,
        sentence=number,
        modality=read.name,
        subject=bare(labels[0]) if defining else subject,
        action=action,
        condition=condition,
        exception=fields[EXCEPTION],
        limit=fields[LIMIT],
        swallowed=swallowed_conditions(
            sentence.text, condition, fields[EXCEPTION], fields[LIMIT], *said(body, read), *map(bare, labels)
        ),
        text=clause.plain[sentence.start_char : sentence.end_char],
    )


def acting(body: Span, read: Modality, aside: frozenset[int], defining: bool) -> tuple[str, str]:
    """Subject and action of a body: what is neither aside nor the modal words; a subject alone is the action."""
    rest = [token.i for token in body if token.i not in aside | read.tokens]
    named = [] if defining or read.imperative else subject_of(main_verbs(body, aside))
    subject = frozenset(token.i for token in named) - aside
    action = words(body, [at for at in rest if at not in subject])
    return (words(body, sorted(subject)), action) if action else ("", words(body, rest))


def split_segments(sentence: Span) -> list[Span]:
    """The segments of a sentence, by the marks that `segmented` left."""
    starts = [token.i for token in sentence if token.is_sent_start or token.i == sentence.start]
    return [sentence.doc[start:end] for start, end in zip(starts, [*starts[1:], sentence.end], strict=True)]


def costs(segment: Span) -> bool:
    """True for the segment that stands before `>>>`."""
    return str(segment.text).rstrip().endswith(">>>")


def bare(segment: Span) -> str:
    """A label or cost without the sign that closes it."""
    return str(segment.text).rstrip(" >:-–—").strip()


def said(body: Span, read: Modality) -> list[str]:
    """The words that a modality itself accounts for."""
    return [body.doc[at].lower_ for at in sorted(read.tokens)]


def texts(body: Span, found: Iterable[Part], kind: str) -> Iterator[str]:
    """The texts of a kind's parts, in order."""
    yield from (body.doc[part.start : part.end].text for part in found if part.kind == kind)


def words(body: Span, places: Sequence[int]) -> str:
    """The tokens at some places as running text; punctuation left over at the ends goes."""
    kept = frozenset(places)
    text = "".join(body.doc[at].text_with_ws if at + 1 in kept else body.doc[at].text + " " for at in places)
    tidy = re.sub(r"(\() +| +([,.;:)])", r"\1\2", " ".join(text.split()))
    return re.sub(r",(?:\s*,)+|\"\s+\" ", lambda left: left.group()[:1].strip('"'), tidy).strip(" ,.;:")
