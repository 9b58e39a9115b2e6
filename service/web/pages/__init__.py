"""What an answer's, a clause's and a card's page shows beside its words, and the first page and the one about us."""
