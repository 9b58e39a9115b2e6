"""gunicorn's settings for Headjudge: two processes of four threads, each warmed up once it is forked."""

bind = "127.0.0.1:8321"
workers = 2
threads = 4
worker_class = "gthread"
preload_app = True
timeout = 30
limit_request_line = 8190


def post_worker_init(worker):
    """Load the encoder in the worker, behind the first answers."""
    worker.wsgi.extensions["headjudge"].warm_up_behind(pause_s=0.3)
