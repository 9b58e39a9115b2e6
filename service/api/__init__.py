"""Routes under /api/v1, their schemas and errors."""
