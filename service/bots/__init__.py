"""Chats that call Headjudge over HTTP: `discord.py`, `slack.py`; what they share is in `rulings.py`."""
