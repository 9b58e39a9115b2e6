"""Clauses and samples ranked by what speaks for each."""
