"""Room for open files: a connection takes one, and a server that has none left can accept nobody."""

from __future__ import annotations

import logging

try:
    import resource
except ImportError:  # Windows bounds them otherwise
    resource = None  # type: ignore[assignment]

OWN = 200
"""Files that are open besides the connections: the knowledge base in each thread, the solver's pipes, exports."""
FEWEST = 10

logger = logging.getLogger("headjudge")


def room_for(connections: int) -> int:
    """Raise this process' soft limit of open files as far as so many connections need and the hard one allows; how
    many connections there is room for."""
    if resource is None:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = connections + OWN
    if soft != unlimited and soft < wanted:
        raised = wanted if hard == unlimited else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
        except (OSError, ValueError):
            pass
    room = connections if soft == unlimited else min(connections, max(FEWEST, soft - OWN))
    if room < connections:
        logger.warning("%d open files are allowed: there is room for %d connections, not %d", soft, room, connections)
    return room
