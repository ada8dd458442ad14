"""The rule on checks of a library that break the graph, and that an option turns off.

Distributions of torch, for example, check their arguments unless ``validate_args`` is
False.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant
from depyf.model.findings.written_constants import written_as

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

_WORDS = {"validate", "check", "checks", "verify"}  # in a keyword
_OF_DISTRIBUTIONS = "validate_args"
_CHECKED_IN = {"__init__", "_validate_sample"}  # of `torch.distributions.Distribution`
NO_CHECKS = "torch.distributions.Distribution.set_default_validate_args(False)"
_UNCHECKED = "the values are then not checked there"


class LibraryCheck(NamedTuple):
    """An argument by which the program asks a library to check values.

    Attributes:
        name: the keyword.
        line: the line of the value.
        value: the value.
    """

    name: str
    line: SourceLine
    value: ast.expr

    @property
    def switched_off(self) -> str:
        """The argument that asks for no check."""
        return f"{self.name}=False"


@once_each
def library_check(one: Break) -> LibraryCheck | None:
    """Return the argument that asks for the check in which a library breaks the graph.

    It is on the program's line that calls the library.  A distribution of torch also
    checks values in later calls.
    """
    where = one.where
    file = file_of(one.run, where)
    if not one.is_in_library or where is None or file is None:
        return None
    found = [asked for asked in _asked(file) if asked.line.line == where.line]
    if not found and checks_distribution(one):
        every = (asked for file in program_files(one.run) for asked in _asked(file))
        found = [asked for asked in every if asked.name == _OF_DISTRIBUTIONS]
    return found[0] if found else None


def checks_distribution(one: Break) -> bool:
    """Return whether a distribution of torch breaks the graph as it checks values."""
    inner = one.innermost
    if inner is None or inner.function not in _CHECKED_IN:
        return False
    parts = inner.file.replace("\\", "/").split("/")[-3:]
    return parts == ["torch", "distributions", "distribution.py"]


def _asked(file: ProgramFile) -> Iterator[LibraryCheck]:
    """Yield the arguments of a file that ask for a check, and are not plainly False."""
    for node in ast.walk(index_of(file).tree):
        for given in node.keywords if isinstance(node, ast.Call) else ():
            name, value = given.arg or "", given.value
            if _WORDS & set(name.split("_")) and constant(value) is not False:
                yield LibraryCheck(name, line_of(file, value.lineno), value)


def _cure(one: Break) -> Cure:
    found = library_check(one)
    if found is None:
        return Cure(NO_CHECKS, f"before the first call: {_UNCHECKED}")
    where = place(found.line)
    file = file_of(one.run, found.line)
    asked = written_as(True, file, found.value, program_files(one.run)) if file else []
    places = {place(line) for line in asked}
    also = f", which is True by {joined(places)}" if places - {where} else ""
    return Cure("", f"pass `{found.switched_off}` at {where}{also}: {_UNCHECKED}")


LIBRARY_CHECK: Rule[Break] = Rule(
    "library-check",
    when=lambda one: library_check(one) or checks_distribution(one),
    cure=_cure,
    title="{it.state}: a library's check of values",
)
