"""The parts of an OCR rulebook: its options, headings, blocks, lists and tables, and how each block is filed."""
