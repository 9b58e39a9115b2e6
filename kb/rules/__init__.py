"""Rule models: the language, its checks, the evaluators, proofs and their checker. `kb.checks` is the way in."""
