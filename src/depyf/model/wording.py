"""Forms of a text for use within a sentence or a line."""

from __future__ import annotations


def shortened(text: str, length: int) -> str:
    """Return `text`, cut to `length` characters."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def counted(number: int, one: str, many: str = "") -> str:
    """Return ``1 entry``, ``3 entries``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def lower_first(text: str) -> str:
    """Return `text` for use within a sentence: ``Data-dependent`` in small letters."""
    first = text.partition(" ")[0]
    capital = first[:1].isupper() and first[1:].replace("-", "").islower()
    return text[:1].lower() + text[1:] if capital else text
