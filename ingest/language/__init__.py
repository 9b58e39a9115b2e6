"""What is read in sentences: their parts, norms, and the terms and cards that they name."""
