"""Proofs: built from a model, told in sentences, verified independently."""
