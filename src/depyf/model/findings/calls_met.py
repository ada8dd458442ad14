"""Find the calls of a function that led to a compilation, on recorded stacks."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence, Tuple

from depyf.model.findings.function_calls import calls_of
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of
from depyf.model.findings.spots import spot_of_node
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.callees import Callees
    from depyf.model.findings.object_classes import ClassFinder
    from depyf.model.findings.program_index import Function

# The file of a call, the call, and whether the function's first parameter is bound.
CallMet = Tuple["ProgramFile", ast.Call, bool]


class CallsMet(NamedTuple):
    """Finds the calls of a function: first on recorded stacks, then in the source.

    Attributes:
        files: the files of the program.
        finder: finds the classes of objects.
        callees: finds the functions that calls run.
        steps: pairs of neighbouring lines of recorded stacks: a caller's line, and the
            line of the program that it led to.
    """

    files: Sequence[ProgramFile]
    finder: ClassFinder
    callees: Callees
    steps: tuple[tuple[SourceLine, SourceLine], ...] = ()

    def along(self, stacks: Iterable[Sequence[SourceLine]]) -> CallsMet:
        """Return a copy that looks for calls on these stacks first."""
        known = {file.file for file in self.files}
        steps: dict[tuple[SourceLine, SourceLine], None] = {}
        for stack in stacks:
            own = [line for line in stack if line.file in known]
            steps.update(dict.fromkeys(zip(own, own[1:])))
        return self._replace(steps=tuple(steps))

    def of(self, function: Function, file: ProgramFile) -> list[CallMet]:
        """Return the calls of a function on recorded stacks; if there are none, all.

        Args:
            function: the called function.
            file: the file that defines the function.
        """
        met = [
            found
            for caller, called in self.steps
            if called.file == file.file
            and index_of(file).function_at(called.line) is function
            for found in self._calling(caller, function, file)
        ]
        found = met or list(calls_of(self.files, self.finder, function, file))
        return found or list(self._set_by(function))

    def _set_by(
        self, function: Function
    ) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
        """Yield the assignments that call the setter of a property."""
        if not any(last_name(one) == "setter" for one in function.decorator_list):
            return
        for file in self.files:
            for store in index_of(file).at(Kind.ATTRIBUTE, function.name):
                if store.owner is not None and store.value is not None:
                    called = ast.Attribute(store.owner, function.name, ast.Load())
                    call = ast.Call(called, [store.value], [])
                    yield file, ast.copy_location(call, store.node), True

    def _calling(
        self, line: SourceLine, function: Function, file: ProgramFile
    ) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
        """Yield the call on a line that led into a function, if it is unambiguous."""
        where = next(one for one in self.files if one.file == line.file)
        calls = index_of(where).calls_at(line.line)
        led = [self.callees.of(one, spot_of_node(where, one)) for one in calls]
        named = [
            call
            for call, found in zip(calls, led)
            if any(one is function for _, one in found)
            or last_name(call.func) == function.name
        ]
        # Otherwise, a call whose function the source does not show, such as a callback.
        named = named or [call for call, found in zip(calls, led) if not found]
        own = index_of(file).class_around(function)
        is_method = own is not None and function in own.body
        if len(named) == 1:
            yield where, named[0], is_method
