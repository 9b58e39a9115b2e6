"""How good answers are: scores, weights, reports, disagreements."""
