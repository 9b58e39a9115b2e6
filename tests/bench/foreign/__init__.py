"""Headjudge on rulebooks of other publishers, for which nobody has written a question or a rule."""
