"""How good the answers are: scores, fits, rehearsals."""
