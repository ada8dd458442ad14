"""Fold repeated strings that differ only in numbers or in one access path.

A set of strings becomes a `Family`: ``layers[0].w``, ``layers[1].w``, ... become
``layers[i].w`` with ``i`` from 0 to 11.  A sequence of lines becomes a `Repetition`:
the same few lines, with numbers that grow each time.  Both expand to exactly the
original strings.

This is anti-unification (Plotkin, "A note on inductive generalization", 1970; Reynolds
1970), restricted to strings that are equal except for their numbers.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Iterable, Sequence, Tuple

from depyf.records import dataclass
from depyf.regexes import Regex, regex

# A number in a statement: an index (not an item of a list), or a compared number.
_NUMBER = regex(r"((?<=[\w\])]\[)\d+(?=\])|(?<= == )\d+$|(?<= == ')\d+(?='$))")
# A number in a line of code: an index, or a string key that is a number.
_IN_BRACKETS = regex(r"((?<=\[)\d+(?=\])|(?<=\[['\"])\d+(?=['\"]\]))")
_LAST_NUMBER = regex(r"[)\]]*(?:\[\d+\])? == '?(\d+)'?$")
# Statements about a key, such as ``'a' in x``: usually several keys share the rest.
_KEYS = (
    (regex(r"^(?P<key>'[^']*') (?P<rest>(?:not )?in .*)$"), "{{key}} {}"),
    (
        regex(r"^not hasattr\((?P<rest>.*), (?P<key>'[^']*')\)$"),
        "not hasattr({}, {{key}})",
    ),
)
VARIABLES = "ijkmn"
_LONGEST_PERIOD = 64
_FEWEST = 3  # the fewest repetitions that are folded


@dataclass(frozen=True)
class Pattern:
    """A string with holes for its numbers; `parts` are the pieces around the holes."""

    parts: tuple[str, ...]

    def text(self, fillings: Sequence[str]) -> str:
        """Return the pattern with its holes filled by `fillings`."""
        rest = (f"{own}{part}" for own, part in zip(fillings, self.parts[1:]))
        return "".join((self.parts[0], *rest))


_Split = Tuple[Tuple[str, ...], Tuple[int, ...]]
_Box = Tuple[Tuple[int, ...], ...]


def _split(text: str, numbers: Regex = _NUMBER) -> _Split:
    """Split a string into the pieces around its numbers, and the numbers.

    >>> _split("l[3].n == 3")
    (('l[', '].n == ', ''), (3, 3))
    """
    pieces = numbers.split(text)
    return tuple(pieces[::2]), tuple(map(int, pieces[1::2]))


# --- texts in any order ---------------------------------------------------------------


@dataclass(frozen=True)
class Family(Pattern):
    """Strings that follow one pattern, such as ``layers[i].w`` with ``i`` from 0 to 11.

    Attributes:
        holes: the index of the variable in each hole; holes that always contain the
            same number share a variable.
        values: the numbers of each variable, ascending.  The members of the family are
            all combinations of them.
    """

    holes: tuple[int, ...] = ()
    values: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """Return the number of members."""
        return prod(map(len, self.values))

    def members(self) -> list[str]:
        """Return the strings of the family, in ascending order of their numbers."""
        return [
            self.text([str(row[hole]) for hole in self.holes])
            for row in product(*self.values)
        ]

    @property
    def pattern(self) -> str:
        """The pattern with variables, such as ``layers[i].w``."""
        return self.text([VARIABLES[hole] for hole in self.holes])

    @property
    def ranges(self) -> str:
        """The pattern with ranges, such as ``layers[0..11].w``."""
        return self.text([spans(self.values[hole]) for hole in self.holes])


def fold(texts: Iterable[str]) -> list[Family]:
    """Fold strings into families, in the order of their first members.

    Together, the families have exactly the distinct strings as members.

    >>> [family.ranges for family in fold(["l[0].w", "b", "l[1].w", "l[2].w"])]
    ['l[0..2].w', 'b']
    """
    forms: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for text in dict.fromkeys(texts):
        parts, row = _split(text)
        forms.setdefault(parts, []).append(row)
    return [family for parts, rows in forms.items() for family in _of_form(parts, rows)]


def _of_form(
    parts: tuple[str, ...], rows: Sequence[tuple[int, ...]]
) -> Iterable[Family]:
    columns = list(zip(*rows))
    variables = list(dict.fromkeys(columns))
    if len(rows) == 1 or not 0 < len(variables) <= len(VARIABLES):
        for row in rows:
            yield Family((Pattern(parts).text([*map(str, row)]),))
        return
    holes = tuple(variables.index(column) for column in columns)
    for values in boxes(list(zip(*variables))):
        yield _constants_inlined(Family(parts, holes, values))


def _constants_inlined(family: Family) -> Family:
    """Return the family; a variable with only one value is replaced by that value."""
    varying = [n for n, numbers in enumerate(family.values) if len(numbers) > 1]
    parts, holes = [family.parts[0]], []
    for hole, part in zip(family.holes, family.parts[1:]):
        if hole in varying:
            holes.append(varying.index(hole))
            parts.append(part)
        else:
            parts[-1] += f"{family.values[hole][0]}{part}"
    return Family(tuple(parts), tuple(holes), tuple(family.values[n] for n in varying))


def boxes(rows: Sequence[tuple[int, ...]]) -> list[_Box]:
    """Merge rows of numbers into boxes: products of sets with exactly these rows.

    For each column, from last to first, boxes that differ only in that column are
    merged.  The rows of a typical program become one box.

    >>> boxes([(0, 0), (0, 1), (1, 0), (1, 1), (2, 5)])
    [((0, 1), (0, 1)), ((2,), (5,))]
    """
    found: list[_Box] = [tuple((n,) for n in row) for row in dict.fromkeys(rows)]
    for column in reversed(range(len(rows[0]) if rows else 0)):
        by_rest: dict[object, list[_Box]] = {}
        for box in found:
            by_rest.setdefault((box[:column], box[column + 1 :]), []).append(box)
        found = [
            (
                *group[0][:column],
                tuple(sorted({n for box in group for n in box[column]})),
                *group[0][column + 1 :],
            )
            for group in by_rest.values()
        ]
    return found


def spans(numbers: Sequence[int]) -> str:
    """List numbers as a text; three or more consecutive numbers become a range.

    >>> spans([0, 1, 2, 5, 8, 9])
    '0..2, 5, 8, 9'
    """
    shown = []
    for first, last in runs(sorted(set(numbers))):
        if last - first > 1:
            shown.append(f"{first}..{last}")
        else:
            shown += [str(number) for number in range(first, last + 1)]
    return ", ".join(shown)


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of consecutive numbers, in order.

    >>> runs([0, 1, 2, 7, 3, 4])
    [(0, 2), (7, 7), (3, 4)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


# --- statements about subjects --------------------------------------------------------


@dataclass(frozen=True)
class Shared:
    """One statement that holds for many subjects.

    Attributes:
        parts: the text before and after the subject.
        subjects: the subjects, folded into families.
        keys: if not empty, the statement holds with each key instead of ``{key}``.
    """

    parts: tuple[str, str]
    subjects: tuple[Family, ...]
    keys: tuple[str, ...] = ()

    def members(self) -> list[str]:
        """Return the statements one by one."""
        before, after = self.parts
        return [
            f"{before.replace(KEY, key)}{text}{after.replace(KEY, key)}"
            for key in self.keys or (KEY,)
            for family in self.subjects
            for text in family.members()
        ]


KEY = "{key}"


def share(statements: Iterable[tuple[str, str, str]]) -> list[Shared]:
    """Merge statements that say the same about different subjects.

    Statements that compare each subject with its own number are folded as a whole, such
    as ``layers[i].index == i``.  Statements about the same subjects that differ only in
    a key, such as ``'a' not in vars(x)`` and ``'b' not in vars(x)``, become one.

    Args:
        statements: the text before the subject, the subject, and the text after it.

    Returns:
        The merged statements, whose members together are the distinct statements.
    """
    listed = [(*_compared(one), one) for one in dict.fromkeys(statements)]
    numbers: dict[tuple[object, ...], set[str]] = {}
    for form, number, _ in listed:
        if number:
            numbers.setdefault(form, set()).add(number)
    wholes: dict[tuple[object, ...], list[str]] = {}
    by_subject: dict[tuple[str, str, str], list[str]] = {}
    order: dict[object, None] = {}
    for form, number, statement in listed:
        before, subject, after = statement
        if number and len(numbers[form]) > 1:
            wholes.setdefault(form, []).append("".join(statement))
            order[form] = None
            continue
        key, around = _keyed(before, after)
        by_subject.setdefault((*around, subject), []).append(key)
    gathered: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for (before, after, subject), keys in by_subject.items():
        found = tuple(key for key in keys if key)
        gathered.setdefault((before, after, found), []).append(subject)
    return [
        *(
            Shared((before, after), tuple(fold(subjects)), keys)
            for (before, after, keys), subjects in gathered.items()
        ),
        *(Shared(("", ""), tuple(fold(wholes[form]))) for form in order),  # type: ignore[index]
    ]


def _compared(statement: tuple[str, str, str]) -> tuple[tuple[object, ...], str]:
    """Return the form of a statement and the number it compares with; empty if none."""
    before, subject, after = statement
    found = _LAST_NUMBER.match(after)
    if found is None or not subject:
        return (), ""
    index = after[: found.start(1)].partition(" ==")[0]
    return (before, _split(subject)[0], _split(f"x{index}")[0], "'" in after), found[1]


def _keyed(before: str, after: str) -> tuple[str, tuple[str, str]]:
    """Return a statement's key or "", and its text before and after the subject."""
    text = f"{before}\0{after}"
    for pattern, keyed in _KEYS:
        found = pattern.match(text)
        if found is not None:
            head, _, tail = keyed.format(found["rest"]).partition("\0")
            return found["key"], (head, tail)
    return "", (before, after)


