"""What the layouts over blocks share: reading marked text, titles and numbers, clauses, references."""
