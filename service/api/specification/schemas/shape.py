"""What all shapes of the API's answers share: fields of these names and no others, and which base answered."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Plain = bool | int | str


class Shape(BaseModel):
    """A JSON object with these fields and no others."""

    # Built when first asked for, at /openapi.json, and not at every start.
    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True, defer_build=True)


class Problem(Shape):
    """What is wrong, as RFC 9457 has it; `request_id` finds the request in the log."""

    type: str
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    request_id: str


class Base(Shape):
    """The knowledge base that answered. `edition` says whose words are shown: that of the documents cited (or listed),
    where all are of one; else what the knowledge base was built as."""

    version: str
    edition: Literal["restated", "official"]


class AnsweringBase(Base):
    """The same, and whether it searched by meaning too or, while the encoder is loaded, by words alone."""

    search: Literal["meaning", "words"]


class Version(Shape):
    """The version of the knowledge base that answered."""

    version: str
