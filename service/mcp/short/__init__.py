"""What the tools tell, shortly: answers, results, checks, clauses, cards, and their shapes."""
