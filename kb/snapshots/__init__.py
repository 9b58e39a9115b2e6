"""Snapshots: build aside, verify, publish, open."""
