"""Finding the clauses, games and checks that a question may be about."""