# --- lines in their order -------------------------------------------------------------


@dataclass(frozen=True)
class Line(Pattern):
    """One line of a repetition, and the steps by which its numbers grow.

    Attributes:
        numbers: for each hole, the number in the first repetition, and its step.
    """

    numbers: tuple[tuple[int, int], ...]

    def at(self, repetition: int) -> str:
        """Return the line as it is in one repetition, counted from 0."""
        return self.text(
            [str(start + step * repetition) for start, step in self.numbers]
        )

    def expanded(self, count: int) -> list[str]:
        """Return the line as it is in each of `count` repetitions."""
        return [self.at(repetition) for repetition in range(count)]


@dataclass(frozen=True)
class Repetition:
    """The same lines, `count` times in a row, from index `start` on."""

    start: int
    lines: tuple[Line, ...]
    count: int

    @property
    def length(self) -> int:
        """The number of lines that the repetition covers."""
        return len(self.lines) * self.count


def repetitions(lines: Sequence[str]) -> list[Repetition]:
    """Return the repetitions in a sequence of lines; the longest at each index.

    This is the search for maximal repetitions (Main and Lorentz, 1984) in lines without
    their numbers.  Each number must grow by a constant step.

    >>> found = repetitions(["f(x)", "l[0].w", "l[1].w", "l[2].w"])
    >>> [(one.start, one.count) for one in found]
    [(1, 3)]
    """
    split = [_split(line, _IN_BRACKETS) for line in lines]
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


def _best_at(split: Sequence[_Split], start: int) -> Repetition | None:
    """Return the repetition from `start` on that covers the most lines."""
    best: Repetition | None = None
    longest = min(_LONGEST_PERIOD, (len(split) - start) // _FEWEST)
    for period in range(1, longest + 1):
        if split[start][0] != split[start + period][0]:
            continue
        one = _repeated(split, start, period)
        if one is not None and (best is None or one.length > best.length):
            best = one
    return best


def _repeated(split: Sequence[_Split], start: int, period: int) -> Repetition | None:
    """Return the repetition of `period` lines from `start` on; None if too short."""
    lines: list[Line] = []
    for at in range(start, start + period):
        first, second = split[at], split[at + period]
        if first[0] != second[0]:
            return None
        steps = tuple((a, b - a) for a, b in zip(first[1], second[1]))
        lines.append(Line(first[0], steps))
    if not any(step for line in lines for _start, step in line.numbers):
        return None  # identical lines, without a number that grows
    count = 2
    while _goes_on(split, start + count * period, lines, count):
        count += 1
    return Repetition(start, tuple(lines), count) if count >= _FEWEST else None


def _goes_on(
    split: Sequence[_Split], position: int, lines: Sequence[Line], number: int
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
