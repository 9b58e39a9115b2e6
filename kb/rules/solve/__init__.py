"""What follows from facts: worlds and their verdicts, by the solver and by an evaluator in plain Python."""
