"""What rules are: their syntax and how it is read, which rests on which, how bodies are matched and kept safe."""
