"""The language of rules: syntax, reading, safety, what lint refuses."""
