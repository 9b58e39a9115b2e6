"""Versions of a document in time: which clauses are the same, what changed, and how all of it read on a day."""
