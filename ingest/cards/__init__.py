"""Cards and tables: an entry's card, its powers with their costs and limits, typed cells."""
