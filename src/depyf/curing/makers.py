"""Find the expressions that made a value, step by step back from a call.

`depyf.model.findings.origins` does the same for lines; here each step is an expression
that an edit may change.  The search ends where the source is not clear.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import behind, is_alone
from depyf.curing.settings_of import Form, made
from depyf.curing.syntax import source_of, statement_at
from depyf.model.findings.expression_parts import passed_at
from depyf.model.findings.program_index import FUNCTIONS, Function, own_nodes
from depyf.model.findings.program_text import function_at
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles

_STEPS = 14
_MOST_CALLS = 3  # a function with more calls is not followed
# Functions that return the items of their first argument, and how many elements they
# put before an item.
_PASS_ON = {"enumerate": 1, "iter": 0, "list": 0, "tuple": 0, "tqdm": 0, "reversed": 0}
_ITEMS = ("__getitem__", "__next__", "__iter__")


class Value(NamedTuple):
    """An expression, and the indices of the wanted element in it, outermost first."""

    file: str
    node: ast.expr
    path: tuple[int, ...] = ()


def of_value(
    files: ProgramFiles, known: Sequence[str], passed: Value
) -> Iterator[list[Value]]:
    """Yield the expressions that gave a value, step by step.

    Args:
        files: the program's files.
        known: the paths of these files.
        passed: the argument of a call.
    """
    now = [passed]
    for _ in range(_STEPS):
        following = [one for value in now for one in _before(files, known, value)]
        if not following:
            return
        yield following
        now = following


def _before(files: ProgramFiles, known: Sequence[str], value: Value) -> Iterator[Value]:
    """Yield the expressions from which a value comes directly."""
    node = value.node
    if isinstance(node, ast.Name):
        yield from _bound(files, known, value, node)
    elif isinstance(node, ast.Subscript):
        key = getattr(node.slice, "value", None)
        if isinstance(key, int):
            yield Value(value.file, node.value, (key, *value.path))
    elif isinstance(node, (ast.Tuple, ast.List)) and value.path:
        yield from _element(value, node.elts)
    elif isinstance(node, ast.Call):
        name = last_name(node.func)
        if name in _PASS_ON and node.args:
            gone = _PASS_ON[name]
            if not gone or value.path[:1] != (0,):
                yield Value(value.file, node.args[0], value.path[gone:])
            return
        yield from _returned(files, known, name, value.path)


def _element(value: Value, elements: Sequence[ast.expr]) -> Iterator[Value]:
    """Yield the wanted element of a tuple, which may be part of a starred element."""
    position = value.path[0]
    starred = [n for n, one in enumerate(elements) if isinstance(one, ast.Starred)]
    if starred and position >= starred[0]:
        inside = elements[starred[0]]
        if isinstance(inside, ast.Starred):
            rest = (position - starred[0], *value.path[1:])
            yield Value(value.file, inside.value, rest)
    elif position < len(elements):
        yield Value(value.file, elements[position], value.path[1:])


def _bound(
    files: ProgramFiles, known: Sequence[str], value: Value, node: ast.Name
) -> Iterator[Value]:
    """Yield the value that the last assignment before a line gives a variable.

    For a parameter, yield the values that callers pass.
    """
    tree = files.tree(value.file)
    around = function_at(tree, node.lineno) or tree
    found: tuple[int, Value] | None = None
    for one in ast.walk(around):
        line = getattr(one, "lineno", 0)
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and line < node.lineno:
            target, given = one.targets[0], one.value
        elif isinstance(one, (ast.For, ast.AsyncFor)) and line <= node.lineno:
            target, given = one.target, one.iter
        else:
            continue
        path = _path_to(target, node.id)
        if path is not None and (found is None or line > found[0]):
            found = line, Value(value.file, given, (*path, *value.path))
    if found is not None:
        yield found[1]
    elif isinstance(around, FUNCTIONS):
        yield from _passed_to(files, known, around, node.id, value.path)


def _passed_to(
    files: ProgramFiles,
    known: Sequence[str],
    function: Function,
    name: str,
    path: tuple[int, ...],
) -> Iterator[Value]:
    """Yield the values that calls pass for a parameter, if there are few calls."""
    given = [one.arg for one in function.args.args]
    given = given[1:] if given[:1] in (["self"], ["cls"]) else given
    vararg = function.args.vararg
    if vararg is not None and vararg.arg == name and path:
        position, path = len(given) + path[0], path[1:]
    elif name in given:
        position = given.index(name)
    else:
        return
    found = []
    for file in known:
        for call in ast.walk(files.tree(file)):
            if isinstance(call, ast.Call) and last_name(call.func) == function.name:
                value = passed_at(call, name, position)
                if value is not None:
                    found.append(Value(file, value, path))
    if len(found) <= _MOST_CALLS:
        yield from found


def _path_to(target: ast.expr, name: str) -> tuple[int, ...] | None:
    """Return the indices of a variable's element in the value that is assigned."""
    if isinstance(target, ast.Name):
        return () if target.id == name else None
    for position, one in enumerate(getattr(target, "elts", ())):
        inner = _path_to(one, name)
        if inner is not None:
            return (position, *inner)
    return None


def _returned(
    files: ProgramFiles, known: Sequence[str], name: str, path: tuple[int, ...]
) -> Iterator[Value]:
    """Yield the values that a function returns, or that a class returns as items."""
    functions = [
        (file, node)
        for file in known
        for node in ast.walk(files.tree(file))
        if isinstance(node, FUNCTIONS)
    ]
    named = [one for one in functions if one[1].name == name]
    if not named and name[:1].isupper():
        named = [one for one in functions if one[1].name in _ITEMS]
    if len({file for file, _ in named}) > 1 or len(named) > 2:
        return
    for file, function in named:
        own = set(map(id, own_nodes(function)))
        for node in ast.walk(function):
            is_end = isinstance(node, (ast.Return, ast.Yield)) and id(node) in own
            value = getattr(node, "value", None)
            if is_end and value is not None:
                yield Value(file, value, path)


def formed(
    files: ProgramFiles, values: Sequence[Value], form: Form
) -> Iterator[tuple[str, list[Edit]]]:
    """Yield the source of a value, and the edits that give all values another form.

    Yield nothing if the source does not show the wanted element of a value.
    """
    edits: list[Edit] = []
    name = ""
    for value in values:
        found = [*_formed(files, value, form)]
        if not found:
            return
        name = name or found[0][0]
        edits += [edit for _, edit in found]
    if edits:
        yield name, edits


def _formed(
    files: ProgramFiles, value: Value, form: Form
) -> Iterator[tuple[str, Edit]]:
    source = source_of(files.lines(value.file), value.node)
    if "\n" in source:
        return
    if not value.path:
        for edit in made(files, value.file, value.node, form):
            yield source, edit
        return
    statement = statement_at(files.tree(value.file), value.node.lineno)
    target = getattr(statement, "targets", [None])[0]
    for position in value.path:
        elements = getattr(target, "elts", ())
        target = elements[position] if position < len(elements) else None
    if isinstance(statement, ast.Assign) and isinstance(target, ast.Name):
        if is_alone(files, value.file, [statement]):
            new = form.again(target.id)
            yield target.id, behind(files, value.file, statement, new)
