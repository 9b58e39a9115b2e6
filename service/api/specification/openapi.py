"""The OpenAPI 3.1 document: every answer of every route with its schema, errors included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apiflask import APIFlask
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from werkzeug.http import HTTP_STATUS_CODES

from service.api.problems import MIMETYPE
from service.api.specification import schemas
from service.api.stories import story_schema

Json = dict[str, Any]
SCHEMAS = "#/components/schemas/{model}"
DESCRIPTION = """Rules questions about tabletop and card games, answered with the exact clauses.

Every error is problem+json. Every answer has an `X-Request-Id`. What is read carries an `ETag`: send it back in
`If-None-Match`, and the answer is 304 for as long as the knowledge base is the same. `source.start` and `source.end`
count code points of the named file."""
WHY = {
    304: "The knowledge base is the one that `If-None-Match` names.",
    400: "The body is no JSON that can be read.",
    401: "The bearer token is missing or wrong.",
    404: "There is no such thing.",
    409: "Not now: a rebuild is running, or the rules are not in force yet.",
    413: "The body is too large.",
    415: "The body is not announced as JSON.",
    416: "That range is not in the file.",
    422: "A parameter or a fact does not fit.",
    429: "Too many requests; `Retry-After` says when to come back.",
    503: "There is no knowledge base to answer from, or too much is asked for at once; `Retry-After` says when to come "
    "back.",
}
FACTS: Json = {"type": "object", "examples": [{"facts": {"stunned": True}}, {"stunned": True, "cost": 4}]}
TARGET: Json = {"type": "object", "properties": {"version": {"type": "string"}}, "additionalProperties": False}
BODIES: dict[str, Json] = {
    "/api/v1/checks/{game}/{name}": {"required": True, "content": {"application/json": {"schema": FACTS}}},
    "/api/v1/ask": {"required": True, "content": {"application/json": {"schema": story_schema()}}},
    "/api/v1/admin/swap": {"required": False, "content": {"application/json": {"schema": TARGET}}},
}
HEADERS: dict[str, Json] = {
    "X-Request-Id": {"description": "The request's id.", "schema": {"type": "string"}},
    "ETag": {"description": "The knowledge base's version.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}},
}


def answers(
    shape: type[BaseModel], *statuses: int, success: int = 200, tagged: bool = False, also: Sequence[str] = ()
) -> dict[int | str, Any]:
    """The `responses` of a route: `shape` on success, or text of the types in `also`; problems for the other statuses.

    429 may come from any route.
    """
    content = {"application/json": {"schema": ref(shape)}}
    content |= {media: {"schema": {"type": "string"}} for media in also}
    return replies(content, *statuses, success=success, tagged=tagged)


def replies(content: Json, *statuses: int, success: int = 200, tagged: bool = False) -> dict[int | str, Any]:
    """The same for content of any type."""
    own = ["X-Request-Id", "ETag"] if tagged else ["X-Request-Id"]
    found: dict[int | str, Any] = {
        success: {"description": HTTP_STATUS_CODES[success], "content": content, "headers": _headers(own)}
    }
    if tagged:
        found[304] = {"description": WHY[304], "headers": _headers(own)}
    for status in sorted({*statuses, 429}):
        late = ["Retry-After"] if status in (429, 503) else []
        problem = {MIMETYPE: {"schema": ref(schemas.Problem)}}
        found[status] = {"description": WHY[status], "content": problem, "headers": _headers(["X-Request-Id", *late])}
    return found


def ref(shape: type[BaseModel]) -> Json:
    """A reference to a shape's schema."""
    return {"$ref": SCHEMAS.format(model=shape.__name__)}


def _headers(names: list[str]) -> Json:
    return {name: HEADERS[name] for name in names}


def describe(app: APIFlask) -> None:
    """Set up an app's /openapi.json."""
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        DESCRIPTION=DESCRIPTION,
        AUTO_OPERATION_ID=True,
        AUTO_404_RESPONSE=False,
        AUTO_200_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        AUTO_AUTH_ERROR_RESPONSE=False,
    )
    app.security_schemes = {"token": {"type": "http", "scheme": "bearer"}}
    app.spec_processor(_complete)


def _complete(spec: Any) -> Any:
    """Add the shapes' schemas and the bodies that are read without them."""
    shapes = [
        each
        for each in vars(schemas).values()
        if isinstance(each, type) and issubclass(each, schemas.Shape | schemas.Node)
    ]
    _, found = models_json_schema([(each, "serialization") for each in shapes], ref_template=SCHEMAS, by_alias=True)
    spec.setdefault("components", {})["schemas"] = found["$defs"]
    for path, bodies in BODIES.items():
        if path in spec["paths"]:
            spec["paths"][path]["post"]["requestBody"] = bodies
    for path in spec["paths"].values():
        for operation in path.values():
            for response in operation.get("responses", {}).values():
                if not response.get("content"):
                    response.pop("content", None)
    return spec
