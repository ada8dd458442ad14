"""Pack long texts as templates of lines, and distances between their numbers.

A model has many equal layers.  The texts of two consecutive layers differ in the
numbers of names, such as ``add_17``, and mostly by the same distance each time.  So the
numbers are stored apart, each as its distance from the number before.  The rest
repeats, so that gzip, which looks back 32 kB, finds the repetitions.
"""

from __future__ import annotations

from itertools import accumulate, chain
from operator import sub
from typing import Iterable, Iterator, NamedTuple, Sequence

from depyf.regexes import Regex, regex

# As many digits as a JavaScript number holds exactly.  Longer digits count as several
# numbers, and so do leading zeros.  An alternative at the beginning of the pattern
# would make the search take twice as long.
_NUMBER = "([0-9](?:(?<!0)[0-9]{0,14})?)"
# A number in a name.  The sign in front makes the search ten times as fast.
_OF_NAME = regex(f"_{_NUMBER}")
_OTHER = regex(_NUMBER)
_GAP = "\0"  # takes the place of a number
_NAME_GAP, _OTHER_GAP = "\1", "\2"
_GAPS = regex(f"([{_NAME_GAP}{_OTHER_GAP}])")
# If a text has these characters itself, symbols for them are shown.
_PICTURES = {ord(gap): 0x2400 + ord(gap) for gap in (_GAP, _NAME_GAP, _OTHER_GAP)}


class PackedLines(NamedTuple):
    """Texts without their numbers, and the numbers; the page unpacks both.

    Attributes:
        templates: the distinct lines, with a gap for each number that varies.
        order: the index of each line's template.
        distances: the numbers for each gap of each template, in order.  A gap has one
            number for each use of the template: the first number itself, then the
            distance of each number from the one before.
        lines: how many lines each text has.
    """

    templates: list[str]
    order: list[int]
    distances: list[int]
    lines: list[int]


def packed_lines(texts: Sequence[str]) -> PackedLines:
    r"""Return the packed lines of texts.

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
    """Splits lines: first at numbers in names, then at other numbers.

    It holds no object for each line, because many objects slow down garbage collection.
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
        """Yield the numbers in each gap of a template, one number for each line.

        If all numbers of a gap are equal, there may be only one.
        """
        names, others = self._in_names, self._others
        in_names = [self._in_names_from[line] for line in lines]
        halves = [self._half[line] for line in lines]
        if halves.count(halves[0]) == len(halves):
            del halves[1:]  # no number differs: one line is enough
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
    pattern: Regex, lines: Sequence[str], gap: str
) -> tuple[list[str], list[int]]:
    """Return the lines with gaps for numbers, and all their numbers."""
    if not lines:
        return [], []
    pieces = pattern.split("\n".join(lines))  # all lines at once, which is faster
    return gap.join(pieces[::2]).split("\n"), [*map(int, pieces[1::2])]


def _starts(lines: Sequence[str], gap: str) -> list[int]:
    """Return for each line the number of gaps in all earlier lines."""
    return [0, *accumulate(line.count(gap) for line in lines)]


def _with_constants(
    template: str, columns: Iterable[Sequence[int]], distances: list[int]
) -> str:
    """Fill constant numbers into a template; append the distances of the others."""
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
