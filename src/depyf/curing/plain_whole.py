"""Run a compiled function as plain Python, so that its parts can be compiled instead.

How depends on what compiles it: a decorator, a call `torch.compile(function)`, or the
module whose `forward` it is.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import before, behind
from depyf.curing.compile_calls import compile_calls, option_texts
from depyf.curing.program_files import Edit
from depyf.curing.syntax import (
    functions_named,
    replaced,
    source_of,
    statement_at,
)
from depyf.model.findings.program_index import last_line
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.compile_calls import CompileCall
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.program_index import Function

DISABLE = "@torch.compiler.disable"
SKIP = f"{DISABLE}(recursive=False)"


class PlainWhole(NamedTuple):
    """The edits that make a function run as plain Python.

    Attributes:
        edits: what changes for it.
        start: the decorators of its parts; none where torch compiles them anyway.
        calls: the calls that compiled it, where a decorator cannot have their options.
    """

    edits: Sequence[Edit]
    start: Sequence[str]
    calls: Sequence[CompileCall] = ()


def plain_whole(
    files: ProgramFiles, known: Sequence[str], file: str, function: Function
) -> PlainWhole:
    """Return edits that stop compiling a function, and decorators for its parts."""
    compiled = {id(one.node) for one in compile_calls(files, [file])}
    for one in function.decorator_list:
        if id(one) in compiled:
            gone = Edit(file, one.lineno, last_line(one), ())
            return PlainWhole([gone], [f"@{source_of(files.lines(file), one)}"])
    found = by_call(files, known, file, function)
    if found.edits:
        return found
    return PlainWhole([before(files, file, function, SKIP)], [])


def by_call(
    files: ProgramFiles, known: Sequence[str], file: str, function: Function
) -> PlainWhole:
    """Return edits that keep a function plain by removing ``torch.compile(function)``.

    torch compiles it even if it is excluded; so the call has to go.
    """
    calls = [
        one
        for one in compile_calls(files, known)
        if _compiles(one, function)
        and (function in files.tree(file).body or _is_only(files, known, function))
    ]
    edits = [
        replaced(files, one.file, one.node, source_of(files.lines(one.file), given))
        for one in calls
        for given in one.node.args[:1]  # type: ignore[attr-defined]
    ]
    options = [option_texts(files, known, one) for one in calls[:1]]
    if None in options:
        return PlainWhole(edits, [], calls)
    return PlainWhole(edits, [f"@torch.compile{one}" for one in options])


def compiled_by(
    files: ProgramFiles, one: CompileCall, old: str, new: str
) -> Iterator[Edit]:
    """Yield the edit that compiles another function with the options of a call.

    Args:
        files: the program.
        one: the call, of ``old`` or of an object's method of that name.
        old: the name of the function that it compiled.
        new: the name of the function that it compiles from now on.
    """
    call, lines = one.node, files.lines(one.file)
    statement = statement_at(files.tree(one.file), call.lineno)
    if isinstance(call, ast.Call) and statement is not None:
        given = source_of(lines, call.args[0])
        target = given[: len(given) - len(old)] + new
        rest = [source_of(lines, node) for node in call.args[1:]]
        rest += [_keyword(lines, node) for node in call.keywords]
        arguments = ", ".join([target, *rest])
        line = f"{target} = {source_of(lines, call.func)}({arguments})"
        yield behind(files, one.file, statement, line)


def _keyword(lines: Sequence[str], node: ast.keyword) -> str:
    value = source_of(lines, node.value)
    return f"**{value}" if node.arg is None else f"{node.arg}={value}"


def _is_only(files: ProgramFiles, known: Sequence[str], function: Function) -> bool:
    """Return whether no other function or method has the same name."""
    named = [
        one
        for file in known
        for one in functions_named(files.tree(file), function.name)
    ]
    return len(named) == 1


def _compiles(one: CompileCall, function: Function) -> bool:
    node = one.node
    return (
        isinstance(node, ast.Call)
        and len(node.args) > 0
        and last_name(node.args[0]) == function.name
    )
