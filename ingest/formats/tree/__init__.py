"""Nested YAML and JSON: entries, their tables, and their words."""
