"""A long text as the templates of its lines and the distances of the numbers in them.

A model has layers that are alike: what is told of the tenth differs from what is told
of the ninth in numbers, most of them by as much as those differed from the eighth's.
With the numbers apart and each as the distance from the one that stood there before,
what is left repeats, and gzip, which looks back 32 kB, finds the repeats.
"""

from __future__ import annotations

import re
from operator import sub
from typing import Iterable, NamedTuple, Sequence

# Digits that a reader's numbers hold exactly; what is longer counts as several.
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,14})")
_GAP = "\0"  # where a number stands: JSON has none
_ENDS = ("\\n", "},", "],")  # of a line in a text of JSON: one of a text, a list's item


class PackedLines(NamedTuple):
    """Lines apart from their numbers; `unpackedLines` of the page reads them.

    Attributes:
        templates: the lines that differ, with a gap where numbers differ.
        order: the template of each line.
        distances: of the numbers: template by template, and of each its gaps one by
            one, with as many numbers as the template is used; the first is the number,
            each other how much it is more than the one before.
    """

    templates: list[str]
    order: list[int]
    distances: list[int]


def packed_lines(text: str) -> PackedLines:
    r"""Return a text of JSON in lines; what a line is, is ours: joined, they are it.

    >>> made = packed_lines('["add_1 = x2 + 4\\nadd_2 = x2 + 4\\nadd_3 = x5 + 4\\n"]')
    >>> made.order, made.distances
    ([0, 1, 1, 2], [2, 1, 2, 3])
    >>> made.templates[1].replace("\0", "_")
    'add__ = x_ + 4\\n'
    """
    for end in _ENDS:
        text = text.replace(end, f"{end}\n")
    known: dict[str, int] = {}
    read: dict[str, tuple[int, list[int]]] = {}  # half of a model's lines are repeated
    uses: list[list[list[int]]] = []  # the numbers of the lines, by template
    order: list[int] = []
    for line in text.split("\n"):
        found = read.get(line)
        if found is None:
            pieces = _NUMBER.split(line)
            template = known.setdefault(_GAP.join(pieces[::2]), len(known))
            found = read[line] = (template, [*map(int, pieces[1::2])])
        template, numbers = found
        if template == len(uses):
            uses.append([])
        uses[template].append(numbers)
        order.append(template)
    distances: list[int] = []
    templates = [
        _with_constants(template, zip(*numbers), distances)
        for template, numbers in zip(known, uses)
    ]
    return PackedLines(templates, order, distances)


def _with_constants(
    template: str, gaps: Iterable[Sequence[int]], distances: list[int]
) -> str:
    """Fill the gaps whose number is always the same; tell the distances of others."""
    text, *pieces = template.split(_GAP)
    for numbers, piece in zip(gaps, pieces):
        first = numbers[0]
        if numbers.count(first) == len(numbers):
            text += f"{first}{piece}"
        else:
            text += f"{_GAP}{piece}"
            distances.append(first)
            distances.extend(map(sub, numbers[1:], numbers))
    return text
