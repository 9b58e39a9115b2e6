"""The knowledge base of two games that the service's tests use too."""

from tests.service.conftest import app, base, client, home

__all__ = ["app", "base", "client", "home"]
