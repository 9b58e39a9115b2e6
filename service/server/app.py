"""The application factory: one APIFlask app over a Library, JSON under /api/v1 and pages beside it."""

from __future__ import annotations

from typing import Any

from apiflask import APIFlask

from service.api.admin import admin
from service.api.export import export, limit_exports
from service.api.problems import handle_problems
from service.api.routes import api
from service.api.specification.openapi import describe
from service.bots.register import register_bots
from service.languages.chosen import answer_in_languages
from service.mcp.http import mcp_http
from service.server.assistants import assistant_of
from service.server.direction import keep_direction
from service.server.limits.computing import meter_requests
from service.server.limits.requests import limit_requests
from service.server.observing.logs import log_requests
from service.server.observing.metrics import count_requests
from service.server.observing.requestids import identify_requests
from service.server.release import release
from service.server.security import secure
from service.server.settings import Settings
from service.server.snapshots.library import EXTENSION, Library
from service.web.links.unfurl import unfurl
from service.web.routes import pages


def create_app(
    library: Library | None = None, config: dict[str, Any] | None = None, settings: Settings | None = None
) -> APIFlask:
    """The app; `library` defaults to the current snapshot of HEADJUDGE_HOME, `settings` to none but no rate limit."""
    chosen = settings or Settings(rate_limit="off")
    app = APIFlask("service.web", title="Headjudge", version="1", json_errors=False, docs_path=None)
    app.config.update(MAX_CONTENT_LENGTH=chosen.body_limit, MAX_FORM_MEMORY_SIZE=chosen.body_limit)
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.merge_slashes = False
    keep_direction(app)
    served = library or Library(check_limit_s=chosen.time_limit, warm_on_use=True)
    served.assistant = served.assistant or assistant_of(chosen, served.home)
    release()  # of the text that was just loaded, not of what an upgrade writes later
    app.extensions[EXTENSION] = served
    app.extensions["headjudge.settings"] = chosen
    answer_in_languages(app)
    identify_requests(app)
    log_requests(app, chosen.log_questions)
    count_requests(app)
    meter_requests(app)
    limit_requests(app, chosen.rate_limit, chosen.proxies)
    limit_exports(app, chosen.exports)
    secure(app, chosen.cors)
    handle_problems(app)
    app.register_blueprint(api)
    app.register_blueprint(export)
    app.register_blueprint(pages)
    app.register_blueprint(mcp_http)
    app.register_blueprint(unfurl)
    register_bots(app, chosen)
    if chosen.admin_token:
        app.register_blueprint(admin)
    describe(app)
    return app
