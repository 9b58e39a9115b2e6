"""Between clients and the application: connections, what they may cost, and whose turn it is.

waitress reads requests and sends answers without holding a thread. `gate.py` takes connections and bounds them,
`channel.py` is one connection, `request.py` what comes over it, `turns.py` chooses whose request is answered next,
`files.py` makes room for open files, `ending.py` serves until it is told to end, `worker.py` has gunicorn's processes
serve the same way.
"""
