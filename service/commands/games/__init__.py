"""The commands over games' folders: what `ingest` does, asked for and told at a terminal."""
