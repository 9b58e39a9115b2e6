"""`app` for other WSGI servers, with the settings of the environment:

    gunicorn --preload --config deploy/gunicorn.conf.py service.wsgi:app

Preloaded, the workers share what was read before the fork; each loads the encoder and starts its solver itself.
"""

from __future__ import annotations

from service.app import create_app
from service.library import Library
from service.logs import configure_logs
from service.settings import load_settings

settings = load_settings()
configure_logs()
library = Library(check_limit_s=settings.time_limit, warm_on_use=True)
app = create_app(library, settings=settings)
library.prepare()
