"""Wrong rulings that visitors report: kept in a file of the home folder, turned into cases and questions."""
