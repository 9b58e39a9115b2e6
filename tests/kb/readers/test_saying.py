"""Which of several things that a question says of a fact is meant."""

from __future__ import annotations

from dataclasses import replace

from kb.question.read import read
from kb.readers.slots import fill
from kb.records import Term
from kb.records.question import TermMatch
from kb.rules.model.checkspec import read_checks
from kb.rules.model.schema import read_schema

FACTS = """
[fact.keyword]
value = "plain|surge"
sentence = "the hero has {1}"
words = { plain = ["with plain"], surge = ["surge"] }
"""
CHECKS = """
[returns]
title = "Does he come back with a counter?"
kind = "yes_no"
goal = "comes_back"
slots = { keyword = "keyword" }
"""
SCHEMA, _ = read_schema("facts.toml", FACTS)
CHECK = read_checks("checks.toml", CHECKS, "tiny", SCHEMA)[0]["returns"]


def test_words_that_end_within_a_term_do_not_say_what_they_say_elsewhere() -> None:
    text = "he has surge. does he come back with plain counter?"
    start, end = text.index("plain counter"), text.index("?")
    term = TermMatch(Term("t", "tiny", "plain counter", "glossary", ()), start, end, text[start:end], "exact", 1.0)
    assert fill(read(text), CHECK, SCHEMA).facts == {"keyword": "plain"}
    assert fill(replace(read(text), mentions=(term,)), CHECK, SCHEMA).facts == {"keyword": "surge"}
