"""Forms of a text for use within a sentence or a line."""

from __future__ import annotations

from typing import Mapping


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


def not_read_words(
    counts: Mapping[str, int], first: Mapping[str, int], whole: str, one: str = "line"
) -> str:
    """Return the sentence that says how much of a file was not read, and why.

    >>> not_read_words({"not JSON": 2}, {"not JSON": 7}, "the log")
    '2 lines of the log were not read: not JSON (2 lines, first line 7).'

    Args:
        counts: how often each reason applied.
        first: the number of the first such line, by reason.
        whole: the file.
        one: what was counted.
    """
    total = sum(counts.values())
    reasons = [
        f"{why} ({counted(number, one)}, first line {first[why]})"
        for why, number in counts.items()
    ]
    was = "was" if total == 1 else "were"
    return f"{counted(total, one)} of {whole} {was} not read: {'; '.join(reasons)}."
