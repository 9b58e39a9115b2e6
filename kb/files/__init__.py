"""Files on disk: locked, written whole, read line by line, or as TOML."""
