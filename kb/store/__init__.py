"""The only SQL: records, full text and vectors of a snapshot."""
