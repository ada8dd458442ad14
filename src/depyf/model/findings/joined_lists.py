"""The rule on lists of tensors that grow and that the program only concatenates.

Each length of the list needs an entry.  If the list holds one tensor, to which each
call adds its part, only the size of the tensor varies, which torch makes dynamic.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.expression_parts import is_empty
from depyf.model.findings.growth import GROWING, filled_at, grows
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import last_line, own_nodes
from depyf.model.findings.program_text import (
    file_of,
    function_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.python_text import text_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_JOIN = {"cat", "concat", "concatenate"}
_METHODS = {"append", "clear"}


class JoinedList(NamedTuple):
    """A statement that appends to such a list.

    Attributes:
        line: its line.
        node: the statement.
        old: its source.
        new: the statement that keeps one tensor in the list.
    """

    line: SourceLine
    node: ast.Expr
    old: str
    new: str


class _Join(NamedTuple):
    """How the program reads a list: by a function along a dimension, as source.

    The function is empty where the program adds the sizes of the tensors.
    """

    function: str
    dimension: str


@once_each
def joined_lists(group: Group) -> tuple[JoinedList, ...]:
    """Return the statements that append to the list that varies, and to lists with it.

    The statements are in one function.  The result is empty if the program uses the
    list in another way.
    """
    lines = filled_at(group)
    if group.first.kind is not GuardKind.LENGTH or not lines or not grows(group):
        return ()
    file, function = file_of(group.run, lines[0]), function_of(group.run, lines[0])
    if file is None or function is None:
        return ()
    found = []
    for node in own_nodes(function):
        one = _joined(group, file, node)
        if one is not None:
            found.append(one)
    is_first = any(one.line.line == lines[0].line for one in found)
    return tuple(found) if is_first else ()


def _joined(group: Group, file: ProgramFile, node: ast.AST) -> JoinedList | None:
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr != "append" or len(call.args) != 1:
        return None
    if not isinstance(node, ast.Expr) or last_line(node) != node.lineno:
        return None
    holder = _without_items(call.func.value)
    if not isinstance(holder, ast.Attribute):
        return None
    join = _join_of(group, holder.attr)
    if join is None:
        return None
    kept, added = (text_of(one, file.text) for one in (call.func.value, call.args[0]))
    new = f"{join.function}([*{kept}, {added}], dim={join.dimension})"
    old = text_of(node, file.text)
    line = line_of(file, node.lineno)
    return JoinedList(line, node, old, f"{kept}[:] = [{new}]")


def _join_of(group: Group, name: str) -> _Join | None:
    """Return how the program concatenates the lists of an attribute.

    The result is None if it does so in several ways, or uses the lists otherwise.
    """
    files = program_files(group.run)
    found = [one for file in files for one in _joins_in(file, name)]
    dimensions = {one.dimension for one in found if one is not None}
    functions = {one.function for one in found if one is not None} - {""}
    if None in found or len(dimensions) != 1 or len(functions) != 1:
        return None
    return _Join(functions.pop(), dimensions.pop())


def _joins_in(file: ProgramFile, name: str) -> Iterator[_Join | None]:
    """Yield how a file concatenates the lists; None for each other use."""
    tree = index_of(file).tree
    around = {each: one for one in ast.walk(tree) for each in ast.iter_child_nodes(one)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr != name:
            continue
        outer: ast.AST = node
        while isinstance(around[outer], ast.Subscript):
            outer = around[outer]
        user = around[outer]
        if isinstance(node.ctx, ast.Store):
            yield from () if _begins_empty(user) else (None,)
        elif isinstance(user, ast.Call) and last_name(user.func) in _JOIN:
            yield _as_join(file, user) if user.args[:1] == [outer] else None
        elif isinstance(user, ast.comprehension) and user.iter is outer:
            yield _sum_of_sizes(file, around[user], around)
        elif not _is_method(user, around) and not _is_called(user, outer):
            yield None


def _sum_of_sizes(
    file: ProgramFile, node: ast.AST, around: dict[ast.AST, ast.AST]
) -> _Join | None:
    """Return the dimension of ``sum(x.shape[d] for x in xs)``; None for others."""
    call, size = around[node], getattr(node, "elt", None)
    if not isinstance(call, ast.Call) or last_name(call.func) != "sum":
        return None
    if isinstance(size, ast.Subscript) and last_name(size.value) == "shape":
        return _Join("", text_of(index_of_item(size), file.text))
    if isinstance(size, ast.Call) and last_name(size.func) == "size" and size.args:
        return _Join("", text_of(size.args[0], file.text))
    return None


def _begins_empty(statement: ast.AST) -> bool:
    """Return whether a statement sets an empty list, or a list of empty lists."""
    value = getattr(statement, "value", None)
    if isinstance(value, ast.ListComp):
        return is_empty(value.elt)
    items = value.elts if isinstance(value, ast.List) else [value]
    return all(one is None or is_empty(one) for one in items)


def _is_called(user: ast.AST, node: ast.AST) -> bool:
    """Return whether the attribute is a method, such as `keys` of a dict."""
    return isinstance(user, ast.Call) and user.func is node


def _is_method(user: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
    is_known = isinstance(user, ast.Attribute) and user.attr in _METHODS
    return is_known and _is_called(around[user], user)


def _as_join(file: ProgramFile, call: ast.Call) -> _Join:
    given = [*call.args[1:], *(one.value for one in call.keywords)]
    dimension = text_of(given[0], file.text) if given else "0"
    return _Join(text_of(call.func, file.text), dimension)


def _without_items(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _cure(group: Group) -> Cure:
    """Return the edit that keeps one tensor in the list."""
    first, *others = joined_lists(group)
    also = f" (also at {joined(place(one.line) for one in others)})" if others else ""
    return Cure(first.new, f"instead of `{first.old}` at {place(first.line)}{also}")


JOINED_LIST: Rule[Group] = Rule(
    GROWING,
    when=joined_lists,
    what="is compiled again while `{it.source}` grows ({it.some_lengths} items), as "
    "its length is compiled in",
    cure=_cure,
    title="recompiles while `{it.source}` grows",
    why="`{it.source}` grows ({it.some_lengths} items). Its length is a constant in "
    "the compiled code. With one tensor in it, torch makes the tensor's size dynamic.",
)
