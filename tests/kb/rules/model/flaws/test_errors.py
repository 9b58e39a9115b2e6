"""What is wrong with a rule model is found, all at once, with the line and what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.records import Clause
from kb.rules.model.loader import lint_rules, load_rules
from tests.kb.rules.conftest import EMBER
from tests.kb.rules.model.changing import CAN, FACTS, ID, RULES, changed, errors


def rule(text: str) -> tuple[str, str, str]:
    return RULES, CAN, text


WRONG: dict[str, tuple[tuple[str, str, str], str]] = {
    # file, what stands there, what is put in its place; the code of the problem
    "a script": (rule(CAN + "\n#script (python)\nimport os\n#end."), "forbidden"),
    "an include": (rule(CAN + '\n#include "/etc/passwd".'), "forbidden"),
    "a spaced include": (rule(CAN + '\n#  include "/etc/passwd".'), "forbidden"),
    "an include in a comment": (rule(CAN + " % #include"), "forbidden"),
    "an external": (rule(CAN + "\n#external can_strike(x)."), "forbidden"),
    "a constant": (rule(CAN + "\n#const n = 3."), "forbidden"),
    "a theory": (rule(CAN + "\n#theory t { }."), "forbidden"),
    "optimisation": (rule(CAN + "\n#minimize { 1 : kept(F) }."), "forbidden"),
    "a weak constraint": (rule(CAN + "\n:~ kept(F). [1]"), "not-allowed"),
    "a function call": (rule("can_strike(F) :- figure(F), not kept(F), @f(F) = 1."), "forbidden"),
    "a block comment": (rule(CAN + "\n%* hidden *%"), "forbidden"),
    "a number beyond 32 bits": (rule(CAN[:-1] + ", strength(F, S), S >= 4294967297."), "forbidden"),
    "a hexadecimal number beyond 32 bits": (rule(CAN + "\nodd(0x1FFFFFFFF)."), "forbidden"),
    "a number that begins with nothing": (rule(CAN + "\nodd(007)."), "syntax"),
    "a letter beyond a to z": (rule("can_strike(Fée) :- figure(Fée), not kept(Fée)."), "forbidden"),
    "a typographic quote": (rule("can_strike(F) :- figure(F), not kept(F), F != “hero”."), "forbidden"),
    "a blank that is none": (rule("can_strike(F) :-\u00a0figure(F), not kept(F)."), "forbidden"),
    "a disjunction": (rule("can_strike(F) ; rests(F) :- figure(F), not kept(F)."), "not-allowed"),
    "classical negation": (rule("-can_strike(F) :- figure(F), not kept(F)."), "not-allowed"),
    "a choice outside options": (rule("{ can_strike(F) } :- figure(F), not kept(F)."), "not-allowed"),
    "a constraint outside options": (rule(CAN + "\n\n%@ never | never\n:- kept(F)."), "not-allowed"),
    "a syntax error": (rule("can_strike(F) :- figure(F), not kept(F)"), "syntax"),
    "an unsafe variable": (rule("can_strike(F) :- not kept(F)."), "unsafe"),
    "an unsafe head": (rule("can_strike(G) :- figure(F), not kept(F)."), "unsafe"),
    "an unknown predicate": (rule("can_strike(F) :- figur(F), not kept(F)."), "unknown-predicate"),
    "a wrong number of arguments": (rule("can_strike(F) :- figure(F), not kept(F, 1)."), "unknown-predicate"),
    "a word of no type": (rule("can_strike(F) :- row(F, fornt), not kept(F)."), "never"),
    "a derived fact": (rule(CAN + "\n\n%@ st.un | {F} is stunned\nstunned(F) :- kept(F)."), "derives-fact"),
    "a circle through not": (
        rule(CAN + "\n\n%@ odd | {F} odd\nodd(F) :- figure(F), not even(F).\n%@ even | {F} even\n"
             "even(F) :- figure(F), not odd(F)."),
        "not-stratified",
    ),
    "a rule without id": ((RULES, ID + "\n", ""), "no-id"),
    "an id that stands twice": ((RULES, "%@ damage.none |", "%@ strike.can |"), "duplicate-id"),
    "a field that stands for nothing": ((RULES, ID, "%@ strike.can | {G} can strike"), "bad-template"),
    "an unreadable annotation": ((RULES, ID, "%@ Strike Can"), "bad-annotation"),
    "a quote of other words": ((RULES, "> A figure that is stunned cannot", "> A figure may not"), "wrong-quote"),
    "a dropped not": ((RULES, "is stunned cannot strike", "is stunned can strike"), "wrong-quote"),
    "a clause that there is not": ((RULES, "## 1.p1 Striking", "## 1.p9 Striking"), "unknown-clause"),
    "a section without rules or status": ((RULES, "%@ status: not-checkable: it thanks a cat", ""), "no-status"),
    "a status without reason": ((RULES, "not-checkable: it thanks a cat", "not-checkable"), "no-reason"),
    "a block that is never closed": ((RULES, "## 7.n1 Thanks", "```asp\n\n## 7.n1 Thanks"), "open-block"),
    "a modelled clause whose condition no quote holds": (
        (RULES, "unless the figure that strikes carries a lance; damage is never below 0.\n\n```asp\n%@ damage.armor",
         "\n\n```asp\n%@ damage.armor"),
        "swallowed",
    ),
    "a circle of precedence": (
        (RULES, "overrides(banner, oath).", "overrides(banner, oath).\noverrides(oath, banner)."),
        "precedence-circle",
    ),
    "a fact's unknown key": ((FACTS, 'denial = "{1} is not stunned"', 'denail = "no"'), "bad-fact"),
    "a type that there is not": ((FACTS, 'value = "0..9"', 'value = "0…9"'), "unknown-type"),
    "a range beyond bounds": ((FACTS, 'value = "0..9"', 'value = "0..2147483648"'), "bad-range"),
    "a range of endless digits": ((FACTS, 'value = "0..9"', f'value = "0..{"9" * 5000}"'), "unknown-type"),
    "a default of another type": ((FACTS, 'value = "0..5"', 'value = "one|two"'), "bad-default"),
    "no TOML": ((FACTS, "[entities]", "[entities"), "bad-toml"),
    "a YAML boolean": ((FACTS, "default = 0\n", "default = no\n"), "bad-toml"),
    "a goal beyond 32 bits": ((RULES, 'goal = "purse(N)"', 'goal = "purse(4294967297)"'), "bad-goal"),
    "a slot beyond 32 bits": ((RULES, 'players = "players"', 'players = "players(4294967297)"'), "bad-slot"),
    "a goal that no rule derives": ((RULES, 'goal = "purse(N)"', 'goal = "pursed(N)"'), "unknown-goal"),
    "a must-be-known fact without slot": ((RULES, 'bow = "bow(hero)"\ncard', "card"), "missing-slot"),
    "a slot that rules do not reach": (
        (RULES, 'length = "length"', 'length = "length"\ncoins = "coins"'),
        "unreached-slot",
    ),
    "a fact about the question": ((FACTS, "default = 0\n", "default = 0\nasked = true\n"), "bad-fact"),
    "a number asked for by its contrary": (
        (RULES, 'goal = "purse(N)"', 'goal = "purse(N)"\nasks = { opposite = { words = ["none"] } }'),
        "bad-asks",
    ),
    "a slot named like the way of asking": (
        (
            RULES,
            "[can-strike.slots]",
            '[can-strike.asks]\nopposite = { words = ["kept"] }\n[can-strike.slots]\nasks = "bow(hero)"',
        ),
        "bad-name",
    ),
    "a slot of no fact": ((RULES, 'length = "length"', 'length = "lenght"'), "unknown-fact"),
    "a check that stands twice": (
        (RULES, "[crown]", '[rank]\ntitle = "Rank"\nkind = "text"\ngoal = "rank(R)"\n\n[crown]'),
        "duplicate-check",
    ),
    "a check of no clause": ((RULES, "## 8.p1 Ranks", "## * Ranks"), "no-clause"),
    "a check of two clauses": ((RULES, "## 8.p1 Ranks", "## 8.p1, 7.n1 Ranks"), "many-clauses"),
    "a second section on a clause": ((RULES, "## 7.n1 Thanks", "## 1.p1 Thanks"), "duplicate-section"),
    "a block of another language": ((RULES, "```check", "```toml"), "unknown-block"),
    "a wrong article": ((RULES, ID, "%@ strike.can | {F} can strike a enemy"), "wording-article"),
    "a wrong article in a fact": ((FACTS, '"{1} is on offer"', '"{1} is an hero on offer"'), "wording-article"),
    "a wrong article in a title": ((RULES, "Can this figure strike?", "Can a archer strike?"), "wording-article"),
    "a wrong plural": ((RULES, ID, "%@ strike.can | {F} can strike 1 figures"), "wording-plural"),
    "a wrong plural in a denial": ((FACTS, '"{1} has no bow"', '"{1} has not 1 bows"'), "wording-plural"),
    "a sentence about the question": ((RULES, ID, "%@ strike.can | {F} can strike, as is asked"), "wording-question"),
    "a denial about the question": ((RULES, ID, ID.replace("cannot strike", "is not meant")), "wording-question"),
    "a name of the rules": ((RULES, ID, "%@ strike.can | {F} can_strike now"), "wording-code"),
    "a verb that differs from its subject": (
        (RULES, ID, "%@ strike.can | {F} can strike, and it have a bow"), "wording-agreement"
    ),
    "a negation of a negation": (
        (FACTS, '"{1} has no bow"', '"{1} is not neither of them"'), "wording-double-negation"
    ),
    "a sentence of one word": ((RULES, ID, "%@ strike.can | {F} | {F} cannot strike"), "wording-fragment"),
    "a question back that is none": ((FACTS, '"Has {1} a bow?"', '"the bow of {1}"'), "question-back"),
    "a question back about the question": (
        (FACTS, '"Has {1} a bow?"', '"Is {1} said to have a bow?"'), "question-back"
    ),
    "a fact about what is asked": ((FACTS, '"{1} is on offer"', '"it is asked about {1}"'), "fact-of-question"),
    "a denial of what is meant": ((FACTS, '"{1} has no bow"', '"another one is meant"'), "fact-of-question"),
    "a question for what is claimed": (
        (FACTS, '"Has {1} a bow?"', '"Is it claimed that {1} has a bow?"'), "fact-of-question"
    ),
    "a question for what somebody thinks": (
        (FACTS, '"Has {1} a bow?"', '"Do you think that {1} has a bow?"'), "fact-of-question"
    ),
    "a named fact that is no number": (
        (FACTS, '"Has {1} a bow?"', '"Has {1} a bow?"\nnamed = true'), "bad-fact"
    ),
    "a fact that means no value of another": (
        (FACTS, "[fact.last_round]", "[fact.last_round]\nmeans = { players = 900 }"), "bad-meaning"
    ),
    "one sentence over opposite bodies": (
        rule(CAN + "\n\n%@ way | {F} may do so\nway(F) :- can_strike(F), asks(may).\n"
             "way(F) :- figure(F), not can_strike(F), asks(need_not)."),
        "self-denial",
    ),
}  # fmt: skip


def test_the_model_itself_has_no_errors(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    assert errors(folder, tiny_clauses) == []


@pytest.mark.parametrize("name", WRONG)
def test_each_error_is_found_with_its_place(name: str, folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    (file, before, after), code = WRONG[name]
    text = changed(folder, file, before, after)
    found = errors(folder, tiny_clauses)
    assert code in [problem.code for problem in found]
    problem = next(problem for problem in found if problem.code == code)
    assert problem.place.file == f"tiny-duel/{file}"
    assert 1 <= problem.place.line <= len(text.splitlines())
    assert problem.expected


@pytest.mark.parametrize("name", ["a script", "a syntax error", "a derived fact", "a quote of other words"])
def test_a_model_with_an_error_is_not_loaded(name: str, folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, *WRONG[name][0])
    with pytest.raises(SourceError):
        load_rules(folder, tiny_clauses, texts=[EMBER])


def test_a_caret_points_at_the_fault(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, RULES, CAN, "can_strike(F) :- figure(F), not keept(F).")
    [problem] = errors(folder, tiny_clauses)
    line, caret = problem.place.caret().splitlines()
    assert line[caret.index("^") :].startswith("not keept")
    assert problem.expected.startswith("a fact or a rule's head: kept")


@pytest.mark.parametrize("nothing", ["[]", "{}"])
def test_a_list_of_values_that_names_none_is_told_at_its_line(
    nothing: str, folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    text = changed(folder, FACTS, '{ front = "the front row", support = "the support row" }', nothing)
    [problem] = [each for each in errors(folder, tiny_clauses) if each.place.file == f"tiny-duel/{FACTS}"]
    assert problem.place.text == f"row = {nothing}"
    assert text.splitlines()[problem.place.line - 1] == problem.place.text
    assert (problem.message, problem.expected) == ("enums.row is empty", "at least 1 entry; see docs/rules.md")


def test_every_error_is_reported_at_once(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, RULES, ID, "%@ strike.can | {G} can strike")
    changed(folder, RULES, "## 7.n1 Thanks", "## 7.n9 Thanks")
    changed(folder, RULES, 'goal = "purse(N)"', 'goal = "purse(N, M)"')
    codes = {problem.code for problem in errors(folder, tiny_clauses)}
    assert codes >= {"bad-template", "unknown-clause", "bad-goal"}


def test_nothing_refused_by_text_reaches_the_parser(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    """An include of a file that is there would be opened while parsing: nothing of it may show."""
    secret = folder / "secret.lp"
    secret.write_text("leaked(1).")
    changed(folder, RULES, CAN, f'{CAN}\n#include "{secret}".')
    model, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    assert "leaked" not in str(model.rules) + str(problems)
