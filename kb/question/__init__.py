"""What a question says, read once from its text."""
