"""Snapshots in PostgreSQL: records, words and vectors, one schema each. Imported only where HEADJUDGE_STORE is set."""
