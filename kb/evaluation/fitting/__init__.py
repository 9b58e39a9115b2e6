"""Fits the weights of kb/weights.toml, each model on questions that it does not measure itself by."""
