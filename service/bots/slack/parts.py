"""Slack's messages in Block Kit: words of others stand in text that Slack does not read as markup."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kb.records import Citation, plain
from service.bots.discord.parts import cut
from service.bots.interactions import field_key
from service.bots.rulings import why
from service.show.formats import message, source_line
from service.show.neutral import bold, clean, length, neutral
from service.show.quoting.sentences import shortened
from service.show.view import Spoken
from service.web.checkforms import Field

Json = dict[str, Any]
SECTION, BUTTON_TEXT, LONGEST_VALUE, OPTION_TEXT, OPTION_VALUE, OPTIONS, LABEL = 3_000, 75, 2_000, 75, 150, 100, 2_000
MOST_FIELDS = 20
LONGEST_URL = 3_000
QUOTE = 4_000


def section(text: str) -> Json:
    """Text that is neutral already, in Slack's markup."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text[:SECTION], "verbatim": True}}


def quoted(citation: Citation) -> list[Json]:
    """A clause's words, which Slack does not read as markup, and where they stand."""
    words = shortened(f"“{plain(citation.clause.text)}”", QUOTE) or f"See {citation.clause.id}."
    piece = {"type": "rich_text_quote", "elements": [{"type": "text", "text": words}]}
    return [
        {"type": "rich_text", "elements": [piece]},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": source_line(citation, "slack"), "verbatim": True}]},
    ]


def ruling(spoken: Spoken, site: str, question: str = "") -> Json:
    """A message with an answer: the first clause, the proof, buttons for the game, for the facts, for its page."""
    blocks = [section(f"&gt; {neutral(cut(question, 400), 'slack')}")] if question else []
    if spoken.parts:
        return _post(spoken, site, question, blocks)
    blocks.append(headed(spoken))
    for name, said in (("Read as", spoken.given), ("Assumed", spoken.assumed)):
        if said:
            blocks.append(section(cut(f"{name}: {neutral('; '.join(said), 'slack')}", SECTION)))
    for ask in spoken.asks[:3]:
        blocks.append(section(cut(f"To know: {neutral(ask.question, 'slack')}", SECTION)))
    for citation in spoken.citations[: 2 if spoken.settled else 1]:
        blocks += quoted(citation)
    if proof := why(spoken, "slack", SECTION - 10):
        blocks.append(section(f"Why:\n{proof}"))
    actions = [*game_buttons(spoken, question), *fact_button(spoken), *open_button(site + spoken.link)]
    blocks += [{"type": "actions", "elements": actions}] if actions else []
    return {"response_type": "in_channel", "text": message(spoken, "slack", site), "blocks": blocks}


def headed(spoken: Spoken) -> Json:
    """The verdict and its sentence."""
    head = f"{bold(cut(neutral(spoken.label, 'slack'), 300), 'slack')}: {neutral(spoken.sentence, 'slack')}"
    return section(shortened(head, SECTION) or cut(head, SECTION))


def _post(spoken: Spoken, site: str, question: str, blocks: list[Json]) -> Json:
    """A message with the answers to a post that asks several things, each with its question and its first clause."""
    for each in spoken.parts:
        blocks += [section(bold(neutral(cut(f"“{each.asked}”", 400), "slack"), "slack")), headed(each)]
        blocks += [block for citation in each.citations[:1] for block in quoted(citation)]
    if spoken.left:
        blocks.append(section(cut(f"Not answered here: {neutral('; '.join(spoken.left), 'slack')}", SECTION)))
    actions = [*game_buttons(spoken, question), *open_button(site + spoken.link)]
    blocks += [{"type": "actions", "elements": actions}] if actions else []
    return {"response_type": "in_channel", "text": message(spoken, "slack", site), "blocks": blocks}


def page(title: str, text: str, address: str) -> Json:
    """A message with a clause or a card; `text` is neutral already."""
    head = {"type": "section", "text": {"type": "plain_text", "text": cut(clean(title), 250), "emoji": False}}
    shown = section(shortened(text, SECTION) or cut(text, SECTION))
    actions = open_button(address)
    blocks = [head, shown, *([{"type": "actions", "elements": actions}] if actions else [])]
    return {"response_type": "in_channel", "text": cut(text, 1_900), "blocks": blocks}


