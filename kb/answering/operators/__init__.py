"""Operators of a question applied to what its check computes: `apply` is the way in, compose.py beside it is pure."""
