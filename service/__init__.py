"""What users touch: HTTP, pages, chats, the command line. Imports `kb`; `commands`, above all, `ingest` too."""
