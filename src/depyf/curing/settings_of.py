"""Edit the expressions that a program assigns or passes to a name.

The name may be an attribute, a global, a key of a dict or a keyword argument.  The
source does not show which object it belongs to.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.curing.blocks import behind, is_alone
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.syntax_parts import constant, index_of_item
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles

_SIMPLE = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_NO_VALUES = (str, bytes, bool, type(None), type(Ellipsis))


class Form(NamedTuple):
    """The form that an edit gives a value.

    Attributes:
        text: the new source, with ``{}`` for the source of the value.
        what: a description of the edit, as an imperative.
        passed: a description of the edit of an argument in a call.
        stops_gradients: whether gradients no longer flow back through the value.
    """

    text: str
    what: str
    passed: str = ""
    stops_gradients: bool = False

    def of(self, source: str, node: ast.AST | None = None) -> str:
        """Return source that converts an expression, or a variable without `node`."""
        text = self.text
        if node is None or isinstance(node, _SIMPLE):
            text = text.replace("({})", "{}") if text.startswith("({})") else text
        return text.format(source)

    def again(self, variable: str) -> str:
        """Return the statement that converts a variable to this form."""
        return f"{variable} = {self.of(variable)}"

    def fits(self, node: ast.AST, source: str) -> bool:
        """Return whether a value may need this form: no string, and not converted."""
        if isinstance(node, ast.Constant) and isinstance(node.value, _NO_VALUES):
            return False
        if isinstance(node, ast.Constant) and self.text.startswith("({})"):
            return False
        if isinstance(node, (ast.Dict, ast.List, ast.Set, ast.Lambda, ast.JoinedStr)):
            return False
        head, _, tail = self.text.replace("({})", "{}").partition("{}")
        return not (source.startswith(head) and source.endswith(tail))


def assigned(files: ProgramFiles, file: str, name: str, form: Form) -> Iterator[Edit]:
    """Yield the edits of assignments to a name, an attribute or a key.

    Args:
        files: the program's files.
        file: the file to edit.
        name: the name of the attribute, key, global or class attribute.
        form: the new form of each value.
    """
    tree = files.tree(file)
    outer = {id(node) for node in tree.body}
    outer |= {
        id(node)
        for one in ast.walk(tree)
        if isinstance(one, ast.ClassDef)
        for node in one.body
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets: Sequence[ast.expr] = node.targets
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        else:
            continue
        for target in targets:
            sought = _Named(target, name, id(node) in outer, form)
            yield from _of_target(files, file, node, sought)


class _Named(NamedTuple):
    """A target of an assignment, the name to select, and the new form of values."""

    target: ast.expr
    name: str
    is_outer: bool
    form: Form


def _of_target(
    files: ProgramFiles, file: str, node: ast.Assign | ast.AnnAssign, sought: _Named
) -> Iterator[Edit]:
    """Yield the edit of an assignment whose target is, or contains, the name."""
    target, name, is_outer, form = sought
    value = node.value
    assert value is not None
    if _is_named(target, name, is_outer):
        yield from made(files, file, value, form)
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = target.elts
        named = [n for n, one in enumerate(parts) if _is_named(one, name, is_outer)]
        if len(named) != 1:
            return
        position, part = named[0], parts[named[0]]
        elements = getattr(value, "elts", None)
        if isinstance(value, (ast.Tuple, ast.List)) and len(elements or ()) == len(
            parts
        ):
            yield from made(files, file, value.elts[position], form)
        elif is_alone(files, file, [node]):
            variable = source_of(files.lines(file), part)
            yield behind(files, file, node, form.again(variable))


def _is_named(target: ast.expr, name: str, is_outer: bool) -> bool:
    if isinstance(target, ast.Attribute):
        return target.attr == name
    if isinstance(target, ast.Name):
        return is_outer and target.id == name
    return isinstance(target, ast.Subscript) and constant(index_of_item(target)) == name


def passed(files: ProgramFiles, file: str, name: str, form: Form) -> Iterator[Edit]:
    """Yield the edits of calls with this keyword, and of `setattr` calls."""
    for node in ast.walk(files.tree(file)):
        if not isinstance(node, ast.Call):
            continue
        for one in node.keywords:
            if one.arg == name:
                yield from made(files, file, one.value, form)
        is_setter = dotted(node.func) == "setattr" and len(node.args) == 3
        if is_setter and getattr(node.args[1], "value", None) == name:
            yield from made(files, file, node.args[2], form)


def keyed(files: ProgramFiles, file: str, name: str, form: Form) -> Iterator[Edit]:
    """Yield the edits of dict displays that contain a key."""
    for node in ast.walk(files.tree(file)):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value == name:
                    yield from made(files, file, value, form)


def made(files: ProgramFiles, file: str, value: ast.expr, form: Form) -> Iterator[Edit]:
    """Yield the edit that gives an expression another form, if it fits."""
    source = source_of(files.lines(file), value)
    if source and form.fits(value, source):
        yield replaced(files, file, value, form.of(source, value))
