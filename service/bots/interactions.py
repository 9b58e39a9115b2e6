"""What Discord and Slack send, as far as it is read; anything that does not fit is refused as a whole."""

from __future__ import annotations

import hashlib

from pydantic import BaseModel, Field, JsonValue

LONGEST_ID = 100
"""Letters of an id in a form: Discord's limit, Slack allows 255."""


def field_key(name: str) -> str:
    """A fact's id in a form: its name, or a digest of a long one. Not its place: a form may be sent when the facts of
    its check are other ones."""
    return name if len(name) <= LONGEST_ID else hashlib.sha256(name.encode()).hexdigest()


class Option(BaseModel):
    """What was written into a command's field."""

    name: str
    value: str | int | float | bool = ""
    focused: bool = False


class Filled(BaseModel):
    """A form's field with what was filled in."""

    custom_id: str = ""
    value: str | None = None
    values: list[str] = Field(default_factory=list)


class Wrapped(BaseModel):
    """A form's row: the field in a label, or in an action row."""

    component: Filled | None = None
    components: list[Filled] = Field(default_factory=list)

    @property
    def filled(self) -> list[Filled]:
        """Its fields."""
        return [self.component] if self.component else self.components


class InteractionData(BaseModel):
    """What a command, a button or a form says."""

    name: str = ""
    options: list[Option] = Field(default_factory=list)
    custom_id: str = ""
    components: list[Wrapped] = Field(default_factory=list)

    @property
    def given(self) -> dict[str, str]:
        """The options by name."""
        return {each.name: str(each.value) for each in self.options}


class Embed(BaseModel):
    """A part of the message that a button belongs to."""

    url: str = ""


class Message(BaseModel):
    """The message that a button belongs to."""

    embeds: list[Embed] = Field(default_factory=list)


class Interaction(BaseModel):
    """One interaction of Discord's."""

    type: int
    data: InteractionData = Field(default_factory=InteractionData)
    message: Message | None = None

    @property
    def link(self) -> str:
        """The address that the message links to, empty where it links to none."""
        embeds = self.message.embeds if self.message else []
        return embeds[0].url if embeds else ""


class Action(BaseModel):
    """A button of Slack's that was pressed."""

    action_id: str = ""
    value: str = ""


class State(BaseModel):
    """What stands in a Slack message's fields, by block and action."""

    values: dict[str, dict[str, dict[str, JsonValue]]] = Field(default_factory=dict)


class Pressed(BaseModel):
    """One interaction of Slack's."""

    type: str
    actions: list[Action] = Field(default_factory=list)
    state: State = Field(default_factory=State)
    response_url: str = ""
