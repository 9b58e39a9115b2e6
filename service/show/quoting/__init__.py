"""Clauses named, quoted and cut for people; what somebody quotes held against them."""
