"""What the layouts that read line by line share: their options, rows, headings and clauses."""
