"""The solver, clingo: rules as its text, facts as its symbols, its models."""
