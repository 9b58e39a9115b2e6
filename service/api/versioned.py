"""Answers from one version of the knowledge base: opened once a request, tagged with all that they rest on, 304 where
that is unchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, make_response, request

from kb.answering import past
from kb.knowledge import KnowledgeBase
from kb.rules.process.spent import stopped
from service.server.release import release
from service.server.site import told_site
from service.server.snapshots.library import the_library

View = Callable[..., Any]


def versioned(view: View, steady: Callable[[], bool] = lambda: True) -> Callable[..., Response]:
    """A view that takes the knowledge base first; its answer is weakly tagged, for `took_ms` is not the same twice.
    What is not `steady`, for it rests on more than the tag tells, has no tag and is not to be stored; neither has what
    rests on a check that was stopped at its time limit: the next time it may be done in time."""

    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> Response:
        with the_library().reading() as base:
            tag, before = own_etag(base) if steady() else "", stopped()
            if tag and tag in request.if_none_match.as_set(include_weak=True):
                response = Response(status=304)
            else:
                response = make_response(view(base, *args, **kwargs))
            if not tag or stopped() > before:
                response.cache_control.no_store = True
                return response
            if request.if_none_match.star_tag:
                response = _unless_there(response)
        response.set_etag(tag, weak=True)
        response.cache_control.no_cache = True
        return response

    return answered


def _unless_there(response: Response) -> Response:
    """What `If-None-Match: *` is answered: 304 where there is anything at this address, see RFC 9110, 13.1.2."""
    if response.status_code != 200:
        return response
    response.close()
    return Response(status=304)


def own_etag(base: KnowledgeBase) -> str:
    """The tag of this address' answer: one that only who had an answer here can have, for errors carry none."""
    return f"{etag(base)}-{hashlib.sha256(request.full_path.encode('utf-8', 'replace')).hexdigest()[:16]}"


def etag(base: KnowledgeBase) -> str:
    """What an address' answer depends on: the snapshot, whether it is searched by meaning yet, the day where a version
    waits for its own, the program's text, how long a check may compute, and what links begin with."""
    day = past.today()
    waits = f" {day.isoformat()}" if base.in_time.ahead(day) else ""
    rests = f"{release()} {the_library().check_limit_s} {told_site()}{waits}"
    searched = "meaning" if base.by_meaning else "words"
    return f"{base.version}-{searched}-{hashlib.sha256(rests.encode()).hexdigest()[:8]}"
