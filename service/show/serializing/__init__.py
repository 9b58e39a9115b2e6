"""Answers, clauses and documents as JSON, the same for every face."""
