"""Run a compiled function as plain Python, so that its parts can be compiled instead.

The edit depends on how it is compiled: by a decorator, by `torch.compile(function)`, or
as the `forward` of a module.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.curing.blocks import before
from depyf.curing.compile_calls import compile_calls, option_texts
from depyf.curing.program_files import Edit
from depyf.curing.syntax import replaced, source_of
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
        edits: the edits.
        start: the decorators for its parts; none if torch compiles the parts anyway.
    """

    edits: Sequence[Edit]
    start: Sequence[str]


def plain_whole(
    files: ProgramFiles, known: Sequence[str], file: str, function: Function
) -> PlainWhole:
    """Return the edits that make a function plain, and the decorators for its parts."""
    compiled = {id(one.node) for one in compile_calls(files, [file])}
    for one in function.decorator_list:
        if id(one) in compiled:
            gone = Edit(file, one.lineno, last_line(one), ())
            return PlainWhole([gone], [f"@{source_of(files.lines(file), one)}"])
    edits, start = by_call(files, known, file, function)
    if edits:
        return PlainWhole(edits, start)
    return PlainWhole([before(files, file, function, SKIP)], [])


def by_call(
    files: ProgramFiles, known: Sequence[str], file: str, function: Function
) -> PlainWhole:
    """Return the edits for a function that ``torch.compile(function)`` compiles.

    The call must be removed, because torch compiles the function even if it is
    disabled.
    """
    calls = [
        one
        for one in compile_calls(files, known)
        if function in files.tree(file).body and _compiles(one, function)
    ]
    edits = [
        replaced(files, one.file, one.node, source_of(files.lines(one.file), given))
        for one in calls
        for given in one.node.args[:1]  # type: ignore[attr-defined]
    ]
    start = [f"@torch.compile{option_texts(files, one)}" for one in calls[:1]]
    return PlainWhole(edits, start)


def _compiles(one: CompileCall, function: Function) -> bool:
    node = one.node
    return (
        isinstance(node, ast.Call)
        and len(node.args) > 0
        and last_name(node.args[0]) == function.name
    )
