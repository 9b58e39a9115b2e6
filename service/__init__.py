"""What users touch: the answer, the command line, HTTP. Imports `kb`; the build command calls `ingest`."""
