"""Discord's whole flow, signed as Discord signs it: ping, commands, completion, buttons, forms; and its limits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import disnake
import pytest
from apiflask import APIFlask
from click.testing import CliRunner
from flask.testing import FlaskClient

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.records.results import Status
from service.bots.discord import parts
from service.bots.discord.commands import definitions, send
from service.bots.rulings import card_text, clause_text, fields_of
from service.bots.signing import DiscordVerifier
from service.commands.cli import cli
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from service.show.neutral import length
from service.show.serializing.present import card_url
from service.show.view import spoken_result
from service.web.checkforms import form_fields
from tests.service.bots_calls import (
    KEY,
    buttons,
    check_form,
    check_message,
    completed,
    discord,
    press,
    slash,
    submit,
)
from tests.service.spoken_samples import HOSTILE, POST, generated
from tests.support.cases import GAMES, cases_of, checks_of, solved

SITE = "https://judge.example"
ASKED = "can an exhausted character attack?"


@pytest.fixture(scope="module")
def bot_app(home: Path) -> Iterator[APIFlask]:
    library = Library(home)
    library.warm_up()
    settings = Settings(rate_limit="off", discord_key=KEY.verify_key.encode().hex(), url=SITE)
    yield create_app(library, settings=settings)
    library.close()


@pytest.fixture
def client(bot_app: APIFlask) -> FlaskClient:
    return bot_app.test_client()


def test_a_ping_is_answered(client: FlaskClient) -> None:
    assert discord(client, {"type": 1}) == {"type": 1}


def test_a_question_is_answered_with_its_verdict_its_clause_and_its_proof(client: FlaskClient) -> None:
    message = slash(client, "ruling", question=ASKED, game="VS System")
    [embed] = message["embeds"]
    assert embed["description"].startswith("**No.** ")
    assert "`vs-system/heralds-faq#5.p2`" in embed["description"]
    assert embed["url"].startswith(f"{SITE}/checks/vs-system/")
    assert "exhausted" in embed["fields"][0]["value"]
    assert [row["url"] for row in message["components"][0]["components"] if "url" in row] == [embed["url"]]


def test_a_post_is_answered_question_by_question(client: FlaskClient) -> None:
    message = slash(client, "ruling", question=POST, game="VS System")
    [embed] = message["embeds"]
    lines = embed["description"].splitlines()
    assert lines[0] == "“Can an exhausted character attack?”"
    assert lines[1].startswith("**No.** ")
    assert "“Can an exhausted character attack a zeppelin?”" in lines
    assert not [each for each in buttons(message) if each.startswith("facts:")]


def test_a_button_opens_the_facts_and_the_form_gives_a_new_verdict(client: FlaskClient) -> None:
    message = slash(client, "ruling", question=ASKED, game="vs-system")
    [first, *_] = [each for each in buttons(message) if each.startswith("facts:vs-system/")]
    form = check_form(press(client, message, first))
    fields = {row["component"]["custom_id"]: row["component"] for row in form["components"]}
    assert [each["value"] for each in fields["exhausted"]["options"] if each["default"]] == ["yes"]
    changed = submit(client, message, form, exhausted="no")
    assert not changed["embeds"][0]["description"].startswith("**No.**")
    assert "exhausted=no" in changed["embeds"][0]["url"]
    again = check_form(press(client, changed, first))
    back = submit(client, changed, again, exhausted="yes")
    assert back["embeds"][0]["description"].startswith("**No.** ")


def test_an_unclear_game_is_asked_back_with_buttons(client: FlaskClient) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("kb.answering.worked._outcome", lambda *_: Outcome.AMBIGUOUS)
        message = slash(client, "ruling", question="who goes first")
    offered = {each: label for each, label in buttons(message).items() if each.startswith("game:")}
    assert set(offered) == {"game:vs-system", "game:tiny-game"}
    chosen = check_message(press(client, message, next(iter(offered))))
    assert chosen["embeds"][0]["title"] == "who goes first"


def test_a_form_with_facts_that_do_not_fit_is_refused_to_its_sender_alone(client: FlaskClient) -> None:
    button = {"type": 2, "style": 2, "label": "Change the facts", "custom_id": "facts:vs-system/press-cost:0"}
    row = {"type": 1, "components": [button]}
    message = {"embeds": [{"url": f"{SITE}/checks/vs-system/press-cost"}], "components": [row]}
    form = check_form(press(client, message, button["custom_id"]))
    number = next(row["component"]["custom_id"] for row in form["components"] if row["component"]["type"] == 4)
    refused = submit(client, message, form, **{number: "many @everyone"})
    assert refused["flags"] == parts.EPHEMERAL
    assert "@everyone" not in refused["content"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("ruling", {"question": " "}),
        ("ruling", {"question": "press", "game": "chess @everyone"}),
        ("clause", {"id": "vs-system/heralds-faq#99"}),
        ("card", {"name": "zzyzx qwrtp"}),
        ("nothing", {}),
        ("ruling", {}),
    ],
)
def test_what_does_not_fit_is_told_to_its_sender_alone(client: FlaskClient, name: str, given: dict[str, str]) -> None:
    refused = slash(client, name, **given)
    assert refused["flags"] == parts.EPHEMERAL
    assert refused["content"]
    assert "@everyone" not in refused["content"]


def test_cards_and_clauses_are_completed_and_shown(client: FlaskClient, base: KnowledgeBase) -> None:
    [(title, value), *_] = completed(client, "card", "name", name="ego")
    assert "Ego" in title
    card = slash(client, "card", name=value)
    assert "\\" not in card["embeds"][0]["url"]
    assert client.get(card["embeds"][0]["url"].removeprefix(SITE)).status_code == 200
    [(shown, identifier), *_] = completed(client, "clause", "id", id="heralds-faq#3.b3")
    assert shown.startswith("3.b3: ")
    clause = slash(client, "clause", id=identifier)
    assert "`vs-system/heralds-faq#3.b3`" in clause["embeds"][0]["description"]
    assert completed(client, "clause", "id", id="press and boost")
    assert ("VS System", "vs-system") in completed(client, "ruling", "game", game="vs", question="x")
    assert len(completed(client, "card", "name", name="")) == 25


def test_a_section_is_shown_by_its_number(client: FlaskClient) -> None:
    message = slash(client, "clause", id="4.1")
    assert "vs-system/heralds-faq#4.1.p1" in json.dumps(message)
    assert message == slash(client, "clause", id="VS System 4.1")


def test_every_card_and_clause_of_the_sample_fits(client: FlaskClient, base: KnowledgeBase) -> None:
    for card in base.store.cards():
        text = card_text(base, card, base.store.cards(), "discord", 3_400)
        check_message({"type": 4, "data": parts.page(card.title, text, f"{SITE}{card_url(card.id)}")})
        assert card.current.splitlines()[0][:20].split()[0] in text
    for clause in base.store.clauses():
        text = clause_text(base, clause, "discord", 3_400)
        check_message({"type": 4, "data": parts.page(clause.id, text, SITE, beside=[clause.id] * 2)})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_the_corpus_fits_with_its_proof_and_its_form(game: str) -> None:
    checks = checks_of(game)
    for case in cases_of(game):
        check = checks.check(f"{game}/{case.check}")
        result = solved(case).result
        base = KnownClauses(checks, game)
        spoken = spoken_result(base, result)  # type: ignore[arg-type]
        fields = form_fields(check, checks.model(game).schema, dict(spoken.facts), result.ask)
        count = parts.pages(len(fields))
        message = check_message({"type": 4, "data": parts.ruling(spoken, SITE, check.title, (check.full_id, count))})
        for number in range(count):
            form = parts.form(check.title, f"run:{check.full_id}:{number}", parts.page_of(list(fields), number))
            check_form({"type": 9, "data": form})
        if result.status is Status.ANSWERED and result.proof:
            assert all(each["value"] for each in message["embeds"][0].get("fields", ()))


class KnownClauses:
    """The clauses of checks, as a knowledge base gives them."""

    def __init__(self, checks: object, game: str) -> None:
        self.clauses = checks.clauses(game)  # type: ignore[attr-defined]
        self.in_time = SimpleNamespace(ahead=lambda day: frozenset())

    def clause_at(self, identifier: str) -> object:
        return self.clauses.get(identifier)

    def document(self, identifier: str) -> object:
        from kb.records import Document

        return Document(identifier, identifier.partition("/")[0], "A rulebook", "x", "restated", "x.txt", "0")


@pytest.mark.slow
def test_a_thousand_generated_answers_fit() -> None:
    for spoken in generated():
        title = spoken.sentence
        data = parts.ruling(spoken, SITE, parts.titled(title), (spoken.check, 3 if spoken.check else 0))
        check_message({"type": 4, "data": data})


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_question_comes_out_active(client: FlaskClient, hostile: str) -> None:
    message = slash(client, "ruling", question=f"why {hostile} so?", game="vs-system")
    shown = [message["embeds"][0]["title"], message["embeds"][0]["description"]]
    for text in shown:
        own = re.sub(r"<https://judge\.example/[^\s>]*>", "", text)
        assert not re.search(r"@\w|://|<[@#:/t!a-z]|(?<!\\)\|\|", own), own


def test_the_facts_offered_first_are_those_that_the_verdict_depends_on(base: KnowledgeBase) -> None:
    fields = fields_of(base, "vs-system/press-cost", {})
    assert {each.name for each in fields[:2]} == {"cost", "press"}


def test_the_commands_are_what_discord_takes() -> None:
    found = definitions()
    assert [each["name"] for each in found] == ["ruling", "clause", "card"]
    for each in found:
        parsed = disnake.APISlashCommand.from_dict({**each, "id": "1", "application_id": "1", "version": "1"})
        assert re.fullmatch(r"[-_\w]{1,32}", parsed.name)
        assert 1 <= length(parsed.description) <= 100
        assert len(parsed.options) <= 25
        for option in parsed.options:
            assert 1 <= len(option.description) <= 100
            assert not (option.autocomplete and option.choices)
        required = [option.required for option in parsed.options]
        assert required == sorted(required, reverse=True)


def test_the_command_line_prints_the_definitions_and_needs_a_token_to_send() -> None:
    shown = CliRunner().invoke(cli, ["bots", "discord-register"])
    assert json.loads(shown.output) == definitions()
    refused = CliRunner(env={"DISCORD_TOKEN": ""}).invoke(cli, ["bots", "discord-register", "--application", "1"])
    assert refused.exit_code == 2
    assert "DISCORD_TOKEN" in refused.output
    with pytest.raises(UsageError, match="number"):
        send("abc", "token")


def test_without_a_key_there_is_no_such_route_and_a_wrong_key_is_refused(home: Path) -> None:
    library = Library(home)
    app = create_app(library, settings=Settings(rate_limit="off"))
    assert app.test_client().post("/bots/discord", data=b"{}").status_code in (404, 405)
    with pytest.raises(UsageError, match="64 hexadecimal"):
        DiscordVerifier("abc")
    library.close()
