"""Find slices of fixed length whose start may be a tensor's value.

The slice ``start : start + n`` selects the same items as ``start + torch.arange(n)``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.program_text import file_of, function_of
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import text_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break


def window_cure(one: Break, line: SourceLine | None) -> Cure | None:
    """Return what to do about a window on a line; None if there is none."""
    file = file_of(one.run, line)
    function = function_of(one.run, line) if line is not None else None
    if file is None or line is None or function is None:
        return None
    for found in windows(function):
        if found.node.lineno == line.line:
            start, length = (text_of(n, file.text) for n in (found.start, found.length))
            return Cure(
                "",
                f"select the items by the index `{start} + torch.arange({length})` "
                f"instead of the slice at {place(line)}, whose bounds have to be "
                "numbers",
            )
    return None


class Window(NamedTuple):
    """A slice of fixed length."""

    node: ast.expr  # `ast.Slice` is an expression from Python 3.9 on
    start: ast.expr
    length: ast.expr

    @property
    def key(self) -> str:
        """A text that windows with the same start share."""
        return ast.dump(self.start)


def windows(function: ast.AST) -> Iterator[Window]:
    """Yield the slices of fixed length; before Python 3.9, ``a:b`` has no place."""
    for node in ast.walk(function):
        lower, upper = _bounds(node)
        length = _length(lower, upper)
        if lower is not None and length is not None and hasattr(node, "lineno"):
            yield Window(node, lower, length)  # type: ignore[arg-type]


def _bounds(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    """Return the bounds of ``a:b`` or ``slice(a, b)``; None for other expressions."""
    if isinstance(node, ast.Slice) and node.step is None:
        return node.lower, node.upper
    if isinstance(node, ast.Call) and last_name(node.func) == "slice":
        if len(node.args) == 2 and not node.keywords:
            return node.args[0], node.args[1]
    return None, None


def _length(lower: ast.expr | None, upper: ast.expr | None) -> ast.expr | None:
    """Return `n` of the bounds ``a`` and ``a + n``, or ``a - n`` and ``a``."""
    if lower is None or upper is None:
        return None
    if isinstance(upper, ast.BinOp) and isinstance(upper.op, ast.Add):
        parts = [upper.left, upper.right]
        same = [ast.dump(one) == ast.dump(lower) for one in parts]
        return parts[same.index(False)] if sum(same) == 1 else None
    if isinstance(lower, ast.BinOp) and isinstance(lower.op, ast.Sub):
        return lower.right if ast.dump(lower.left) == ast.dump(upper) else None
    return None
