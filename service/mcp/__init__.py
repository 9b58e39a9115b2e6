"""Headjudge beside an assistant, by the Model Context Protocol.

It asks, reads clauses, computes rulings and verifies quotes.

`server.py` holds the tools and resources, `shapes.py` what they give back, `http.py` serves them over HTTP.
"""
