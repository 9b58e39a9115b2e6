"""Headjudge beside an assistant, by the Model Context Protocol.

It asks, reads clauses, computes rulings and verifies quotes.

`server.py` holds the server, `tools.py` its tools, `taken/` what they take, `short/` what they tell,
`resources.py` what can be read without a tool; `patience.py` waits for what is being loaded, `calls.py` runs a tool,
`stdio.py` and `http.py` serve them; `clients/` installs them.
"""
