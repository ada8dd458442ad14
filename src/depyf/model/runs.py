"""Finds what repeats in a sequence of lines: the same few, with numbers that go up.

``a.layers[0].w, a.layers[0].b, a.layers[1].w, a.layers[1].b, ...`` is two lines over
``i`` in 0 to n.  It is the search for runs (maximal repetitions; Main and Lorentz,
1984) over texts whose numbers are left out, kept to the case where each number grows
by the same step from one repetition to the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Sequence

_NUMBER = re.compile(r"(?<=\[)\d+(?=\])|(?<=\[['\"])\d+(?=['\"]\])")
_LONGEST_PERIOD = 64
_FEWEST = 3  # repetitions that are worth a loop


@dataclass(frozen=True)
class Line:
    """One line of a repetition: text around its numbers, and how these go on.

    `numbers` are pairs: the number in the first repetition, and its step.
    """

    parts: tuple[str, ...]
    numbers: tuple[tuple[int, int], ...]

    def at(self, repetition: int) -> str:
        """Return the line in one repetition, counted from 0."""
        return self.filled(
            [str(start + step * repetition) for start, step in self.numbers]
        )

    def filled(self, fillings: Sequence[str]) -> str:
        """Return the line with these texts in place of its numbers."""
        pieces = [self.parts[0]]
        for filling, part in zip(fillings, self.parts[1:]):
            pieces += [filling, part]
        return "".join(pieces)


@dataclass(frozen=True)
class Repetition:
    """Lines `start` to `start + len(lines) * count`: the same lines `count` times."""

    start: int
    lines: tuple[Line, ...]
    count: int

    @property
    def length(self) -> int:
        """Return how many lines it stands for."""
        return len(self.lines) * self.count

    def expanded(self) -> list[str]:
        """Return the lines it stands for."""
        return [line.at(number) for number in range(self.count) for line in self.lines]


def repetitions(lines: Sequence[str]) -> list[Repetition]:
    """Return what repeats in a sequence, longest first at each place.

    >>> found = repetitions(["f(x)", "l[0].w", "l[1].w", "l[2].w"])
    >>> [(one.start, one.count) for one in found]
    [(1, 3)]
    """
    split = [_split(line) for line in lines]
    found: list[Repetition] = []
    position = 0
    while position < len(lines):
        best = _best_at(split, position)
        if best is None:
            position += 1
            continue
        found.append(best)
        position += best.length
    return found


def _split(line: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    numbers = tuple(int(number) for number in _NUMBER.findall(line))
    return tuple(_NUMBER.split(line)), numbers


def _best_at(
    split: Sequence[tuple[tuple[str, ...], tuple[int, ...]]], start: int
) -> Repetition | None:
    """Return the repetition from `start` on that stands for most lines."""
    best: Repetition | None = None
    longest = min(_LONGEST_PERIOD, (len(split) - start) // _FEWEST)
    for period in range(1, longest + 1):
        if split[start][0] != split[start + period][0]:
            continue
        one = _repeated(split, start, period)
        if one is not None and (best is None or one.length > best.length):
            best = one
    return best


def _repeated(
    split: Sequence[tuple[tuple[str, ...], tuple[int, ...]]], start: int, period: int
) -> Repetition | None:
    """Return how often the lines from `start` on repeat, None if not often enough."""
    lines: list[Line] = []
    for offset in range(period):
        first, second = split[start + offset], split[start + period + offset]
        if first[0] != second[0]:
            return None
        steps = tuple((a, b - a) for a, b in zip(first[1], second[1]))
        lines.append(Line(first[0], steps))
    if not any(step for line in lines for _start, step in line.numbers):
        return None  # the very same lines: nothing to count
    count = 2
    while _goes_on(split, start + count * period, lines, count):
        count += 1
    return Repetition(start, tuple(lines), count) if count >= _FEWEST else None


def _goes_on(
    split: Sequence[tuple[tuple[str, ...], tuple[int, ...]]],
    position: int,
    lines: Sequence[Line],
    number: int,
) -> bool:
    if position + len(lines) > len(split):
        return False
    return all(
        split[position + offset][0] == line.parts
        and all(
            value == begin + step * number
            for value, (begin, step) in zip(split[position + offset][1], line.numbers)
        )
        for offset, line in enumerate(lines)
    )