def refusal(said: str) -> Json:
    """What does not fit, told to the one who asked alone."""
    return {"response_type": "ephemeral", "text": cut(neutral(said, "slack"), 1_900)}


def button(label: str, action: str, value: Json) -> list[Json]:
    """A button with what it needs to know; none where that is too long to be kept."""
    kept = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = {"type": "plain_text", "text": cut(clean(label) or action, BUTTON_TEXT), "emoji": False}
    return (
        [{"type": "button", "action_id": action, "text": text, "value": kept}] if length(kept) <= LONGEST_VALUE else []
    )


def game_buttons(spoken: Spoken, question: str) -> list[Json]:
    """One button a game that the question may be about."""
    found: list[Json] = []
    for number, (game, title) in enumerate(spoken.games[:5] if question else ()):
        found += button(title, f"game-{number}", {"question": question, "game": game})
    return found


def fact_button(spoken: Spoken) -> list[Json]:
    """A button for the facts of a check."""
    known = {"check": spoken.check, "facts": dict(spoken.facts)}
    return button("Change the facts", "facts", known) if spoken.check else []


def open_button(address: str) -> list[Json]:
    """A button that opens the page."""
    if length(address) > LONGEST_URL or not address.startswith(("http://", "https://")):
        return []
    text = {"type": "plain_text", "text": "Open", "emoji": False}
    return [{"type": "button", "action_id": "open", "text": text, "url": address}]


def form(title: str, check: str, facts: dict[str, str], fields: Sequence[Field]) -> Json:
    """A message with one field a fact, filled in with what is known, and a button that computes the ruling."""
    head = {"type": "section", "text": {"type": "plain_text", "text": cut(clean(title), 250), "emoji": False}}
    inputs = [_input(each) for each in fields[:MOST_FIELDS]]
    compute = button("Compute", "compute", {"check": check, "facts": facts})
    blocks = [head, *inputs, *([{"type": "actions", "elements": compute}] if compute else [])]
    return {"response_type": "ephemeral", "replace_original": False, "text": cut(clean(title), 250), "blocks": blocks}


def _input(fact: Field) -> Json:
    unknown = f"not said: {fact.default}" if fact.default else "not known"
    element = _choices(fact, unknown) if fact.choices and len(fact.choices) <= OPTIONS else _line(fact, unknown)
    return {
        "type": "input",
        "block_id": field_key(fact.name),
        "optional": True,
        "label": {"type": "plain_text", "text": cut(clean(fact.label) or fact.name, LABEL), "emoji": False},
        "element": element,
    }


def _choices(fact: Field, unknown: str) -> Json:
    options = {
        value: {
            "text": {"type": "plain_text", "text": cut(clean(label) or value, OPTION_TEXT), "emoji": False},
            "value": value,
        }
        for value, label in fact.choices
        if len(value) <= OPTION_VALUE
    }
    several = fact.type == "set"
    found: Json = {
        "type": "multi_static_select" if several else "static_select",
        "action_id": "fact",
        "placeholder": {"type": "plain_text", "text": cut(clean(unknown), 150), "emoji": False},
        "options": list(options.values()),
    }
    chosen = [options[each] for each in (fact.picked if several else (fact.value,)) if each in options]
    if chosen:
        found["initial_options" if several else "initial_option"] = chosen if several else chosen[0]
    return found


def _line(fact: Field, unknown: str) -> Json:
    bounds = f"{fact.low} to {fact.high}; {unknown}" if fact.low is not None else unknown
    hint = {"type": "plain_text", "text": cut(clean(bounds), 150), "emoji": False}
    found: Json = {"type": "plain_text_input", "action_id": "fact", "placeholder": hint, "max_length": 1_000}
    return found | ({"initial_value": fact.value} if fact.value and length(fact.value) <= 1_000 else {})
