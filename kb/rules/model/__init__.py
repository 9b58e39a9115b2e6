"""A game's rule model: fact types, checks, cases, rules, and its compiled form."""
