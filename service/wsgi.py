"""`app` for other WSGI servers, with the settings of the environment:

    gunicorn --preload --config deploy/gunicorn.conf.py service.wsgi:app

Preloaded, the workers share what was read before the fork; each loads the encoder itself and has its solver forked
from one that is loaded beside the imports.
"""

from __future__ import annotations

import gc

gc.disable()  # what is imported and read stays: looking through it for garbage takes a sixth of the start

from kb.home import SumsAhead  # noqa: E402
from kb.rules.process.forkserver import Nursery  # noqa: E402
from kb.snapshots.shared import catch_up  # noqa: E402

catch_up()
nursery, summed = Nursery.ahead(), SumsAhead()

from service.server.process.processes import preloaded  # noqa: E402
from service.server.settings import load_settings  # noqa: E402

app, _ = preloaded(load_settings(), summed, nursery)
