"""Add and remove parts of the bodies of classes, modules, generators and lambdas.

Example of `drop_frame` (CPython 3.8 to 3.12)::

    class C:
        x = 1

Before::

    block 0:
        %t0 = name:__name__
        name:__module__ = %t0
        name:__qualname__ = 'C'
        name:x = 1
        return None

After::

    block 0:
        name:x = 1
        return None

The bytecode of a class body does not contain the annotations of attributes and items.
From 3.14 on, the class has a cell for the namespace in which they could be evaluated.

Example of `with_target_annotation` (CPython 3.14 to 3.15)::

    class C:
        x.a: int = 1

Before::

    set_attr[a](1, name:x)

After::

    annotate(attr[a](name:x), Ellipsis, 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterable, Sequence

from depyf.decompiler.definition.annotation import UNNAMED
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import If, Pass, ReturnStatement, Simple, Statement
from depyf.decompiler.ir.statement_tree import values, walk
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load, nodes
from depyf.decompiler.passes.cfg import copied_ends

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit


def _loads(value: Value, name: str) -> bool:
    return value.op in (MicroOp.LOAD, MicroOp.LOAD_FROM) and value.variable.name == name


def _is_cell(value: Value) -> bool:
    return value.op is MicroOp.CELL


_HEADER: dict[str, Callable[[Value], bool]] = {
    "__module__": lambda value: _loads(value, "__name__"),
    "__qualname__": lambda value: value.op is MicroOp.CONST,
    "__firstlineno__": lambda value: value.op is MicroOp.CONST,
    "__classdict__": lambda value: value.op is MicroOp.LOCALS,
    "__type_params__": lambda value: _loads(value, ".type_params"),
}
_TRAILER: dict[str, Callable[[Value], bool]] = {
    "__static_attributes__": lambda value: isinstance(value.constant, tuple),
    "__classcell__": _is_cell,
    "__classdictcell__": _is_cell,
}


def drop_frame(function: Function, *, is_class: bool) -> None:
    """Remove the compiler's additions to a body, and give the body a single exit."""
    if is_class:
        entry = function.blocks[function.entry]
        entry.body = _without_header(entry.body)
    returning = [
        block
        for block in function.blocks.values()
        if isinstance(block.terminator, Return)
    ]
    for block in returning:
        assert isinstance(block.terminator, Return)
        if is_class:
            block.body = _without_trailer(block.body)
        block.terminator.value = const(None)
    if len(returning) > 1:
        copied_ends.join_copied_tails(function)
        _join(function)


def _join(function: Function) -> None:
    returning = [
        block
        for block in function.blocks.values()
        if isinstance(block.terminator, Return)
    ]
    end = BasicBlock(max(function.blocks) + 1, [], Return(const(None)))
    for block in returning:
        block.terminator = Jump(end.id, block.terminator.origins)
    function.blocks[end.id] = end


def _without_header(body: list[Value]) -> list[Value]:
    """Return the statements after the stores with which every class body begins."""
    definitions: dict[Variable, Value] = {}
    expected = dict(_HEADER)
    dropped: list[Value] = []
    waiting: list[Value] = []
    for statement in body:
        if statement.op is MicroOp.ORIGIN:
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = _resolved(statement.operands[0], definitions)
        if statement.variable.kind is VariableKind.TEMP:
            definitions[statement.variable] = value
            waiting.append(statement)
            continue
        is_expected = expected.pop(statement.variable.name, None)
        if is_expected is None or not is_expected(value):
            break
        dropped += [statement, *waiting]
        waiting = []
    return [one for one in body if not any(one is other for other in dropped)]


