"""Timings of Headjudge, printed by `make bench`."""
