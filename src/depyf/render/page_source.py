"""Write the transformed code that the page shows: the lines are those of the entry."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import TYPE_CHECKING

from depyf.model.python_text import parsed
from depyf.render.line_comments import line_comments
from depyf.render.source_text import function_of, renamed, with_comments
from depyf.torch_text.graph_lines import as_comment

if TYPE_CHECKING:
    from depyf.model.events import TransformedCode
    from depyf.model.run import Compilation, Frame

_OUTER = "of the function around this one"
_ON_STACK = "a value on the stack, no variable of your program"
_STEMS = ("tmp_", "item_")


def page_source(compilation: Compilation, entry: TransformedCode, frame: Frame) -> str:
    """Return an entry's transformed code with comments at the ends of lines.

    The page links lines by their number.  So a function with `nonlocal` names is not
    put into a function that owns them, which files need to compile.
    """
    text = renamed(entry.source.strip("\n"), entry.stem)
    if function_of(text) is None:  # a list of instructions
        return as_comment(text)
    told = {**_name_words(text, entry), **line_comments(compilation, entry, frame)}
    return with_comments(text, told)


def _name_words(text: str, entry: TransformedCode) -> dict[int, str]:
    """Return what names are that the user did not write, by their first line."""
    tree = parsed(text)
    nodes = [*ast.walk(tree)] if tree is not None else []
    words = {one.lineno: _OUTER for one in nodes if isinstance(one, ast.Nonlocal)}
    own = parsed(dedent(entry.original_source or ""))
    original = ast.walk(own) if own is not None else ()
    written = {one.id for one in original if isinstance(one, ast.Name)}
    stored = sorted(
        (one.lineno, one.col_offset, one.id)
        for one in nodes
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        if one.id.startswith(_STEMS) and one.id not in written
    )
    if stored:
        line, _, name = stored[0]
        words.setdefault(line, f"{name}: {_ON_STACK}")
    return words
