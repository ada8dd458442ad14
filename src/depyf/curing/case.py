"""Collect the facts about a function's recompiles that edits need."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.called_object import called_object
from depyf.curing.syntax import calls_at
from depyf.model.findings.causes import root_name
from depyf.model.findings.expression_parts import passed_at
from depyf.model.findings.names import is_compiled, passed_names
from depyf.model.findings.tensor_changes import are_without_gradients
from depyf.model.python_text import dotted
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.settings_of import Form
    from depyf.model.findings.recompile_groups import Group
    from depyf.torch_text.questions import GuardKind


@dataclass(frozen=True)
class Case:
    """A group of recompiles of a function, and the program.

    Attributes:
        files: the program's files.
        group: the recompiles.
        finding: the problem that the proposals are meant to cure.
        known: the paths of the program's files.
    """

    files: ProgramFiles
    group: Group
    finding: str
    known: tuple[str, ...]

    @property
    def kind(self) -> GuardKind:
        """The kind of guard that failed."""
        return self.group.first.kind

    @property
    def is_attribute(self) -> bool:
        """Whether the guarded value is an attribute of an object."""
        return "." in self.group.source and self.group.attribute.isidentifier()

    @property
    def is_without_gradients(self) -> bool:
        """Whether all entries were compiled with gradients switched off."""
        return are_without_gradients(self.group.frame.entries)

    def allows(self, form: Form) -> bool:
        """Return whether a form may be tried: it must not silently stop gradients."""
        return self.is_without_gradients or not form.stops_gradients

    def argument(self) -> tuple[str, ast.expr] | None:
        """Return the file and expression of the guarded argument in the user's call."""
        return next(self.arguments(), None)

    def arguments(self, name: str = "") -> Iterator[tuple[str, ast.expr]]:
        """Yield the file and expression of an argument for calls on the user's line.

        If a line has several calls, those with as many arguments as the function has
        parameters come first.

        Args:
            name: the name of the argument; by default the guarded one.
        """
        name = name or root_name(self.group.source)
        for file, call, position in self._calls(name):
            given = passed_at(call, name, position)
            if given is not None:
                yield file, given

    def spread(self) -> Iterator[tuple[str, ast.expr, tuple[int, ...]]]:
        """Yield the file, expression and index of a spread argument (`*args`)."""
        name = root_name(self.group.source)
        for file, call, position in self._calls(name):
            for at, given in enumerate(call.args[: position + 1]):
                if isinstance(given, ast.Starred):
                    yield file, given.value, (position - at,)
                    break

    def _calls(self, name: str) -> Iterator[tuple[str, ast.Call, int]]:
        """Yield the file and calls on the user's line, with the parameter's index."""
        given = passed_names(self.group.frame)
        if name in given:
            for file, call in self.calls():
                yield file, call, given.index(name)

    def object_of(self, call: ast.Call) -> str:
        """Return the source of the object that is `self` in a call, or ""."""
        method = self.group.frame.co_name
        return called_object(self.files, self.known, method, call)

    def calls(self) -> Iterator[tuple[str, ast.Call]]:
        """Yield the file and calls on the user's line, the likeliest call first."""
        group, line = self.group, self.group.called_at
        if line is None or not self.files.is_own(line.file):
            return
        if is_compiled(group.run, line):
            return
        given = passed_names(group.frame)
        calls = [*calls_at(self.files.tree(line.file), line.line)]
        for call in sorted(calls, key=lambda one: _distance(one, given, group)):
            yield line.file, call


def _distance(call: ast.Call, given: list[str], group: Group) -> tuple[bool, int, bool]:
    """Return a sort key: smaller if a call is more likely a call of the function."""
    name = dotted(call.func).rpartition(".")[2]
    passed = len(call.args) + len(call.keywords)
    holds_call = any(isinstance(one, ast.Call) for one in call.args)
    return name != group.frame.co_name, abs(passed - len(given)), holds_call
