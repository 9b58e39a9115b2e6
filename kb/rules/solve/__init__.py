"""What follows from facts: the solver, worlds, an evaluator in plain Python."""
