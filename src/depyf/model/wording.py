"""Format texts and counts for use within a sentence or a line."""

from __future__ import annotations

from typing import Iterable, Mapping


def shortened(text: str, length: int) -> str:
    """Return `text`, cut to `length` characters if it is longer."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 entry``, ``3 entries``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def lower_first(text: str) -> str:
    """Return `text` with its first word in lower case, unless the word is a name.

    >>> lower_first("Data-dependent branch"), lower_first("Tensor.item call")
    ('data-dependent branch', 'Tensor.item call')
    """
    first = text.partition(" ")[0]
    rest = first[1:].replace("-", "")
    capital = first[:1].isupper() and (rest.islower() and rest.isalpha())
    return text[:1].lower() + text[1:] if capital else text


def not_read_words(
    counts: Mapping[str, int], first: Mapping[str, int], whole: str, one: str = "line"
) -> str:
    """Return the sentence that says how much of a file was not read, and why.

    >>> not_read_words({"not JSON": 2}, {"not JSON": 7}, "the log")
    '2 lines of the log were not read: not JSON (2 lines, first line 7).'

    Args:
        counts: for each reason, the number of lines.
        first: for each reason, the number of the first line.
        whole: the name of the file in the sentence.
        one: the noun for what is counted.
    """
    total = sum(counts.values())
    reasons = [
        f"{why} ({counted(number, one)}, first line {first[why]})"
        for why, number in counts.items()
    ]
    was = "was" if total == 1 else "were"
    return f"{counted(total, one)} of {whole} {was} not read: {'; '.join(reasons)}."


def some(names: Iterable[str], most: int = 2) -> list[str]:
    """Return the first names, and how many more there are.

    >>> some(["a", "b", "c"])
    ['a', 'b', '1 more']
    """
    every = list(names)
    more = len(every) - most
    return [*every[:most], *([f"{more} more"] if more > 0 else [])]
