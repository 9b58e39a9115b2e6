"""Discord's messages, buttons and forms, each within the limits that Discord sets (lengths in UTF-16 units)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.bots.interactions import LONGEST_ID, field_key
from service.bots.rulings import why
from service.show.formats import accent, message
from service.show.neutral import clean, length, neutral
from service.show.view import Spoken
from service.web.checkforms import Field

Json = dict[str, Any]
EMBED_TITLE, DESCRIPTION, FIELD = 256, 3_400, 1_024
LABEL, HINT, MODAL_TITLE, OPTION, OPTIONS, PER_FORM = 45, 100, 45, 100, 25, 5
LONGEST_VALUE = 1_000
LONGEST_URL, LONGEST_BUTTON = 2_048, 512
EPHEMERAL = 1 << 6
ROW, BUTTON, SELECT, INPUT, WRAPPED = 1, 2, 3, 4, 18
BLUE, GREY, LINK = 1, 2, 5
NOBODY: Json = {"parse": []}


def cut(text: str, room: int) -> str:
    """A label's text, cut between words where it is too long."""
    if length(text) <= room:
        return text
    kept = text[: room - 1]
    while length(kept) > room - 1:
        kept = kept[:-1]
    return f"{kept.rpartition(' ')[0] or kept}…"


def titled(question: str) -> str:
    """A question as a message's title."""
    return cut(clean(question), EMBED_TITLE // 2)


def ruling(spoken: Spoken, site: str, title: str, forms: tuple[str, int]) -> Json:
    """A message with an answer: why, and buttons for the game, for the facts, and to open its page."""
    embed: Json = {
        "title": cut(neutral(title, "discord"), EMBED_TITLE),
        "description": message(spoken, "discord", site, DESCRIPTION),
        "color": accent(spoken.outcome),
    }
    if length(address := site + spoken.link) <= LONGEST_URL:
        embed["url"] = address
    if proof := why(spoken, "discord", FIELD):
        embed["fields"] = [{"name": "Why", "value": proof}]
    return _reply(embed, [*game_buttons(spoken), *fact_buttons(*forms), *open_button(site + spoken.link)])


def page(title: str, text: str, address: str, beside: Sequence[str] = ()) -> Json:
    """A message with a clause or a card; `beside` are the ids of the clauses around it."""
    embed: Json = {"title": cut(neutral(title, "discord"), EMBED_TITLE), "description": text, "url": address}
    if beside:
        embed["footer"] = {"text": cut(f"Beside it: {', '.join(beside)}", FIELD)}
    return _reply(embed, open_button(address))


def refusal(said: str) -> Json:
    """What does not fit, told to the one who asked alone."""
    return {"content": cut(neutral(said, "discord"), 1_900), "flags": EPHEMERAL, "allowed_mentions": NOBODY}


def _reply(embed: Json, buttons: Sequence[Json]) -> Json:
    rows = [{"type": ROW, "components": list(buttons[at : at + 5])} for at in range(0, len(buttons), 5)]
    return {"embeds": [embed], "components": rows[:5], "allowed_mentions": NOBODY}


def game_buttons(spoken: Spoken) -> list[Json]:
    """One button a game that the question may be about; none where the question is too long to be kept."""
    games = spoken.games if spoken.link.startswith("/?") else ()
    return [
        {"type": BUTTON, "style": BLUE, "label": cut(clean(title) or game, 80), "custom_id": f"game:{game}"}
        for game, title in games[:5]
        if len(game) <= LONGEST_ID - 5
    ]


def fact_buttons(check: str, count: int) -> list[Json]:
    """A button for each form of a check's facts."""
    labels = ["Change the facts", *(f"More facts ({number})" for number in range(2, count + 1))]
    return [
        {"type": BUTTON, "style": GREY, "label": label, "custom_id": f"facts:{check}:{number}"}
        for number, label in enumerate(labels[:count])
        if len(check) <= LONGEST_ID - 10
    ]


def open_button(address: str) -> list[Json]:
    """A button that opens the page, where its address is short enough for one."""
    if len(address) > LONGEST_BUTTON or not address.startswith(("http://", "https://")):
        return []
    return [{"type": BUTTON, "style": LINK, "label": "Open", "url": address}]


def pages(count: int) -> int:
    """How many forms so many facts take; four at most."""
    return min(4, -(-count // PER_FORM))


def page_of(fields: Sequence[Field], number: int) -> list[Field]:
    """The facts of one form."""
    return list(fields[number * PER_FORM : (number + 1) * PER_FORM]) if number >= 0 else []


def form(title: str, identifier: str, fields: Sequence[Field]) -> Json:
    """A form with one field a fact, filled in with what is known."""
    return {
        "title": cut(clean(title), MODAL_TITLE),
        "custom_id": identifier,
        "components": [_label(each) for each in fields],
    }


def _label(fact: Field) -> Json:
    asked = clean(fact.label)
    short = asked if length(asked) <= LABEL else clean(fact.name.rpartition(".")[2].replace("_", " ")).capitalize()
    found: Json = {"type": WRAPPED, "label": cut(short, LABEL), "component": _component(fact)}
    return found if short == asked else found | {"description": cut(asked, HINT)}


def _component(fact: Field) -> Json:
    """A list of choices where they are few enough, else a line to write."""
    unknown = f"not said: {fact.default}" if fact.default else "not known"
    key = field_key(fact.name)
    if fact.choices and len(fact.choices) <= OPTIONS:
        chosen = fact.picked if fact.type == "set" else (fact.value,)
        options = [
            {"label": cut(clean(label) or value, OPTION), "value": value, "default": value in chosen}
            for value, label in fact.choices
        ]
        most = len(options) if fact.type == "set" else 1
        limits = {"min_values": 0, "max_values": most, "required": False}
        return {"type": SELECT, "custom_id": key, "options": options, "placeholder": cut(clean(unknown), 150), **limits}
    bounds = f"{fact.low} to {fact.high}; {unknown}" if fact.low is not None else unknown
    found: Json = {"type": INPUT, "custom_id": key, "style": 1, "required": False, "max_length": LONGEST_VALUE}
    if fact.value and length(fact.value) <= LONGEST_VALUE:
        found["value"] = fact.value
    return found | {"placeholder": cut(clean(bounds), 100)}
