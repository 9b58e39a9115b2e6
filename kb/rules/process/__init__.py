"""Checks in a process of their own, with a limit of time: who asks it, its loop, what it is forked from."""
