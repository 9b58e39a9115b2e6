"""The API as a page to read: every route of the specification with what it takes and answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

SPAN = re.compile(r"`([^`]+)`")
METHODS = ("get", "post", "put", "delete")
EXAMPLES = {
    "/api/v1/checks": "/api/v1/checks",
    "/api/v1/games": "/api/v1/games",
    "/readyz": "/readyz",
    "/healthz": "/healthz",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a route takes: its name, where, its type in a word or two, whether it must be given, what it means."""

    name: str
    place: str
    type: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class Route:
    """One operation of the specification; `answers` are (status, what it means)."""

    method: str
    path: str
    title: str
    text: str
    parameters: tuple[Parameter, ...]
    body: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    example: str


ASKED = ("/api/v1/ask", "/api/v1/search")


def routes(spec: Mapping[str, Any], query: str = "") -> list[Route]:
    """The operations of an OpenAPI document, those under /api first, by path; the query of a question to try is the
    example of those that take one."""
    examples = EXAMPLES | ({path: f"{path}?{query}" for path in ASKED} if query else {})
    found = [
        _route(method, path, operation, known.get("parameters", ()), examples)
        for path, known in spec["paths"].items()
        for method, operation in known.items()
        if method in METHODS
    ]
    return sorted(found, key=lambda route: (not route.path.startswith("/api/"), route.path, route.method))


def spans(text: str) -> Markup:
    """A text with what stands between backticks in `<code>`, escaped."""
    parts = [
        Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(SPAN.split(text))
    ]
    return Markup("").join(parts)


def _route(method: str, path: str, operation: Mapping[str, Any], shared: Any, examples: Mapping[str, str]) -> Route:
    return Route(
        method=method.upper(),
        path=path,
        title=operation.get("summary", path),
        text=operation.get("description", ""),
        parameters=tuple(_parameter(each) for each in (*shared, *operation.get("parameters", ())) if "name" in each),
        body=tuple(operation.get("requestBody", {}).get("content", {})),
        answers=tuple(
            (status, each.get("description", "").rstrip(".")) for status, each in operation["responses"].items()
        ),
        example=examples.get(path, "") if method == "get" else "",
    )


def _parameter(each: Mapping[str, Any]) -> Parameter:
    schema = each.get("schema", {})
    return Parameter(
        name=each["name"],
        place=each.get("in", "query"),
        type=_type(schema),
        required=bool(each.get("required")),
        text=each.get("description") or schema.get("description", ""),
    )


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a word or two: `text`, `number 1 to 50`, `one of text, markdown`."""
    options = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    chosen = options[0] if options else schema
    if "enum" in chosen:
        return "one of " + ", ".join(str(each) for each in chosen["enum"])
    kind = {"integer": "number", "string": "text", "boolean": "true or false"}.get(chosen.get("type", ""), "")
    if chosen.get("format") == "date":
        return "date"
    low, high = chosen.get("minimum"), chosen.get("maximum")
    return f"{kind} {low} to {high}" if low is not None and high is not None else kind
