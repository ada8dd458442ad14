"""The rule on classes whose `__getattr__` is a method of `dict` or another C type.

Torch traces only a `__getattr__` that is a Python function.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import is_getattr_of_c

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Run

# What each method of C does, by the parameters after ``self`` and the statement.
_WRITTEN = {
    "__getitem__": ("name", "return self[name]"),
    "get": ("name", "return self.get(name)"),
    "__setitem__": ("name, value", "self[name] = value"),
    "__delitem__": ("name", "del self[name]"),
}
_PARAMETERS = {
    "__getattr__": "name", "__setattr__": "name, value", "__delattr__": "name",
}  # fmt: skip


class Borrowed(NamedTuple):
    """A statement in a class that takes a special method from another type.

    Attributes:
        file: the file of the class.
        owner: the name of the class.
        statement: the assignment, such as ``__getattr__ = dict.get``.
        name: the name of the special method.
    """

    file: ProgramFile
    owner: str
    statement: ast.Assign
    name: str

    @property
    def line(self) -> SourceLine:
        """The line of the statement."""
        return line_of(self.file, self.statement.lineno)

    @property
    def lines(self) -> tuple[str, str]:
        """The method written in Python: its `def` line and its body."""
        source = dotted(self.statement.value)
        given = _PARAMETERS[self.name]
        body = f"return {source}(self, {given})"
        given, body = _WRITTEN.get(source.rpartition(".")[2], (given, body))
        return f"def {self.name}(self, {given}):", f"    {body}"


def borrowed_methods(run: Run) -> list[Borrowed]:
    """Return the statements of classes that have a `__getattr__` of another type."""
    found: list[Borrowed] = []
    for file in program_files(run):
        for classes in index_of(file).classes.values():
            for one in classes:
                taken = [*_taken(file, one)]
                if any(each.name == "__getattr__" for each in taken):
                    found += taken
    return found


def _taken(file: ProgramFile, owner: ast.ClassDef) -> list[Borrowed]:
    return [
        Borrowed(file, owner.name, one, target.id)
        for one in owner.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Attribute)
        for target in one.targets
        if isinstance(target, ast.Name) and target.id in _PARAMETERS
    ]


def getattr_met(one: Break) -> list[Borrowed]:
    """Return the statements that take such a `__getattr__`, if torch meets one."""
    if not is_getattr_of_c(" ".join(one.texts)):
        return []
    found = borrowed_methods(one.run)
    return [each for each in found if each.name == "__getattr__"]


def _cure(one: Break) -> Cure:
    first = getattr_met(one)[0]
    rest = [each for each in borrowed_methods(one.run) if each != first]
    others = [f"`{each.name}` ({place(each.line)})" for each in rest]
    also = f"; likewise for {joined(others)}" if others else ""
    return Cure(
        " ".join(map(str.strip, first.lines)), f"instead of {place(first.line)}{also}"
    )


BORROWED_METHOD: Rule[Break] = Rule(
    "borrowed-method",
    when=getattr_met,
    cure=_cure,
    title="{it.state}: `__getattr__` written in C",
    why=lambda one: (
        f"`{getattr_met(one)[0].owner}.__getattr__` is no Python function, so torch "
        "cannot trace it."
    ),
)
