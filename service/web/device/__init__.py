"""Checks computed on a device without signal: what runs there, and how it comes there."""
