"""Propose edits of functions that are passed to operators such as `torch.cond`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import functions_named, replaced, source_of
from depyf.model.python_text import dotted
from depyf.torch_text.names import is_aliasing

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.findings.breaks import Break

# The operators that take functions, by the last part of their name.
_OPERATORS = {"cond", "while_loop", "map", "scan", "associative_scan", "checkpoint"}


def copied(
    one: Break, files: ProgramFiles, finding: str, known: tuple[str, ...]
) -> Iterator[Proposal]:
    """Yield edits that copy the inputs which a branch returns unchanged.

    Args:
        one: the break or failure.
        files: the program's files.
        finding: the problem to cure.
        known: the paths of the program's files.
    """
    if not is_aliasing(" ".join(one.texts)):
        return
    edits = {
        (edit.file, edit.first): edit
        for file in known
        for node in ast.walk(files.tree(file))
        if isinstance(node, ast.Call) and _takes_functions(node)
        for given in (*node.args, *(one.value for one in node.keywords))
        for edit in _copies(files, file, given, known)
    }
    for edit in edits.values():
        what = "return a copy of the input (`.clone()`)"
        yield Proposal(finding, what, (edit,), is_sure=True)
    if len(edits) > 1:
        what = "return copies of the inputs (`.clone()`)"
        yield Proposal(finding, what, tuple(edits.values()), is_sure=True)


def _takes_functions(call: ast.Call) -> bool:
    owner, _, name = dotted(call.func).rpartition(".")
    return name in _OPERATORS and (bool(owner) or name != "map")


def _copies(
    files: ProgramFiles, file: str, given: ast.expr, known: tuple[str, ...]
) -> Iterator[Edit]:
    """Yield the edits that add copies to a function that is passed to an operator."""
    if isinstance(given, ast.Lambda):
        yield from _copied(files, file, given.args, given.body)
        return
    name = dotted(given).rpartition(".")[2]
    for where in known if name else ():
        for function in functions_named(files.tree(where), name):
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    yield from _copied(files, where, function.args, node.value)


def _copied(
    files: ProgramFiles, file: str, arguments: ast.arguments, value: ast.expr
) -> Iterator[Edit]:
    """Yield the edit that copies parameters in a returned value."""
    names = {one.arg for one in (*arguments.args, *arguments.kwonlyargs)}
    parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
    if not any(isinstance(one, ast.Name) and one.id in names for one in parts):
        return
    lines = files.lines(file)
    sources = [
        source_of(lines, one)
        + (".clone()" if isinstance(one, ast.Name) and one.id in names else "")
        for one in parts
    ]
    if value is parts[0]:
        yield replaced(files, file, value, sources[0])
        return
    inner = ", ".join(sources)
    is_list = isinstance(value, ast.List)
    comma = "," if len(parts) == 1 and not is_list else ""
    new = f"[{inner}]" if is_list else f"({inner}{comma})"
    yield replaced(files, file, value, new)