def _without_trailer(body: list[Value]) -> list[Value]:
    """Return the statements before the stores with which every class body ends."""
    definitions = {
        statement.variable: statement.operands[0]
        for statement in body
        if statement.op is MicroOp.STORE
        and statement.variable.kind is VariableKind.TEMP
    }
    expected = dict(_TRAILER)
    result = list(body)
    for index in range(len(body) - 1, -1, -1):
        statement = body[index]
        if statement.op is MicroOp.ORIGIN:
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = _resolved(statement.operands[0], definitions)
        if statement.variable.kind is VariableKind.TEMP:
            if not _is_cell(value):
                break
            continue
        is_expected = expected.pop(statement.variable.name, None)
        if is_expected is None or not is_expected(value):
            break
        del result[index]
    return result


def _resolved(value: Value, definitions: dict[Variable, Value]) -> Value:
    found: Value | None = None
    if value.op is MicroOp.LOAD:
        found = definitions.get(value.variable)
    return value if found is None else found


_NAMESPACE = "__classdict__"
_TARGETS = {MicroOp.SET_ATTR: MicroOp.ATTR, MicroOp.SET_ITEM: MicroOp.ITEM}


def had_target_annotation(unit: CodeUnit) -> bool:
    """Return whether a class has a namespace cell that nothing in it reads.

    A ``def`` in the class is assumed to read the cell, because it may have annotations.
    """
    return _NAMESPACE in unit.cellvars and not any(
        _NAMESPACE in child.freevars
        or (child.is_optimized and not child.name.startswith("<"))
        for child in unit.children
    )


def with_target_annotation(body: list[Statement]) -> list[Statement]:
    """Return the body with one annotation added, as in ``x.a: T`` for ``x``."""
    for index, statement in enumerate(body):
        if not isinstance(statement, Simple):
            continue
        value = statement.value
        if value.op in _TARGETS:
            source, *place = value.operands
            target = Value(_TARGETS[value.op], tuple(place), value.payload)
            operands: tuple[Value, ...] = (target, const(...), source)
        elif value.op is MicroOp.EVALUATE:
            target = Value(MicroOp.ATTR, value.operands, UNNAMED)
            operands = (target, const(...))
        else:
            continue
        made = Simple(Value(MicroOp.ANNOTATE, operands, None, value.origins))
        return [*body[:index], made, *body[index + 1 :]]
    return body


_YIELDS = (MicroOp.YIELD, MicroOp.YIELD_FROM)


def take_values_off_returns(body: list[Statement]) -> None:
    """Turn ``return None`` into ``return``: async generators may return no value."""
    for statement in walk(body):
        if isinstance(statement, ReturnStatement) and statement.value is not None:
            if statement.value.payload == Constant(None):
                statement.value = None


def with_yield(body: list[Statement]) -> list[Statement]:
    """Return a generator's body, with an unreachable ``yield`` added if it has none.

    The compiler drops an unreachable ``yield``, but the function is still a generator.
    """
    for statement in walk(body):
        for value in values(statement):
            if any(node.op in _YIELDS for node in nodes(value)):
                return body
    never = Simple(Value(MicroOp.EVALUATE, (Value(MicroOp.YIELD, (const(None),)),)))
    return [If(const(False), [never]), *body]


def is_expression(body: Sequence[Statement]) -> bool:
    """Return whether a lambda can express the body."""
    kinds = (ReturnStatement, Pass)
    return len(body) <= 1 and all(isinstance(one, kinds) for one in body)


def naming(body: list[Statement], names: Iterable[str]) -> list[Statement]:
    """Return a lambda's body in which its unused free variables occur, too.

    The compiler drops an arm that is never taken. So ``value if True else (a, b)``
    makes ``a`` and ``b`` free variables without using them.
    """
    last = body[0] if body else None
    if len(body) > 1 or not isinstance(last, (ReturnStatement, Pass, type(None))):
        return body
    value = last.value if isinstance(last, ReturnStatement) else None
    used = tuple(load(Variable(VariableKind.FREE, name)) for name in sorted(names))
    other = used[0] if len(used) == 1 else Value(MicroOp.BUILD, used, "tuple")
    operands = (const(True), value or const(None), other)
    return [ReturnStatement(Value(MicroOp.CONDITIONAL, operands))]
