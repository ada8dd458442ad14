"""Make integers of one dtype, where the program makes them of two."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit

# The wider one holds all values of the others.
_INTEGERS = ("int8", "int16", "int32", "int64")


def one_dtype(case: Case) -> Iterator[Proposal]:
    """Yield the edit that makes values of a name with the wider of two dtypes."""
    if case.kind is not GuardKind.DTYPE:
        return
    met = {one.expected for one in case.group.causes}
    met |= {one.actual for one in case.group.causes}
    if len(met) < 2 or not met <= {*_INTEGERS}:
        return
    *narrow, wide = sorted(met, key=_INTEGERS.index)
    name = case.group.attribute
    edits = [
        edit
        for file in case.known
        for value in _values(case.files.tree(file), name)
        for edit in _widened(case, file, value, narrow, wide)
    ]
    if edits and are_apart(edits):
        yield Proposal(case.finding, f"make `{name}` {wide}", tuple(edits))


def _values(tree: ast.Module, name: str) -> Iterator[ast.expr]:
    """Yield the expressions that become an item, argument or attribute of a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if getattr(key, "value", None) == name:
                    yield value
        elif isinstance(node, ast.keyword) and node.arg == name:
            yield node.value
        elif isinstance(node, ast.Assign):
            if name in {last_name(target) for target in node.targets}:
                yield node.value


def _widened(
    case: Case, file: str, value: ast.expr, narrow: list[str], wide: str
) -> Iterator[Edit]:
    """Yield the edits of an expression's narrow dtypes."""
    lines = case.files.lines(file)
    for node in ast.walk(value):
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if name in narrow:
            head = source_of(lines, node)[: -len(name)]
            yield replaced(case.files, file, node, f"{head}{wide}")
