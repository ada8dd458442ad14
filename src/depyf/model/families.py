"""Says once what repeats: texts that differ only in numbers or in one access path.

Anti-unification (Plotkin, "A note on inductive generalization", 1970; Reynolds 1970)
restricted to what a model repeats: the least general pattern of texts that are equal
but for the numbers in their subscripts.  ``layers[0].w``, ``layers[1].w``, ... become
``layers[i].w`` with ``i`` in 0 to 11.  A family expands to exactly its members, so
nothing is lost by showing it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import Iterable, Mapping, Sequence

# A number behind something that has items (not that of a list display), or one that a
# value is compared with.
_NUMBER = re.compile(r"((?<=[\w\])])\[\d+(?=\])|(?<= == )\d+$|(?<= == ')\d+(?='$))")
_LAST_NUMBER = re.compile(r"[)\]]*(?:\[\d+\])? == '?(\d+)'?$")
# A text that is looked for in something: one of several, as a rule.
_KEY = re.compile(r"^(?P<key>'[^']*') (?P<rest>(?:not )?in .*)$")
_MISSING = re.compile(r"^not hasattr\((?P<rest>.*), (?P<key>'[^']*')\)$")
VARIABLES = "ijkmn"


@dataclass(frozen=True)
class Family:
    """Texts of one form; `parts` are the pieces between the holes.

    Attributes:
        parts: one more than there are holes.
        holes: for each hole the number of its variable: holes that always hold the
            same number share one.
        values: for each variable its numbers, ascending; the members are all
            combinations.
    """

    parts: tuple[str, ...]
    holes: tuple[int, ...] = ()
    values: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """Return the number of members."""
        count = 1
        for numbers in self.values:
            count *= len(numbers)
        return count

    def members(self) -> list[str]:
        """Return the texts, in ascending order of their numbers."""
        return [
            self.text([str(row[hole]) for hole in self.holes])
            for row in product(*self.values)
        ]

    def text(self, fillings: Sequence[str]) -> str:
        """Return the pattern with these texts in its holes."""
        pieces = [self.parts[0]]
        for filling, part in zip(fillings, self.parts[1:]):
            pieces += [filling, part]
        return "".join(pieces)

    @property
    def pattern(self) -> str:
        """Return ``layers[i].w``."""
        return self.text([VARIABLES[hole] for hole in self.holes])

    @property
    def ranges(self) -> str:
        """Return ``layers[0..11].w``: the pattern with its numbers in place."""
        return self.text([spans(self.values[hole]) for hole in self.holes])


def fold(texts: Iterable[str]) -> list[Family]:
    """Return the families that these texts, each once, are the members of.

    In the order of their first members.  The members of all families together are the
    distinct texts.

    >>> [family.ranges for family in fold(["l[0].w", "b", "l[1].w", "l[2].w"])]
    ['l[0..2].w', 'b']
    """
    forms: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for text in dict.fromkeys(texts):
        parts, row = _split(text)
        forms.setdefault(parts, []).append(row)
    return [family for parts, rows in forms.items() for family in _of_form(parts, rows)]


def _split(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the text around its numbers, and these.

    >>> _split("l[3].n == 3")
    (('l[', '].n == ', ''), (3, 3))
    """
    pieces = _NUMBER.split(text)
    numbers = pieces[1::2]
    for position, number in enumerate(numbers):
        if number[0] == "[":  # stays with the text in front of it
            pieces[2 * position] += "["
    return tuple(pieces[::2]), tuple(int(number.lstrip("[")) for number in numbers)


def _of_form(
    parts: tuple[str, ...], rows: Sequence[tuple[int, ...]]
) -> Iterable[Family]:
    if len(parts) == 1 or len(rows) == 1:
        for row in rows:
            yield _single(parts, row)
        return
    columns = list(zip(*rows))
    variables = list(dict.fromkeys(columns))
    if len(variables) > len(VARIABLES):
        for row in rows:
            yield _single(parts, row)
        return
    holes = tuple(variables.index(column) for column in columns)
    for values in boxes(list(zip(*variables))):
        yield _constants_inlined(Family(parts, holes, values))


def _single(parts: tuple[str, ...], row: tuple[int, ...]) -> Family:
    text = parts[0]
    for number, part in zip(row, parts[1:]):
        text += f"{number}{part}"
    return Family((text,))


