"""Choose a few lines of long traces to show; lines that create a value come first."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Collection, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.findings.expression_parts import is_empty
from depyf.model.findings.program_text import index_of
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.spots import Spot

# Calls that only pass on their arguments, or only count.
_PASSING = {
    "range", "enumerate", "zip", "iter", "next", "map", "filter", "list", "tuple",
    "setattr", "getattr", "update", "setdefault", "append", "get", "pop", "popleft",
    "vars", "super", "replace", "dict", "items", "values", "keys",
}  # fmt: skip
_COMPUTES = (
    ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Lambda,
    ast.JoinedStr, ast.ListComp, ast.DictComp, ast.SetComp, ast.AugAssign,
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
)  # fmt: skip
_DISPLAYS = (ast.Tuple, ast.List, ast.Dict)


class Chain(NamedTuple):
    """The lines of a trace, from the guarded value back to where it was created.

    Attributes:
        lines: the lines, the nearest to the call first.
        made: the lines that gave the value the property that failed the guard.
        by_name: whether the lines may set an attribute of the name on another object.
    """

    lines: Sequence[SourceLine]
    made: Collection[SourceLine] = ()
    by_name: bool = False


def chosen(
    files: Sequence[ProgramFile], chains: Sequence[Chain], most: int
) -> tuple[SourceLine, ...]:
    """Return at most `most` lines of some chains, in the order of the chains.

    Lines in `Chain.made` are preferred, then lines that compute a value, then the lines
    nearest to the call.
    """
    every = dict.fromkeys(line for one in chains for line in one.lines)
    if len(every) <= most:
        return tuple(every)
    ranks: dict[SourceLine, tuple[int, int]] = {}
    for one in chains:
        for depth, line in enumerate(one.lines):
            rank = _rank(files, one, line, depth, is_only=len(chains) == 1)
            ranks[line] = min(rank, ranks.get(line, rank))
    kept = set(sorted(ranks, key=lambda line: ranks[line])[:most])
    return tuple(line for line in every if line in kept)


def until_kept(
    visited: Sequence[tuple[ast.expr, Spot]], lines: Iterable[SourceLine]
) -> Iterator[SourceLine]:
    """Yield lines up to the first that reads the value from an attribute or item.

    Args:
        visited: the expressions that gave the value, the nearest to the call first.
        lines: the lines of the trace.
    """
    read = next(
        (
            (spot.file.file, node.lineno)
            for node, spot in visited
            if isinstance(node, (ast.Attribute, ast.Subscript))
            and index_of(spot.file).knows(node)
        ),
        None,
    )
    for line in lines:
        yield line
        if (line.file, line.line) == read:
            return


def _rank(
    files: Sequence[ProgramFile],
    chain: Chain,
    line: SourceLine,
    depth: int,
    *,
    is_only: bool,
) -> tuple[int, int]:
    if line in chain.made:
        return 0, depth
    if depth == 0 and is_only:
        return 1, depth
    file = next((one for one in files if one.file == line.file), None)
    if file is not None and _creates_empty(file, line.line):
        return 3, depth  # what fills it is a later line of the chain
    if file is not None and _computes(files, file, line.line):
        return 1, depth
    return 2, depth


def _creates_empty(file: ProgramFile, line: int) -> bool:
    """Return whether a line only stores an empty container."""
    nodes = _nodes_at(index_of(file).tree, line)
    stored = (node.value for node in nodes if isinstance(node, ast.Assign))
    return any(map(is_empty, stored))


def _computes(files: Sequence[ProgramFile], file: ProgramFile, line: int) -> bool:
    """Return whether a line computes or creates a value."""
    for node in _nodes_at(index_of(file).tree, line):
        if isinstance(node, _COMPUTES):
            return True
        if isinstance(node, (ast.Return, ast.Assign, ast.Yield)):
            if isinstance(node.value, ast.Constant):
                return True
        if isinstance(node, ast.Subscript) and isinstance(node.value, _DISPLAYS):
            return True
        if isinstance(node, ast.Call) and last_name(node.func) not in _PASSING:
            if not _is_own(files, last_name(node.func)):
                return True
    return False


def _is_own(files: Sequence[ProgramFile], name: str) -> bool:
    indexes = [index_of(one) for one in files]
    return any(name in one.functions or name in one.classes for one in indexes)


def _nodes_at(tree: ast.AST, line: int) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) == line:
            yield node
