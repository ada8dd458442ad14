"""Convert objects with `__index__` to numbers where a function slices by them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced_together, source_of
from depyf.model.findings.foreign_objects import index_classes
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import indexes_of
from depyf.torch_text.break_words import is_no_operand

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.breaks import Break


def plain_indexes(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that converts the bounds of all slices in a function."""
    line = one.where
    if line is None or not files.is_own(line.file):
        return
    function = function_at(files.tree(line.file), line.line)
    if function is None or not is_no_operand(one.event.reason):
        return
    bounds = [*_bounds(function)]
    if bounds and index_classes(one):
        lines = files.lines(line.file)
        new = [(node, f"int({source_of(lines, node)})") for node in bounds]
        edits = replaced_together(files, line.file, new)
        what = f"convert the bounds of slices in `{function.name}` with `int`"
        yield Proposal(finding, what, tuple(edits))


def _bounds(function: ast.AST) -> Iterator[ast.expr]:
    """Yield the variables and attributes that are bounds of slices."""
    for node in ast.walk(function):
        for index in indexes_of(node) if isinstance(node, ast.Subscript) else ():
            if isinstance(index, ast.Slice):
                for bound in (index.lower, index.upper, index.step):
                    if isinstance(bound, (ast.Name, ast.Attribute)):
                        yield bound
