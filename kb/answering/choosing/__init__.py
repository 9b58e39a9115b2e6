"""Which check a question asks for, with which facts."""
