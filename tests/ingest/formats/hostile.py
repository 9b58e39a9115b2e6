"""Files that harm a reader, by name: broken, locked, cut short, huge, deep, and bombs; each made when asked for."""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.support.harbour import FOLDER
from tests.support.pdfs import Words, pdf

Make = Callable[[Path], Path]
GIGABYTE = 1024**3
RULE = [Words(40, 400, "A boat carries at most three crates, whatever its captain says.")]
DOCUMENT = (
    '<?xml version="1.0"?>{declared}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body>{body}</w:body></w:document>"
)


def held(name: str, content: bytes | Callable[[], bytes]) -> Make:
    """A file of that name with that content, or with what makes it: to pack a third of a gigabyte takes seconds."""

    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content())
        return path

    return make


def sparse(name: str, head: bytes) -> Make:
    """A file of a gigabyte that takes no room on the disk."""

    def make(folder: Path) -> Path:
        path = folder / name
        with path.open("wb") as stream:
            stream.write(head)
            stream.truncate(GIGABYTE)
        return path

    return make


def cut(name: str, share: float) -> Make:
    """A fixture that ends early."""
    content = (FOLDER / name).read_bytes()
    return held(name, content[: int(len(content) * share)])


def docx(parts: Mapping[str, bytes]) -> bytes:
    """A Word file with these parts, packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return out.getvalue()


def worded(document: bytes, more: Mapping[str, bytes] | None = None) -> bytes:
    """The fixture's Word file with another text."""
    parts = {}
    with zipfile.ZipFile(FOLDER / "numbered.docx") as packed:
        parts = {each.filename: packed.read(each) for each in packed.infolist()}
    return docx({**parts, "word/document.xml": document, **(more or {})})


def flate_bomb() -> bytes:
    """A PDF whose page unpacks to a gigabyte."""
    packer = zlib.compressobj(9)
    stream = b"".join(packer.compress(b" " * 1024**2) for _ in range(1024)) + packer.flush()
    head = f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode()
    whole = pdf([RULE])
    begin, end = whole.index(b"<< /Length"), whole.index(b"\nendstream")
    return whole[:begin] + head + stream + whole[end:]


def many_pages() -> bytes:
    """A PDF that claims ten thousand pages, each the same one."""
    whole = pdf([RULE])
    kids = whole[whole.index(b"/Kids [") + 7 : whole.index(b"] /Count")]
    return whole.replace(b"/Kids [" + kids + b"] /Count 1", b"/Kids [" + (kids + b" ") * 10_000 + b"] /Count 10000")


def flagged(content: bytes) -> bytes:
    """A packed file whose parts say that they are encrypted."""
    at = 0
    found = bytearray(content)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = 0
        while (at := content.find(mark, at)) >= 0:
            found[at + place] |= 1
            at += 4
    return bytes(found)


def folder_named(name: str) -> Make:
    """A folder with a file's name."""

    def make(folder: Path) -> Path:
        (folder / name).mkdir()
        return folder / name

    return make


def pipe(folder: Path) -> Path:
    """A pipe that nobody writes into."""
    os.mkfifo(folder / "rules.txt")
    return folder / "rules.txt"


