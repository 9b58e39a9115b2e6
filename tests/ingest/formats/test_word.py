"""What stands beside the text of a DOCX is told as left out."""

from __future__ import annotations

from pathlib import Path

from docx import Document

from ingest.adding.folder import read_document
from ingest.formats.word import convert


def test_running_heads_and_feet_are_told_and_their_publisher_is_read(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Harbour", 0)
    document.add_paragraph("A boat carries three crates.")
    document.sections[0].header.paragraphs[0].text = "Harbour rules"
    document.sections[0].footer.paragraphs[0].text = "© 2026 Quay Press, printed May 2026"
    path = tmp_path / "rules.docx"
    document.save(str(path))
    assert [(each.reason, each.count, each.first) for each in convert(path).losses] == [
        ("running heads", 1, "Harbour rules"),
        ("running feet", 1, "© 2026 Quay Press, printed May 2026"),
    ]
    spec = read_document(path, "harbour").spec
    assert (spec.authority, spec.published) == ("Quay Press", "2026-05-01")


def test_a_page_number_alone_is_no_loss(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("A boat carries three crates.")
    document.sections[0].footer.paragraphs[0].text = "12"
    path = tmp_path / "rules.docx"
    document.save(str(path))
    assert convert(path).losses == ()
