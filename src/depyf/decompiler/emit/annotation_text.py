"""The source of an annotation that the code holds as text.

``from __future__ import annotations`` makes the compiler print each annotation; what
it prints is compiled here again, and must come out the same.
"""

from __future__ import annotations

import ast
from typing import Iterator

_NAME = "Ellipsis"


def unfolded(text: str) -> str:
    """What the compiler printed ``text`` from, where it folds constants before.

    A tuple of constants is printed with the name of the ellipsis: ``C[..., None]`` is
    the text ``C[(Ellipsis, None)]``.

    Args:
        text: an annotation, as the code holds it.
    """
    if "(" not in text:
        return text
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return text
    raw = text.encode()
    for start, end, new in sorted(_edits(tree, raw), reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw.decode()


def _edits(tree: ast.AST, raw: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yields what to write instead of which bytes, for each constant tuple."""
    indices = {
        id(getattr(node.slice, "value", node.slice))
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple) or not _is_folded(node, raw):
            continue
        for item in node.elts:
            if isinstance(item, ast.Name):
                yield item.col_offset, item.col_offset + len(_NAME), b"..."
        start, end = node.col_offset, node.end_col_offset or 0
        if id(node) in indices and len(node.elts) > 1:
            yield start, start + 1, b""
            yield end - 1, end, b""


def _is_folded(node: ast.AST, raw: bytes) -> bool:
    """True for a constant or the name of the ellipsis, and for a tuple of such."""
    if isinstance(node, ast.Tuple):
        is_closed = raw[node.col_offset : node.col_offset + 1] == b"("
        return is_closed and all(_is_folded(item, raw) for item in node.elts)
    is_name = isinstance(node, ast.Name) and node.id == _NAME
    return is_name or isinstance(node, (ast.Constant, ast.UnaryOp))
