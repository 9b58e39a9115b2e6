"""Libraries that look at once for what was published."""

from __future__ import annotations

import pytest

from service.server.snapshots import library as library_module


@pytest.fixture
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have libraries look for another snapshot a hundred times a second."""
    monkeypatch.setattr(library_module, "LOOK_EVERY_S", 0.01)