def _constants_inlined(family: Family) -> Family:
    """Return the family with holes of a single number filled."""
    varying = [n for n, numbers in enumerate(family.values) if len(numbers) > 1]
    parts, holes = [family.parts[0]], []
    for hole, part in zip(family.holes, family.parts[1:]):
        if hole in varying:
            holes.append(varying.index(hole))
            parts.append(part)
        else:
            parts[-1] += f"{family.values[hole][0]}{part}"
    return Family(tuple(parts), tuple(holes), tuple(family.values[n] for n in varying))


def boxes(rows: Sequence[tuple[int, ...]]) -> list[tuple[tuple[int, ...], ...]]:
    """Return products of number sets that together are exactly these rows.

    Rows with the same rest are gathered, the last column first: for what programs
    repeat, that is one box.

    >>> boxes([(0, 0), (0, 1), (1, 0), (1, 1), (2, 5)])
    [((0, 1), (0, 1)), ((2,), (5,))]
    """
    found: list[tuple[tuple[int, ...], ...]]
    found = [tuple((number,) for number in row) for row in dict.fromkeys(rows)]
    for column in reversed(range(len(rows[0]) if rows else 0)):
        by_rest: dict[object, list[tuple[tuple[int, ...], ...]]] = {}
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
    """Return numbers as ranges.

    >>> spans([0, 1, 2, 5, 8, 9])
    '0..2, 5, 8, 9'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    shown = []
    for first, last in runs:
        if last - first > 1:
            shown.append(f"{first}..{last}")
        else:
            shown += [str(number) for number in range(first, last + 1)]
    return ", ".join(shown)


@dataclass(frozen=True)
class Shared:
    """One statement about many subjects: `parts` around the place of the subject.

    With `keys`, the statement is made for each of them, where ``{key}`` stands.
    """

    parts: tuple[str, str]
    subjects: tuple[Family, ...]
    keys: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Return how many statements this is."""
        return sum(family.size for family in self.subjects) * max(1, len(self.keys))

    def members(self) -> list[str]:
        """Return the statements one by one."""
        return [
            f"{before}{text}{after}"
            for before, after in self._around()
            for family in self.subjects
            for text in family.members()
        ]

    def _around(self) -> Iterable[tuple[str, str]]:
        before, after = self.parts
        for key in self.keys or (KEY,):
            yield before.replace(KEY, key), after.replace(KEY, key)


KEY = "{key}"


def share(statements: Iterable[tuple[str, str, str]]) -> list[Shared]:
    """Gather statements that say the same of different subjects.

    What compares each of several subjects with a number of its own is folded as a
    whole: ``layers[i].index == i``.  What is said with different keys of the same
    subjects is said once: no ``a`` and no ``b`` in ``vars(x)``.

    Args:
        statements: each as the text before its subject, the subject, the text after.

    Returns:
        One for each pair of texts around, in order of first use; the subjects of each
        folded.  Members together are the distinct statements.
    """
    listed = list(dict.fromkeys(statements))
    numbers: dict[tuple[object, ...], set[str]] = {}
    for statement in listed:
        form, number = _compared(statement)
        if number:
            numbers.setdefault(form, set()).add(number)
    wholes: dict[tuple[object, ...], list[str]] = {}
    by_subject: dict[tuple[str, str, str], list[str]] = {}
    order: dict[object, None] = {}
    for statement in listed:
        form, number = _compared(statement)
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
    """Return the form of a statement and the number that ends it, if one does."""
    before, subject, after = statement
    found = _LAST_NUMBER.match(after)
    if found is None or not subject:
        return (), ""
    index = after[: found.start(1)].partition(" ==")[0]
    return (before, _split(subject)[0], _split(f"x{index}")[0], "'" in after), found[1]


def _keyed(before: str, after: str) -> tuple[str, tuple[str, str]]:
    """Return the key in a statement, "" for none, and the texts without it."""
    found = _KEY.match(f"{before}\0{after}")
    if found is not None:
        head, _, tail = f"{KEY} {found['rest']}".partition("\0")
        return found["key"], (head, tail)
    found = _MISSING.match(f"{before}\0{after}")
    if found is not None:
        head, _, tail = f"not hasattr({found['rest']}, {KEY})".partition("\0")
        return found["key"], (head, tail)
    return "", (before, after)


def common(groups: Sequence[Iterable[str]]) -> list[str]:
    """Return the texts that all groups have, in the order of the first."""
    if not groups:
        return []
    rest: list[Mapping[str, None]] = [dict.fromkeys(group) for group in groups[1:]]
    return [text for text in dict.fromkeys(groups[0]) if all(text in g for g in rest)]
