"""Chats that call Headjudge over HTTP: `discord/`, `slack/`; what they share is in `rulings.py`."""
