"""The words that scripts say: those of the pages, and of the pages that a device makes without signal."""
