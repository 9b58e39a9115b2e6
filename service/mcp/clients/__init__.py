"""Bringing Headjudge to an assistant: its configuration, a bundle to install."""
