"""The knowledge base: records, storage, retrieval. Imports neither `ingest` nor `service`."""
