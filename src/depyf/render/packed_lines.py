"""Pack long texts as templates of lines, and distances between their numbers.

A model has layers that are alike: the text of the tenth differs from that of the ninth
in the numbers of names (``add_17``), most of them by as much as those differed from
the eighth's.  With the numbers apart and each as the distance from the one that stood
there before, what is left repeats, and gzip, which looks back 32 kB, finds the repeats.
"""

from __future__ import annotations

import re
from itertools import accumulate, chain
from operator import sub
from typing import Iterable, Iterator, NamedTuple, Sequence

# Digits that a reader's numbers hold exactly; what is longer counts as several, and
# so do zeros.  With a choice in front, a search would take twice as long.
_NUMBER = "([0-9](?:(?<!0)[0-9]{0,14})?)"
# Of names: with a sign before it, a search through megabytes is ten times as fast.
_OF_NAME = re.compile(f"_{_NUMBER}")
_OTHER = re.compile(_NUMBER)
_GAP = "\0"  # where a number stands
_NAME_GAP, _OTHER_GAP = "\1", "\2"
_GAPS = re.compile(f"([{_NAME_GAP}{_OTHER_GAP}])")
# Of a text that has the signs itself, pictures of them are shown.
_PICTURES = {ord(gap): 0x2400 + ord(gap) for gap in (_GAP, _NAME_GAP, _OTHER_GAP)}


class PackedLines(NamedTuple):
    """Texts separate from their numbers; the page's `unpackedTexts` reads them.

    Attributes:
        templates: the lines that differ, with a gap where numbers differ.
        order: the template of each line.
        distances: of the numbers: template by template, and of each its gaps one by
            one, with as many numbers as the template is used; the first is the number,
            each other how much it is more than the one before.
        lines: how many lines each text has.
    """

    templates: list[str]
    order: list[int]
    distances: list[int]
    lines: list[int]


def packed_lines(texts: Sequence[str]) -> PackedLines:
    r"""Return texts in lines.

    >>> made = packed_lines(["add_1 = x_2 + 4\nadd_2 = x_2 + 4\nadd_3 = x_5 + 4", ""])
    >>> made.order, made.distances, made.lines
    ([0, 0, 0, 1], [1, 1, 1, 2, 0, 3], [3, 1])
    >>> made.templates[0].replace("\0", "#")
    'add_# = x_# + 4'
    """
    in_lines = [text.translate(_PICTURES).split("\n") for text in texts]
    lines, different = _numbered([*chain.from_iterable(in_lines)])
    read = _Read(different)
    of_line, templates = _numbered(read.templates())
    order = [*map(of_line.__getitem__, lines)]
    uses: list[list[int]] = [[] for _ in templates]
    for line, template in zip(lines, order):
        uses[template].append(line)
    distances: list[int] = []
    filled = [
        different[used[0]]
        if used.count(used[0]) == len(used)
        else _with_constants(template, read.columns(template, used), distances)
        for template, used in zip(templates, uses)
    ]
    return PackedLines(filled, order, distances, [*map(len, in_lines)])


def _numbered(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the index of each text among the distinct texts, and these texts."""
    different = [*dict.fromkeys(texts)]
    number = dict(zip(different, range(len(different))))
    return [*map(number.__getitem__, texts)], different


class _Read:
    """Splits lines: first at names, then at other numbers.

    There is no object for each line: a program that holds many is collected at length.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        halves, self._in_names = _apart(_OF_NAME, lines, f"_{_NAME_GAP}")
        self._in_names_from = _starts(halves, _NAME_GAP)
        self._half, different = _numbered(halves)
        self._templates, self._others = _apart(_OTHER, different, _OTHER_GAP)
        self._others_from = _starts(self._templates, _OTHER_GAP)

    def templates(self) -> list[str]:
        """Return the template of each line."""
        return [*map(self._templates.__getitem__, self._half)]

    def columns(self, template: str, lines: Sequence[int]) -> Iterator[list[int]]:
        """Yield the numbers in each gap of a template, in order.

        Where all are the same there may be one only.
        """
        names, others = self._in_names, self._others
        in_names = [self._in_names_from[line] for line in lines]
        halves = [self._half[line] for line in lines]
        if halves.count(halves[0]) == len(halves):
            del halves[1:]  # they differ in no number: one tells as much
        in_rest = [self._others_from[half] for half in halves]
        name = other = 0
        for gap in _GAPS.findall(template):
            if gap == _NAME_GAP:
                yield [names[start + name] for start in in_names]
                name += 1
            else:
                yield [others[start + other] for start in in_rest]
                other += 1


def _apart(
    pattern: re.Pattern[str], lines: Sequence[str], gap: str
) -> tuple[list[str], list[int]]:
    """Return lines with gaps for numbers, and all of their numbers."""
    if not lines:
        return [], []
    pieces = pattern.split("\n".join(lines))  # in one go: there are many lines
    return gap.join(pieces[::2]).split("\n"), [*map(int, pieces[1::2])]


def _starts(lines: Sequence[str], gap: str) -> list[int]:
    """Return for each line how many gaps the lines before it have."""
    return [0, *accumulate(line.count(gap) for line in lines)]


def _with_constants(
    template: str, columns: Iterable[Sequence[int]], distances: list[int]
) -> str:
    """Fill the gaps whose number never varies; return the distances of others."""
    text, *pieces = _GAPS.split(template)[::2]
    for numbers, piece in zip(columns, pieces):
        first = numbers[0]
        if numbers.count(first) == len(numbers):
            text += f"{first}{piece}"
        else:
            text += f"{_GAP}{piece}"
            distances.append(first)
            distances.extend(map(sub, numbers[1:], numbers))
    return text
