"""Which language a page is answered in: the address' `lang`, else the cookie of an earlier choice, else what the
browser prefers; English for programs, and for a language that there is none of."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, request

from service.api.problems import wants_json
from service.languages.catalogue import ENGLISH, NAMES
from service.languages.current import gettext, language, plural, speak

PARAMETER = COOKIE = "lang"
YEAR_S = 31_536_000
VARIES = ("Accept-Language", "Cookie")
ENGLISH_ONLY = ("/offline/", "/bots/", "/mcp", "/picture.png", "/oembed", "/component-embed.json")
"""Where nothing of ours is said to whoever asks: programs relay it, or a device keeps it for every language."""


def answer_in_languages(app: Flask) -> None:
    """Have an app's pages rendered in the language of each request, and say what they vary by."""
    app.before_request(_choose)
    app.after_request(_tell)
    app.teardown_request(lambda _: speak(ENGLISH))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, plural, newstyle=True)  # type: ignore[attr-defined]


def _choose() -> None:
    speak(chosen())


def chosen() -> str:
    """The language of this request."""
    if wants_json() or request.path.startswith(ENGLISH_ONLY):
        return ENGLISH
    for asked in (request.args.get(PARAMETER, ""), request.cookies.get(COOKIE, "")):
        if asked in NAMES:
            return asked
    preferred = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in preferred if tag in NAMES), ENGLISH)


def _tell(response: Response) -> Response:
    """Name the language of a page, and keep one that its address chose for a year."""
    if response.mimetype != "text/html":
        return response
    response.headers["Content-Language"] = language()
    response.vary.update(VARIES)
    asked = request.args.get(PARAMETER, "")
    if asked in NAMES and asked != request.cookies.get(COOKIE):
        response.set_cookie(
            COOKIE, asked, max_age=YEAR_S, secure=request.is_secure, httponly=True, samesite="Lax", path="/"
        )
    return response


def without_language(query: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """An address' query without the language that it chooses."""
    return [each for each in query if each[0] != PARAMETER or each[1] not in NAMES]


def asked_pairs() -> list[tuple[str, str]]:
    """The query of the page that is rendered, without what only says who reads it and in which language."""
    return [each for each in without_language(list(request.args.items(multi=True))) if each[0] != "reader"]


def languages() -> list[tuple[str, str, str]]:
    """Each language with its name and the address of this page in it."""
    page = request.path if request.method in ("GET", "HEAD") else "/"
    query = asked_pairs() if page != "/" or request.path == "/" else []
    return [(code, name, f"{page}?{urlencode([*query, (PARAMETER, code)])}") for code, name in NAMES.items()]
