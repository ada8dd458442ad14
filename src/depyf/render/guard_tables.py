"""Facts of one form about many subjects, each with a value of its own, as one table.

``type(a) is A``, ``type(b) is B``, ... is
``all(type(it) is kind for it, kind in ((a, A), (b, B), ...))``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable, NamedTuple, Pattern, Sequence

from depyf.model.families import KEY, Shared

_MOST_SUBJECTS = 2  # of one statement: more are better said on their own
_MOST_KEYS = 4
_FEWEST = 3  # statements that are worth a table


class _Form(NamedTuple):
    """How statements begin and end, and how they are said of all rows.

    `value` is a group of the pattern, or a key of the statement.
    """

    around: Pattern[str]
    text: str
    value: str


_SUBJECT = "\0"
_FORMS = (
    _Form(
        re.compile(r"type\(\0\) is (?P<value>[\w.]+)"), "type({it}) is {value}", "kind"
    ),
    _Form(re.compile(r"len\(\0\) == (?P<value>\d+)"), "len({it}) == {value}", "size"),
    _Form(
        re.compile(r"(?P<value>\{key\}|'[^']*') not in vars\(\0\)"),
        "{value} not in vars({it})",
        "name",
    ),
    _Form(
        re.compile(r"not hasattr\(\0, (?P<value>\{key\}|'[^']*')\)"),
        "not hasattr({it}, {value})",
        "name",
    ),
)


@dataclass(frozen=True)
class Table:
    """Statements of one form.

    Attributes:
        text: what is said of ``it`` and the value.
        names: of the subject and of the value.
        rows: subjects and values, each a text; of a family with its loop.
        statements: what it stands for.
    """

    text: str
    names: tuple[str, str]
    rows: tuple[tuple[Shared, str], ...]
    statements: tuple[Shared, ...]


def tables(shared: Sequence[Shared], used: Iterable[str]) -> list[Table | Shared]:
    """Return statements in their order, with tables where the first of them stood.

    Args:
        shared: statements of one category.
        used: names that a loop may not use.
    """
    forms = [_form_of(one) for one in shared]
    taken = set(used)
    found: list[Table | Shared] = []
    made: set[_Form] = set()
    for one, form in zip(shared, forms):
        alike = [s for s, f in zip(shared, forms) if f is not None and f is form]
        if form is None or len(alike) < _FEWEST or taken & {"it", form.value}:
            found.append(one)
        elif form not in made:
            made.add(form)
            found.append(_table(form, alike))
    return found


def _form_of(one: Shared) -> _Form | None:
    if len(one.subjects) > _MOST_SUBJECTS or len(one.keys) > _MOST_KEYS:
        return None
    text = _SUBJECT.join(one.parts)
    return next((form for form in _FORMS if form.around.fullmatch(text)), None)


def _table(form: _Form, alike: Sequence[Shared]) -> Table:
    rows: list[tuple[Shared, str]] = []
    for one in alike:
        match = form.around.fullmatch(_SUBJECT.join(one.parts))
        assert match is not None
        values = one.keys if match["value"] == KEY else (match["value"],)
        rows += [(one, value) for value in values]
    text = form.text.format(it="it", value=form.value)
    return Table(text, ("it", form.value), tuple(rows), tuple(alike))
