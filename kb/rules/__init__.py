"""Rule models: the language, its checks, the evaluators, proofs and their checker. `kb.rules.checks` is the way in."""
