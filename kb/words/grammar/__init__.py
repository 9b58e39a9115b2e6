"""Sentences for players: in agreement, denied, and looked at for flaws."""
