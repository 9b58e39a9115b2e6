"""A table of a document is a table on every page that shows its clause, and scrolls inside itself on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.service.conftest import split_at_stops
from tests.support.harbour_versions import add_version

pytestmark = pytest.mark.slow
RULES = """\
# Lantern Harbour

## Boats

A boat carries at most three crates.

Each boat has its own speed:

| Boat | Speed |
| --- | --- |
| Skiff | 3 fields |
| Barge | one <b>field</b> |

## Lanterns

A lantern burns for one round.
"""
TABLE = (
    '<table><thead><tr><th scope="col">Boat</th><th scope="col">Speed</th></tr></thead>\n'
    "<tbody><tr><td>Skiff</td><td>3 fields</td></tr><tr><td>{barge}</td><td>one field</td></tr></tbody></table>"
)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of a service over one document with a table."""
    place = tmp_path_factory.mktemp("tables")
    (place / "corpus").mkdir()
    add_version(place, "rules.md", RULES)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        pipeline.build(place / "corpus", home=place / "home", encoder=HashingBuild()).close()
    library = Library(place / "home")
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


@pytest.mark.parametrize(
    ("address", "barge"),
    [
        ("/clauses/harbour/rules/boats.t1", "Barge"),
        ("/clauses/harbour/rules/boats.p2", "Barge"),
        ("/documents/harbour/rules", "Barge"),
        ("/?q=how+fast+is+a+barge&game=harbour", "<mark>Barge</mark>"),
    ],
)
def test_a_table_has_rows_and_named_columns(address: str, barge: str, visitor: FlaskClient) -> None:
    page = visitor.get(address).text.partition("<main")[2]
    assert page.count(TABLE.format(barge=barge)) == 1
    assert '<div class="scroll" role="group" tabindex="0" aria-label=' in page
