"""Show facts of one form about many subjects as one table.

``type(a) is A``, ``type(b) is B``, ... become
``all(type(it) is kind for it, kind in ((a, A), (b, B), ...))``.
"""

from __future__ import annotations

from typing import Iterable, NamedTuple, Pattern, Sequence

from depyf.model.families import KEY, Shared
from depyf.records import dataclass
from depyf.regexes import regex

_MOST_SUBJECTS = 2  # a statement about more subjects stays outside of tables
_MOST_KEYS = 4
_FEWEST = 3  # the fewest statements for a table


class _Form(NamedTuple):
    """A form of statements: a pattern, and the condition that a table has for it.

    `value` is the name of the loop variable for the second column.
    """

    around: Pattern[str]
    text: str
    value: str


_SUBJECT = "\0"
_FORMS = (
    _Form(regex(r"type\(\0\) is (?P<value>[\w.]+)"), "type(it) is kind", "kind"),
    _Form(regex(r"len\(\0\) == (?P<value>\d+)"), "len(it) == size", "size"),
    _Form(
        regex(r"(?P<value>\{key\}|'[^']*') not in vars\(\0\)"),
        "name not in vars(it)",
        "name",
    ),
    _Form(
        regex(r"not hasattr\(\0, (?P<value>\{key\}|'[^']*')\)"),
        "not hasattr(it, name)",
        "name",
    ),
)


@dataclass(frozen=True)
class Table:
    """A table of guards that have the same form and differ in one value.

    Attributes:
        text: the condition on ``it`` and the value.
        names: the loop variables for the subject and the value.
        rows: statements with their subjects, and the value of each.
        statements: the statements that the table replaces.
    """

    text: str
    names: tuple[str, str]
    rows: tuple[tuple[Shared, str], ...]
    statements: tuple[Shared, ...]


def tables(shared: Sequence[Shared], used: Iterable[str]) -> list[Table | Shared]:
    """Return statements in order; a table takes the place of its first statement.

    Args:
        shared: the statements of one category.
        used: names that loops must not use.
    """
    forms = [_form_of(one) for one in shared]
    rows: dict[_Form | None, list[tuple[Shared, str]]] = {}
    for one, (form, values) in zip(shared, forms):
        rows.setdefault(form, []).extend((one, value) for value in values)
    taken = set(used)
    found: dict[object, Table | Shared] = {}
    for one, (form, _) in zip(shared, forms):
        alike = tuple(s for s, (f, _) in zip(shared, forms) if f is form)
        if form is None or len(alike) < _FEWEST or taken & {"it", form.value}:
            found[id(one)] = one
        elif form not in found:
            names = "it", form.value
            found[form] = Table(form.text, names, tuple(rows[form]), alike)
    return list(found.values())


def _form_of(one: Shared) -> tuple[_Form | None, Sequence[str]]:
    """Return the form of a statement, or None, and its values."""
    if len(one.subjects) <= _MOST_SUBJECTS and len(one.keys) <= _MOST_KEYS:
        for form in _FORMS:
            match = form.around.fullmatch(_SUBJECT.join(one.parts))
            if match is not None:
                is_key = match["value"] == KEY
                return form, one.keys if is_key else (match["value"],)
    return None, ()
