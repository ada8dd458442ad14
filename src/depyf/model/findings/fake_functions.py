"""Find the program's fake implementations of custom operators."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.expression_parts import binding, ends_of
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.syntax_parts import constant, last_name
from depyf.torch_text.break_words import words_in

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function, ProgramIndex
    from depyf.model.run import Run

_DEFINES = "custom_op"
_REGISTER = {"register_fake", "impl_abstract", "register_meta"}


class Fake(NamedTuple):
    """A fake implementation, which computes the shapes of an operator's results."""

    operator: str
    file: ProgramFile
    function: Function


class Real(NamedTuple):
    """The function that implements an operator."""

    file: ProgramFile
    function: Function


def fakes(run: Run) -> Iterator[Fake]:
    """Yield the fake implementations that the program registers with decorators."""
    for file in program_files(run):
        for functions in index_of(file).functions.values():
            for function in functions:
                for decorator in function.decorator_list:
                    name = operator_of(decorator)
                    if name:
                        yield Fake(name, file, function)


def is_named(fake: Fake, words: str) -> bool:
    """Return whether an error names the operator of a fake."""
    return fake.operator in words_in(words)


def operator_of(decorator: ast.expr) -> str:
    """Return the operator for which a decorator registers a fake; empty if none."""
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    if last_name(node) not in _REGISTER or not isinstance(node, ast.Attribute):
        return ""
    if isinstance(decorator, ast.Call) and decorator.args:
        return str(constant(decorator.args[0])).rpartition("::")[2]
    return last_name(node.value)


def real_of(run: Run, operator: str) -> Real | None:
    """Return the function that ``custom_op`` makes an operator, or None."""
    for file in program_files(run):
        for function in index_of(file).functions.get(operator, ()):
            if is_operator(function):
                return Real(file, function)
    return None


def is_operator(function: Function) -> bool:
    """Return whether ``custom_op`` makes a function an operator; torch traces none."""
    return any(map(_is_definition, function.decorator_list))


def _is_definition(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return last_name(called) == _DEFINES


def function_defined_at(run: Run, line: SourceLine | None) -> str:
    """Return the function that ``custom_op`` on this line decorates, or ""."""
    file = file_of(run, line)
    if file is None or line is None:
        return ""
    named = (
        function.name
        for functions in index_of(file).functions.values()
        for function in functions
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and _is_definition(decorator)
        if decorator.lineno <= line.line <= last_line(decorator)
    )
    return next(named, "")


def from_fake(
    run: Run, line: SourceLine | None, words: str = ""
) -> tuple[SourceLine, ...]:
    """Return the lines in operators' fake implementations that a line depends on.

    These are the lines that return the fake results.  If another line calls the
    operator, that call comes first.

    Args:
        run: the run.
        line: the line.
        words: an error.  If it names operators, only these count.
    """
    file = file_of(run, line)
    if file is None or line is None:
        return ()
    found: dict[SourceLine, None] = {}
    every = [*fakes(run)]
    named = [one for one in every if is_named(one, words)]
    for one in named or every:
        for number in _calls(index_of(file), line.line, one.operator):
            if number != line.line:
                found[line_of(file, number)] = None
            for end in ends_of(one.function):
                found[line_of(one.file, end.lineno)] = None
    return tuple(found)


def _calls(index: ProgramIndex, line: int, operator: str) -> Iterator[int]:
    """Yield the lines that call an operator and whose results a line uses."""
    calls = index.calls.get(operator, ())
    yield from (call.lineno for call in calls if call.lineno == line)
    function = index.function_at(line)
    for name in _names_at(index, line):
        store = binding(index, name, function, line)
        if store is not None and store.value is not None:
            if any(node in calls for node in ast.walk(store.value)):
                yield store.line


def _names_at(index: ProgramIndex, line: int) -> list[str]:
    """Return the variables that a line reads."""
    nodes = (node for node in ast.walk(index.tree) if isinstance(node, ast.Name))
    found = (node.id for node in nodes if node.lineno == line)
    return list(dict.fromkeys(found))
