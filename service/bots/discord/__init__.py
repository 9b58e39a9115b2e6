"""Discord: its interactions, what it is sent, its commands, what half-written names may become."""
