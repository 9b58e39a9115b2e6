"""gunicorn's settings for Headjudge: two processes, each warmed up once it is forked.

The worker class reads requests and sends answers without holding a thread. With gunicorn's own `gthread` as many slow
clients as there are threads stop a process.
"""

bind = "127.0.0.1:8321"
workers = 2
threads = 8
worker_class = "service.server.front.worker.FrontWorker"
preload_app = True
timeout = 30
logger_class = "service.server.gunicornlog.Lines"


def post_worker_init(worker):
    """Load the encoder in the worker, behind the first answers."""
    worker.wsgi.extensions["headjudge"].warm_up_behind(pause_s=0.3)
