"""Statements without control flow, one line each."""

from __future__ import annotations

from typing import Callable

from depyf.decompiler.emit.calls import annotation_items
from depyf.decompiler.emit.definitions import alias_items
from depyf.decompiler.emit.function_text import TypeAlias
from depyf.decompiler.emit.imports import import_statement
from depyf.decompiler.emit.names import is_legal
from depyf.decompiler.emit.pieces import Close, Open
from depyf.decompiler.emit.precedence import Level
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable

#: What may be wrapped in brackets so that a long line can be broken.
_BREAKABLE = {
    MicroOp.AND,
    MicroOp.OR,
    MicroOp.BINARY,
    MicroOp.COMPARE,
    MicroOp.CONTAINS,
    MicroOp.IS,
    MicroOp.CHAIN,
    MicroOp.CONDITIONAL,
}


def breakable(scope: Scope, value: Value, level: Level) -> Items:
    """Prints an expression that gets brackets only if the line is too long."""
    operand = Operand(scope, value, level)
    if value.op not in _BREAKABLE:
        return [operand]
    return [Open("(", hidden=True), operand, Close(")", hidden=True)]


def _name(scope: Scope, variable: Variable) -> str:
    return scope.names.variable(variable)


def _assigned(scope: Scope, value: Value, level: Level = Level.YIELD) -> Items:
    return breakable(scope, value, level)


def _added(scope: Scope, value: Value) -> Items:
    """What stands behind ``+=``."""
    starred = any(item.op is MicroOp.STAR for item in value.operands)
    is_tuple = value.op is MicroOp.BUILD and value.payload == "tuple"
    closed = starred and is_tuple and not scope.settings.stars_in_augmented
    return _assigned(scope, value, Level.TEST if closed else Level.YIELD)


def _reads(value: Value, variable: Variable) -> bool:
    return value.op is MicroOp.LOAD and value.payload == variable


def _store(scope: Scope, value: Value) -> list[Items]:
    (source,) = value.operands
    name = _name(scope, value.variable)
    if source.op is not MicroOp.INPLACE:
        return [[f"{name} = ", *_assigned(scope, source)]]
    left, right = source.operands
    augmented: Items = [scope.mark(source), f"{name} {source.payload}= "]
    augmented += _added(scope, right)
    if _reads(left, value.variable):
        return [[scope.mark(left), *augmented]]
    if any(_reads(node, value.variable) for node in right.walk()):
        raise EmitError("an operation in place whose result overwrites its operand")
    return [[f"{name} = ", Operand(scope, left)], augmented]


def _delete(scope: Scope, value: Value) -> list[Items]:
    return [[f"del {_name(scope, value.variable)}"]]


def _attribute(scope: Scope, value: Value, owner: Value) -> Items:
    attribute = Value(MicroOp.ATTR, (owner,), value.payload)
    return [Operand(scope, attribute, Level.ATOM)]


def _set_attribute(scope: Scope, value: Value) -> list[Items]:
    source, owner = value.operands
    name = str(value.payload)
    if not is_legal(name):
        call: Items = ["setattr(", Operand(scope, owner), f", {name!r}, "]
        return [[*call, Operand(scope, source), ")"]]
    return [[*_attribute(scope, value, owner), " = ", *_assigned(scope, source)]]


def _delete_attribute(scope: Scope, value: Value) -> list[Items]:
    (owner,) = value.operands
    if not is_legal(str(value.payload)):
        return [["delattr(", Operand(scope, owner), f", {value.payload!r})"]]
    return [["del ", *_attribute(scope, value, owner)]]


def _set_item(scope: Scope, value: Value) -> list[Items]:
    source, owner, index = value.operands
    item = Value(MicroOp.ITEM, (owner, index))
    return [[Operand(scope, item, Level.ATOM), " = ", *_assigned(scope, source)]]


def _delete_item(scope: Scope, value: Value) -> list[Items]:
    return [["del ", Operand(scope, Value(MicroOp.ITEM, value.operands), Level.ATOM)]]


