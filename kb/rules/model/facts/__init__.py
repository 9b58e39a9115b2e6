"""A check's facts, from what a user sends to atoms, and what they leave open."""
