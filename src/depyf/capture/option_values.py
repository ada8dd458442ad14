"""Find the values that a library lists beside a line that reads an option.

A guard requires a string of an option, such as ``experts_implementation="eager"``, and
torch names the library's line that reads it.  The class or function there often has a
table of all values.  Only these strings are recorded, not the library's source.
"""

from __future__ import annotations

import ast
import linecache
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.detail_events import OptionValues
from depyf.model.events import GraphBreak, GuardsReported
from depyf.model.python_text import parsed
from depyf.model.source_places import is_installed
from depyf.torch_text.guards import guards_of_leaves
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import Event, SourceLine

_STRING = " == '"  # in a guard that requires a string
_FEWEST, _MOST = 2, 12  # strings of a list of values
_AROUND = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_CHOSEN = (ast.Name, ast.Attribute, ast.Lambda)
_LISTS = (ast.List, ast.Tuple, ast.Set)


def option_values(events: Iterable[Event]) -> Iterator[OptionValues]:
    """Yield the listed values at each library's line that requires a string.

    Only a graph break asks for another value, so runs without one are not searched.
    """
    every = list(events)
    if not any(isinstance(event, GraphBreak) for event in every):
        return
    leaves = dict.fromkeys(
        leaf
        for event in every
        if isinstance(event, GuardsReported)
        for leaf in event.leaves
        if _STRING in leaf
    )
    lines = {
        one.user_line: one.asks.expected.strip("'")
        for one in guards_of_leaves(tuple(leaves))
        if one.asks.kind is GuardKind.TEXT and one.user_line is not None
    }
    for line, required in lines.items():
        file = _whole_path(line)
        text = "".join(linecache.getlines(file)) if file else ""
        found = _beside(text, line.line, required)
        if found is not None:
            listed, values = found
            yield OptionValues(
                None, file=file, line=line.line, listed=listed, values=values
            )


def _whole_path(line: SourceLine) -> str:
    """Return the path of a library's module; torch cuts off its beginning.

    It is empty for other files, and if several modules have such a path.
    """
    modules = [one for one in list(sys.modules.values()) if type(one) is ModuleType]
    files = {vars(one).get("__file__") for one in modules}
    found = [one for one in files if isinstance(one, str) and one.endswith(line.file)]
    return found[0] if len(found) == 1 and is_installed(found[0]) else ""


def _beside(text: str, line: int, required: str) -> tuple[int, tuple[str, ...]] | None:
    """Return the line and the strings of the only list around a line, or None.

    The function around the line goes first, then its class.
    """
    tree = parsed(text) if text else None
    own = _defined(tree)
    around = [
        node
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, _AROUND) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    for node in reversed(around):  # the outer ones are walked first
        found = {
            strings: one.lineno
            for one in _collections(node)
            for strings in [_strings(one, required, own)]
            if _FEWEST <= len(strings) <= _MOST
        }
        if found:
            [(strings, listed), *others] = found.items()
            return None if others else (listed, strings)
    return None


def _collections(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the tables of a class's body, or what a function compares values with."""
    if isinstance(node, ast.ClassDef):
        for one in node.body:
            if isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
                yield one.value
        return
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and isinstance(
            each.ops[0], (ast.In, ast.NotIn)
        ):
            yield each.comparators[0]


def _defined(tree: ast.Module | None) -> set[str]:
    """Return the names of the functions and classes that a file defines itself."""
    body = tree.body if tree is not None else ()
    return {node.name for node in body if isinstance(node, _AROUND)}


def _strings(node: ast.expr, required: str, own: set[str]) -> tuple[str, ...]:
    """Return the strings of a list, or the keys of a table; empty for other values.

    A table maps the values to functions or classes.  A list has the required value.
    What the file defines itself goes first: an imported function is more often one
    that needs another package, such as ``deepgemm``.

    Args:
        node: the list or table.
        required: the value that the guard requires.
        own: the functions and classes that the file defines itself.
    """
    found: list[ast.expr | None] = []
    if isinstance(node, ast.Dict) and all(
        isinstance(one, _CHOSEN) for one in node.values
    ):
        pairs = [*zip(node.keys, node.values)]
        pairs.sort(key=lambda pair: _is_other(pair[1], own))
        found = [key for key, _ in pairs]
    elif isinstance(node, _LISTS):
        found = list(node.elts)
    values = [one.value for one in found if isinstance(one, ast.Constant)]
    strings = [one for one in values if isinstance(one, str)]
    is_known = isinstance(node, ast.Dict) or required in strings
    return tuple(strings) if is_known and len(strings) == len(found) else ()


def _is_other(node: ast.expr, own: set[str]) -> bool:
    """Return whether a table's function is not of the file itself."""
    return not isinstance(node, ast.Lambda) and getattr(node, "id", "") not in own
