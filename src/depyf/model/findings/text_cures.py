"""Advise what to do about a string if each of its values needs an entry."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.followed_values import readers
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import Kind, parameters_of
from depyf.model.findings.program_text import (
    file_of,
    function_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.graph_nodes import first_operators
from depyf.model.python_text import dotted, parsed, text_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

_JOINS = (ast.Add, ast.Mod)
_NUMBERS = {"len", "int", "float", "ord", "hash"}  # functions from strings to numbers
_MODULES = {"ModuleDict", "ModuleList", "Sequential"}
_DECIDE = (ast.Compare, ast.If, ast.While, ast.IfExp, ast.Subscript)


def of_kept_text(group: Group) -> Cure:
    """Return what to do with a string that is an attribute of an object.

    If it selects an item of the same object, `__init__` can keep the item.
    """
    line = group.needed_by
    tree = parsed(line.text) if line is not None else None
    function = function_of(group.run, line) if line is not None else None
    local = _local_names(function) if function is not None else set()
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Subscript) and _is_key(node, group.attribute):
            root = dotted(node.value).partition(".")[0]
            if root and root not in local:
                note = f"keep the item for `{group.source}` instead of the string"
                return Cure("", f"in `__init__`, {note}")
    return _where_set(group) or of_text(group)


def _where_set(group: Group) -> Cure | None:
    """Return the advice to select items where the program sets their key, or None."""
    key = group.attribute
    stored = [one for one in group.origin if f".{key} = " in one.text]
    items = items_by(group, key)
    if not stored or not items:
        return None
    named = joined(dict.fromkeys(f"`{text}`" for _, text in items))
    places = joined(dict.fromkeys(place(line) for line, _ in items))
    makers = [*_containers(group, {text.partition("[")[0] for _, text in items})]
    later = [line for line, _ in makers if _is_behind(group, line, stored[0])]
    where = f"where {place(stored[0])} sets `{key}`"
    note = f"keep {named} ({places}) {f'behind {place(later[-1])}' if later else where}"
    made = [one.func for _, one in makers if isinstance(one, ast.Call)]
    if any(last_name(one) in _MODULES for one in made):
        note += ", in a list (else its state dict gets more keys)"
    return Cure("", f"{note}, and read what is kept")


def _containers(
    group: Group, paths: set[str]
) -> Iterator[tuple[SourceLine, ast.expr | None]]:
    """Yield the lines that set these attributes of `self`, with the values."""
    for file in program_files(group.run):
        for path in paths:
            for store in index_of(file).at(Kind.ATTRIBUTE, path.rpartition(".")[2]):
                yield line_of(file, store.line), store.value


def _is_behind(group: Group, line: SourceLine, other: SourceLine) -> bool:
    """Return whether a line comes later in the same function."""
    functions = {function_of(group.run, one) for one in (line, other)}
    return None not in functions and len(functions) == 1 and line.line > other.line


def items_by(group: Group, key: str) -> list[tuple[SourceLine, str]]:
    """Return the items of `self` that an attribute selects: lines and expressions."""
    items = [
        (line_of(file, node.lineno), text_of(node, file.text))
        for file in program_files(group.run)
        for node in ast.walk(index_of(file).tree)
        if isinstance(node, ast.Subscript) and _is_key(node, key)
        if isinstance(node.ctx, ast.Load) and dotted(node.value).startswith("self.")
    ]
    return sorted(items, key=lambda one: (one[0].file, one[0].line, one[1]))


def selected_at(group: Group) -> SourceLine | None:
    """Return the line that reads an item by the string, or that torch names."""
    items = items_by(group, group.attribute)
    return items[0][0] if items else group.where


def of_text(group: Group) -> Cure:
    """Return what to do outside of the function with a string that it uses.

    The function may test the string, convert it to a number, make it part of a longer
    string, or pass it on.
    """
    line, name = group.asked_at, group.source
    file = file_of(group.run, line)
    if line is None or file is None:
        what = f"what depends on `{name}` outside of the compiled code"
        return Cure("", f"compute {what}, and pass the result")
    nodes = [
        node
        for node in ast.walk(index_of(file).tree)
        if getattr(node, "lineno", 0) == line.line
    ]
    last = name.rpartition(".")[2]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    numbers = [call for call in calls if _is_number(call, last)]
    if numbers:
        text = text_of(numbers[0], file.text)
        note = f"compute `{text}` outside of the function, and pass the result"
        return Cure("", note)
    if any(_is_part(node, last) for node in nodes):
        return Cure("", f"add `{name}` to the string outside of the compiled function")
    if any(_is_key(node, last) for node in nodes if isinstance(node, ast.Subscript)):
        note = f"look up the item for `{name}` outside of the function, and pass it"
        if _is_stored(index_of(file).function_at(line.line), last):
            note += "; return its new value, and store it outside, too"
        return Cure("", note)
    if any(_has(node, last) for node in nodes if isinstance(node, _DECIDE)):
        note = f"decide by `{name}` outside of the function, and pass the result"
        return Cure("", note)
    line = _tensor_from(group) or line
    needs = f"`{line.text}` ({place(line)})"
    return Cure("", f"call what needs the string outside of the function: {needs}")


def _local_names(function: Function) -> set[str]:
    """Return the names of a function's parameters and variables, without `self`."""
    stored = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return (stored | set(parameters_of(function))) - {"self"}


def _is_stored(function: Function | None, name: str) -> bool:
    """Return whether a function stores an item under a key of this name."""
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and _is_key(node, name)
        for node in (ast.walk(function) if function is not None else ())
    )


def _tensor_from(group: Group) -> SourceLine | None:
    """Return the line that makes a tensor from a string, or None.

    It is the innermost line that reads the string in a function that computes with
    tensors.  The lines further in make other Python objects from it.
    """
    run, frame = group.run, group.frame
    computing = _computing(group)
    for one in reversed(readers(run, frame.file, frame.first_line, group.source)):
        if one.reads and (one.file, one.line) in computing:
            return one.reads[0]
    return None


def _computing(group: Group) -> set[tuple[str, int]]:
    """Return the functions, by file and line, that compute with tensors."""
    found: set[tuple[str, int]] = set()
    for node in first_operators(group.frame):
        if node.place is not None and (node.takes or node.parameters):
            function = function_of(group.run, node.place)
            if function is not None:
                found.add((node.place.file, function.lineno))
    return found


def _is_key(node: ast.Subscript, name: str) -> bool:
    return last_name(index_of_item(node)) == name


def _is_number(call: ast.Call, name: str) -> bool:
    """Return whether a call converts the string to a number, such as `len(name)`."""
    is_known = last_name(call.func) in _NUMBERS
    return is_known and any(last_name(one) == name for one in call.args)


def _is_part(node: ast.AST, name: str) -> bool:
    """Return whether a node makes the string part of a longer one."""
    if isinstance(node, ast.BinOp):
        parts = (node.left, node.right)
        is_joined = isinstance(node.op, _JOINS)
        return is_joined and any(last_name(one) == name for one in parts)
    return isinstance(node, ast.JoinedStr) and _has(node, name)


def _has(node: ast.AST, name: str) -> bool:
    """Return whether a node uses a variable or an attribute of this name.

    For an ``if`` or ``while``, only the test is searched.
    """
    inner = getattr(node, "test", node)
    return any(
        isinstance(one, (ast.Name, ast.Attribute)) and last_name(one) == name
        for one in ast.walk(inner)
    )
