"""What was typed, made words: misspellings mended, dates and bots' signs written out, stems."""