def _unpack(scope: Scope, value: Value) -> list[Items]:
    shape = value.payload
    if not isinstance(shape, UnpackShape):
        raise EmitError("an unpacking without targets")
    targets: Items = []
    for number, variable in enumerate(shape.targets):
        star = "*" * (number == shape.star)
        targets.append((", " if number else "") + star + _name(scope, variable))
    if len(shape.targets) == 1:
        targets = ["(", *targets, ",)"]
    if not shape.targets:
        targets = ["()"]
    return [[*targets, " = ", *_assigned(scope, value.operands[0])]]


_COLLECT = {
    (MicroOp.EXTEND, "list"): "extend",
    (MicroOp.EXTEND, "set"): "update",
    (MicroOp.EXTEND, "dict"): "update",
    (MicroOp.EXTEND, "call"): "update",
    (MicroOp.ADD, "list"): "append",
    (MicroOp.ADD, "set"): "add",
}


def _collect(scope: Scope, value: Value) -> list[Items]:
    owner, *items = value.operands
    head = Operand(scope, owner, Level.ATOM)
    if value.op is MicroOp.ADD and value.payload == "dict":
        key, item = items
        target = Value(MicroOp.ITEM, (owner, key))
        return [[Operand(scope, target, Level.ATOM), " = ", *_assigned(scope, item)]]
    method = _COLLECT[value.op, str(value.payload)]
    return [[head, f".{method}(", Operand(scope, items[0]), ")"]]


def _evaluate(scope: Scope, value: Value) -> list[Items]:
    return [breakable(scope, value.operands[0], Level.YIELD)]


def _assign(scope: Scope, value: Value) -> list[Items]:
    source, *targets = value.operands
    items: Items = []
    for target in targets:
        items += [Operand(scope, target, Level.TUPLE), " = "]
    return [[*items, *_assigned(scope, source)]]


def _augment(scope: Scope, value: Value) -> list[Items]:
    target, source = value.operands
    head = Operand(scope, target, Level.ATOM)
    return [[head, f" {value.payload}= ", *_added(scope, source)]]


def _annotate(scope: Scope, value: Value) -> list[Items]:
    target, annotation, *source = value.operands
    items: Items = [Operand(scope, target, Level.ATOM), ": "]
    items += annotation_items(scope, annotation)
    if source:
        items += [" = ", *_assigned(scope, source[0], Level.TEST)]
    return [items]


def _nothing(_scope: Scope, _value: Value) -> list[Items]:
    return []


def _intrinsic(scope: Scope, value: Value) -> list[Items]:
    if isinstance(value.payload, TypeAlias):
        target, source = value.operands
        return [alias_items(scope, target, source, value.payload.parameters)]
    return [[Operand(scope, value, Level.YIELD)]]


_STATEMENTS: dict[MicroOp, Callable[[Scope, Value], list[Items]]] = {
    MicroOp.STORE: _store,
    MicroOp.DELETE: _delete,
    MicroOp.SET_ATTR: _set_attribute,
    MicroOp.DEL_ATTR: _delete_attribute,
    MicroOp.SET_ITEM: _set_item,
    MicroOp.DEL_ITEM: _delete_item,
    MicroOp.UNPACK: _unpack,
    MicroOp.EXTEND: _collect,
    MicroOp.ADD: _collect,
    MicroOp.EVALUATE: _evaluate,
    MicroOp.ASSIGN: _assign,
    MicroOp.AUGMENT: _augment,
    MicroOp.ANNOTATE: _annotate,
    MicroOp.ORIGIN: _nothing,
    MicroOp.SETUP_ANNOTATIONS: _nothing,
    MicroOp.INTRINSIC: _intrinsic,
}

_NO_SOURCE = {MicroOp.EXC_PUSH, MicroOp.EXC_POP, MicroOp.MAKE_CELL}


def simple_lines(scope: Scope, value: Value) -> list[Items]:
    """Returns the lines of a statement value (none for what only keeps a place).

    Raises:
        EmitError: no statement does this.
    """
    imported = import_statement(scope, value)
    if imported is not None:
        return [imported]
    printer = _STATEMENTS.get(value.op)
    if printer is not None:
        lines = printer(scope, value)
        if lines and value.origins:
            lines[0] = [scope.mark(value), *lines[0]]
        return lines
    if value.op in _NO_SOURCE or value.op is MicroOp.EXC_GROUP_MATCH:
        message = f"{value.op.value} is no statement"
        raise EmitError(message)
    return [breakable(scope, value, Level.YIELD)]
