"""The rule on numbers that a module keeps as tensors, such as the stride of a layer.

A test or a size that is computed from such a tensor breaks the graph, although its
value never changes.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.break_ways import stacks_to
from depyf.model.findings.makers import all_of
from depyf.model.findings.names import joined, place
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_index import own_nodes
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.spots import values_at
from depyf.model.findings.syntax_parts import (
    last_name,
    method_of,
    own_attributes,
)
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.spots import Spot
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
        owner: the name of the class.
        name: the attribute.
        number: the expression of the number.
        is_saved: whether a state dict contains the tensor, which then has to stay.
    """

    line: SourceLine
    node: ast.stmt
    owner: str
    name: str
    number: str
    is_saved: bool = False

    @property
    def as_number(self) -> str:
        """The statement that keeps the number itself."""
        return f"self.{self.kept_name} = {self.number}"

    @property
    def kept_name(self) -> str:
        """The attribute that keeps the number."""
        return f"{self.name}_number" if self.is_saved else self.name


def number_buffers(one: Break) -> list[NumberBuffer]:
    """Return the numbers kept as tensors that the functions around a break read.

    Only those that nothing changes.
    """
    found: dict[tuple[str, int], NumberBuffer] = {}
    for line in one.event.user_stack if one.said.kind in _KINDS else ():
        method = _method_at(one.run, line)
        if method is None:
            continue
        file, owner, function = method
        read = _read_in(function, owner)
        for kept in _kept(owner):
            if kept.name in read:
                at = line_of(file, kept.statement.lineno)
                buffer = NumberBuffer(
                    at,
                    kept.statement,
                    owner.name,
                    kept.name,
                    text_of(kept.value, file.text),
                    kept.is_saved,
                )
                found.setdefault((file.file, at.line), buffer)
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


class _Kept(NamedTuple):
    """A statement that keeps a value as an attribute or buffer."""

    statement: ast.stmt
    name: str
    value: ast.expr
    is_saved: bool


def _kept(owner: ast.ClassDef) -> Iterator[_Kept]:
    """Yield the numbers that ``__init__`` keeps as tensors and nothing changes."""
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    init = method_of(owner, "__init__")
    changed = {name for one in methods if one is not init for name in _changed(one)}
    for node in init.body if init is not None else ():
        for one in _registered(node):
            made = one.value
            is_made = isinstance(made, ast.Call) and last_name(made.func) in _MAKE
            if is_made and isinstance(made, ast.Call) and len(made.args) == 1:
                number = made.args[0]
                if isinstance(number, _NUMBERS) and one.name not in changed:
                    yield one._replace(value=number)


def _registered(node: ast.stmt) -> Iterator[_Kept]:
    """Yield the attribute or buffer that a statement sets."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        for name in own_attributes(node.targets[0], stored=True):
            yield _Kept(node, name, node.value, is_saved=False)
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and last_name(call.func) == "register_buffer":
        is_left_out = any(
            one.arg == "persistent" and getattr(one.value, "value", True) is False
            for one in call.keywords
        )
        name = getattr(call.args[0], "value", "") if len(call.args) == 2 else ""
        if isinstance(name, str) and name.isidentifier():
            yield _Kept(node, name, call.args[1], is_saved=not is_left_out)


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
    """Return those that the values on the broken line are computed from."""
    read: set[tuple[str, str]] = set()
    for node, spot in _behind(one):
        if spot.owner_class is not None:
            names = _read_in(node, spot.owner_class)
            read |= {(spot.owner_class.name, name) for name in names}
    return [each for each in number_buffers(one) if (each.owner, each.name) in read]


def _behind(one: Break) -> Iterator[tuple[ast.expr, Spot]]:
    """Yield the expressions that values on the broken line come from, with spots."""
    where, file = one.where, file_of(one.run, one.where)
    if where is None or file is None:
        return
    tracer = tracer_of(program_files(one.run)).along(stacks_to(one))
    for node, spot, _ in all_of(tracer, values_at(file, where.line)):
        yield node, spot


def _cure(one: Break) -> Cure:
    found = _read_there(one)
    found = [each for each in found if each.is_saved == found[0].is_saved]
    code = joined([f"`{each.as_number}`" for each in found])
    where = joined([place(each.line) for each in found])
    what = "the number itself" if len(found) == 1 else "the numbers themselves"
    if found[0].is_saved:
        return Cure("", f"keep {what} beside the tensor, and use it: {code} at {where}")
    return Cure("", f"keep {what}: {code} at {where}")


NUMBER_BUFFER: Rule[Break] = Rule(
    "number-as-tensor",
    when=lambda one: bool(_read_there(one)),
    cure=_cure,
    title="{it.state}: number kept as a tensor",
    why="A number that never changes is a tensor, so torch does not know its value.",
)
