"""Rule texts as curators write them: their sections, held against the clauses, and the rules put together from them."""
