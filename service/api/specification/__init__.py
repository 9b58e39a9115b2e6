"""The API described: shapes of its answers, the OpenAPI document, its page."""
