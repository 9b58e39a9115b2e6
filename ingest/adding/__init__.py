"""A rulebook or a rule comes in: files into a game's folder, drafts of checks, what an assistant may write."""
