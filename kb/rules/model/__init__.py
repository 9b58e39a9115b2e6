"""A game's rule model: facts, checks, cases, rules, and its compiled form."""
