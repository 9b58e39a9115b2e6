"""Slack: its slash commands and buttons, what it is sent, its application's manifest."""
