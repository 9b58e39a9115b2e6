"""What curators write: rule texts and tables, held against the clauses, and the rules put together from them."""
