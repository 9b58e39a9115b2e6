"""What the numbers of a question are: facts, claims, or said in passing."""
