"""What the types of facts take; light, for whoever answers questions reads no fact files."""

from __future__ import annotations

from kb.records.checks import Plain, Type


def fits(value: object, type_: Type) -> bool:
    """Whether a plain value is of a type; whole numbers and truth values are told apart."""
    if type_.kind == "int":
        return type(value) is int and type_.low <= value <= type_.high
    if type_.kind == "enum":
        return isinstance(value, str) and value in type_.choices
    return isinstance(value, str) and value != ""


def describe(type_: Type) -> str:
    """What a type takes, in words."""
    if type_.kind == "int":
        return f"a whole number from {type_.low} to {type_.high}"
    if type_.kind == "enum":
        return "one of " + ", ".join(type_.choices)
    return {"entity": f"the name of a {type_.entity}", "card": "a card's title"}.get(type_.kind, "a short text")


def plain_type(value: Plain) -> str:
    """The JSON name of a plain value's type."""
    return "true/false" if isinstance(value, bool) else "number" if isinstance(value, int) else "text"


def column_labels(columns: list[Type]) -> list[str]:
    """The names of a row's cells; a name that stands twice is numbered."""
    labels: list[str] = []
    for column in columns:
        count = sum(label.rstrip("0123456789") == column.label for label in labels)
        labels.append(column.label if not count else f"{column.label}{count + 1}")
    return labels
