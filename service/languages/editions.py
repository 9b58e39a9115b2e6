"""Whose words a document holds, and its days, in the current language."""

from __future__ import annotations

from typing import Protocol

from markupsafe import Markup, escape

from service.languages.current import gettext as _
from service.languages.written import day


class Edited(Protocol):
    """What has an edition: a document, the knowledge base."""

    @property
    def edition(self) -> str:
        """`restated`, `official`, or another name."""


class Dated(Protocol):
    """What has days."""

    @property
    def published(self) -> str:
        """When it came out; empty where that is not known."""

    @property
    def effective(self) -> str:
        """Since when it is in force; empty where that is not known."""


def edition_of(edited: Edited) -> str:
    """Whose words it holds: `restated edition`."""
    known = {"restated": _("restated edition"), "official": _("official edition")}
    return known.get(edited.edition) or _("%(name)s edition", name=edited.edition)


def dated(document: Dated, before: str) -> Markup:
    """When a document was published and came into force, each after a sign that parts it from what stands before."""
    days = []
    if document.published:
        days.append(Markup(_("published %(day)s")) % {"day": time_of(document.published)})
    if document.effective:
        days.append(Markup(_("in force from %(day)s")) % {"day": time_of(document.effective)})
    return Markup("").join(escape(before) + each for each in days)


def time_of(written: str) -> Markup:
    """A day as a page shows it, with the form that programs read."""
    shown = day(written)
    same = shown == written
    return Markup("<time>{}</time>").format(shown) if same else _dated(written, shown)


def _dated(written: str, shown: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(escape(written), escape(shown))
