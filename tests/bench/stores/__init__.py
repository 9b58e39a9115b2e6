"""SQLite beside PostgreSQL: the same answers (`python -m tests.bench.stores`), and PostgreSQL on more clauses."""