WHOLE = pdf([RULE])
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
ENTITIES += "]>"
HOSTILE: dict[str, Make] = {
    **{f"pdf-cut-at-{share}": cut("numbered.pdf", share) for share in (0.002, 0.1, 0.3)},
    "pdf-without-pages": held("rules.pdf", WHOLE.replace(b"/Type /Page ", b"/Type /Rage ").replace(b"/Kids", b"/Cats")),
    "pdf-nothing-but-its-first-line": held("rules.pdf", b"%PDF-1.7\n"),
    "pdf-of-noise": held("rules.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 400),
    "pdf-locked": held(
        "rules.pdf",
        pdf(
            [RULE],
            extra=f"/ID [<{'0' * 32}> <{'0' * 32}>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 "
            f"/O <{'1' * 64}> /U <{'2' * 64}> >>",
        ),
    ),
    "pdf-locked-by-a-stranger": held(
        "rules.pdf", pdf([RULE], extra=f"/ID [<{'0' * 32}> <{'0' * 32}>] /Encrypt << /Filter /Unknown /V 9 >>")
    ),
    "pdf-of-pictures": held("rules.pdf", pdf([[], [], []])),
    "pdf-of-ten-thousand-pages": held("rules.pdf", many_pages()),
    "pdf-whose-pages-hold-themselves": held("rules.pdf", WHOLE.replace(b"/Kids [6 0 R]", b"/Kids [2 0 R]")),
    "pdf-that-is-text": held("rules.pdf", b"1. A boat carries three crates.\n"),
    "docx-cut-early": cut("numbered.docx", 0.1),
    "docx-cut-in-half": cut("numbered.docx", 0.5),
    "docx-cut-late": cut("numbered.docx", 0.97),
    "docx-that-is-text": held("rules.docx", b"1. A boat carries three crates.\n"),
    "docx-without-a-document": held("rules.docx", lambda: docx({"hello.txt": b"hello"})),
    "docx-of-the-old-form": held("rules.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096)),
    "docx-locked": held("rules.docx", flagged((FOLDER / "numbered.docx").read_bytes())),
    "docx-zip-bomb": held("rules.docx", lambda: worded(b" " * (300 * 1024**2))),
    "docx-bomb-beside-the-document": held(
        "rules.docx",
        lambda: worded(DOCUMENT.format(declared="", body="").encode(), {"word/media/a.bin": bytes(300 * 1024**2)}),
    ),
    "docx-of-many-parts": held(
        "rules.docx", lambda: worded(b"", {f"word/media/{number}": b"" for number in range(6_000)})
    ),
    "docx-entity-bomb": held(
        "rules.docx",
        lambda: worded(DOCUMENT.format(declared=ENTITIES, body="<w:p><w:r><w:t>&i;</w:t></w:r></w:p>").encode()),
    ),
    "docx-outside-entity": held(
        "rules.docx",
        lambda: worded(
            DOCUMENT.format(
                declared='<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>',
                body="<w:p><w:r><w:t>&e;</w:t></w:r></w:p>",
            ).encode()
        ),
    ),
    "docx-broken-xml": held("rules.docx", lambda: worded(b"<w:document><w:body>")),
    "docx-deep-xml": held("rules.docx", lambda: worded(DOCUMENT.format(declared="", body="<w:p>" * 50_000).encode())),
    "docx-without-words": held("rules.docx", lambda: worded(DOCUMENT.format(declared="", body="").encode())),
    "html-entity-bomb": held("rules.html", (ENTITIES + "<p>&i;</p>").encode()),
    "html-deep": held("rules.html", b"<div>" * 100_000 + b"x"),
    "html-deep-inline": held("rules.html", b"<p>" + b"<b><i>" * 50_000 + b"x"),
    "html-of-zeros": held("rules.html", b"<p>x</p>" + bytes(1000)),
    "html-not-utf8": held("rules.html", b"<p>\xff\xfe\xfd</p>"),
    "html-of-scripts": held("rules.html", b"<html><head><script>alert(1)</script></head><body></body></html>"),
    "markdown-one-line": held("rules.md", b"[" * 200_000),
    "markdown-not-utf8": held("rules.md", b"# Boats\n\n\xc3\x28\n"),
    "markdown-of-zeros": held("rules.md", b"# Boats\n" + bytes(100)),
    "markdown-front-matter-alone": held("rules.md", b"---\ntitle: x\n---\n"),
    "text-empty": held("rules.txt", b""),
    "text-of-blanks": held("rules.txt", b" \n\t\n" * 100),
    "text-of-zeros": held("rules.txt", bytes(10_000)),
    "text-not-utf8": held("rules.txt", b"1. Boats\n2. \x80\x81\n"),
    "text-in-half-of-utf16": held("rules.txt", b"\xff\xfeA"),
    "text-byte-order-mark-alone": held("rules.txt", b"\xef\xbb\xbf"),
    "json-deep": held("rules.json", b"[" * 100_000),
    "json-deep-and-whole": held("rules.json", b"[" * 900 + b"]" * 900),
    "json-cut": held("rules.json", json.dumps([{"title": "Boats", "text": "Three."}]).encode()[:-5]),
    "json-a-number": held("rules.json", b"7"),
    "json-of-numbers": held("rules.json", b"[1, 2, 3]"),
    "json-without-words": held("rules.json", b'[{"a": 1}, {"a": 2}]'),
    "yaml-laughs": held("rules.yaml", LAUGHS.encode()),
    "yaml-in-a-circle": held("rules.yaml", b"a: &a\n  - name: x\n    children: *a\n"),
    "yaml-deep": held("rules.yaml", b"[" * 50_000),
    "yaml-of-python": held("rules.yaml", b"- name: !!python/object/apply:os.system ['true']\n"),
    "yaml-of-tabs": held("rules.yaml", b"- name: a\n\ttext: b\n"),
    "yaml-unended": held("rules.yaml", b'- name: "never\n'),
    "a-picture": held("rules.png", b"\x89PNG\r\n\x1a\n" + bytes(100)),
    "a-packed-file": held("rules.txt", b"\x1f\x8b\x08" + bytes(100)),
    "a-folder": folder_named("rules.pdf"),
    "a-device": lambda _: Path("/dev/zero"),
    "a-pipe": pipe,
    "nothing": lambda folder: folder / "rules.pdf",
    **{
        f"{name}-of-a-gigabyte": sparse(f"rules.{name}", head)
        for name, head in (("pdf", b"%PDF-1.7\n"), ("docx", b"PK\x03\x04"), ("txt", b"1. Boats\n"), ("json", b"["))
    },
}
BOMBS: dict[str, Callable[[], bytes]] = {"pdf-that-unpacks-to-a-gigabyte": flate_bomb}
"""Files that may be read, within time and memory, or refused."""
