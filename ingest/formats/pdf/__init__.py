"""PDF: characters into lines, lines into pages, pages into blocks."""
