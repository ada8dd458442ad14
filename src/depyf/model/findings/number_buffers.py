"""The rule on numbers that a module keeps as tensors, such as the stride of a layer.

A test or a size that is computed from such a tensor breaks the graph, although its
value never changes.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import file_of, index_of, line_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import (
    last_name,
    method_of,
    own_attributes,
)
from depyf.model.python_text import parsed, text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.run import Run

_MAKE = {"tensor", "as_tensor"}
_KINDS = {BreakKind.NUMBER, BreakKind.BRANCH}
_NUMBERS = (ast.Constant, ast.Name, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Call)
_CHANGE = {"copy_", "fill_", "add_", "sub_", "mul_", "zero_", "data"}


class NumberBuffer(NamedTuple):
    """A statement of ``__init__`` that keeps a number as a tensor.

    Attributes:
        line: its line.
        node: the statement.
        name: the attribute.
        number: the expression of the number.
    """

    line: SourceLine
    node: ast.stmt
    name: str
    number: str

    @property
    def as_number(self) -> str:
        """The statement that keeps the number itself."""
        return f"self.{self.name} = {self.number}"


def number_buffers(one: Break) -> list[NumberBuffer]:
    """Return the numbers kept as tensors that the functions around a break read.

    Only those that nothing changes, and that a state dict does not contain.
    """
    found: dict[tuple[str, int], NumberBuffer] = {}
    for line in one.event.user_stack if one.said.kind in _KINDS else ():
        method = _method_at(one.run, line)
        if method is None:
            continue
        file, owner, function = method
        read = _read_in(function, owner)
        for node, name, number in _kept(owner):
            if name in read:
                at = line_of(file, node.lineno)
                buffer = NumberBuffer(at, node, name, text_of(number, file.text))
                found.setdefault((file.file, node.lineno), buffer)
    return list(found.values())


def _method_at(
    run: Run, line: SourceLine
) -> tuple[ProgramFile, ast.ClassDef, Function] | None:
    """Return the file, class and method of a line; None outside of methods."""
    file = file_of(run, line)
    if file is None:
        return None
    function = index_of(file).function_at(line.line)
    owner = index_of(file).class_around(function) if function is not None else None
    return (file, owner, function) if owner is not None and function else None


def _read_in(node: ast.AST, owner: ast.ClassDef) -> set[str]:
    """Return the attributes of `self` that code and the methods it calls read."""
    read = own_attributes(node)
    called = [
        one
        for one in owner.body
        if isinstance(one, ast.FunctionDef) and one.name in read
    ]
    return read.union(*map(own_attributes, called))


def _kept(owner: ast.ClassDef) -> Iterator[tuple[ast.stmt, str, ast.expr]]:
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    init = method_of(owner, "__init__")
    changed = {name for one in methods if one is not init for name in _changed(one)}
    for node in init.body if init is not None else ():
        for name, made in _registered(node):
            is_made = isinstance(made, ast.Call) and last_name(made.func) in _MAKE
            if is_made and isinstance(made, ast.Call) and len(made.args) == 1:
                number = made.args[0]
                if isinstance(number, _NUMBERS) and name not in changed:
                    yield node, name, number


def _registered(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name and value of a buffer that a state dict does not contain."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        for name in own_attributes(node.targets[0], stored=True):
            yield name, node.value
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and last_name(call.func) == "register_buffer":
        is_left_out = any(
            one.arg == "persistent" and getattr(one.value, "value", True) is False
            for one in call.keywords
        )
        name = getattr(call.args[0], "value", "") if len(call.args) == 2 else ""
        if is_left_out and isinstance(name, str) and name.isidentifier():
            yield name, call.args[1]


def _changed(function: Function) -> set[str]:
    """Return the attributes of `self` that a method sets or changes in place."""
    in_place = {
        node.value.attr
        for node in own_nodes(function)
        if isinstance(node, ast.Attribute) and node.attr in _CHANGE
        if isinstance(node.value, ast.Attribute)
    }
    return in_place | own_attributes(function, stored=True)


def _read_there(one: Break) -> list[NumberBuffer]:
    """Return those that the broken line reads, also in a method that it calls."""
    where = one.where
    method = _method_at(one.run, where) if where is not None else None
    tree = parsed(where.text.strip()) if where is not None else None
    if method is None or tree is None:
        return []
    read = _read_in(tree, method[1])
    return [each for each in number_buffers(one) if each.name in read]


def _cure(one: Break) -> Cure:
    found = _read_there(one)
    code = joined([f"`{each.as_number}`" for each in found])
    where = joined([place(each.line) for each in found])
    what = "the number itself" if len(found) == 1 else "the numbers themselves"
    return Cure("", f"keep {what}: {code} at {where}")


NUMBER_BUFFER: Rule[Break] = Rule(
    "number-as-tensor",
    when=lambda one: bool(_read_there(one)),
    cure=_cure,
    title="{it.state}: number kept as a tensor",
    why="A number that never changes is a tensor, so torch does not know its value.",
)
