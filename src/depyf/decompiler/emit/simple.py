"""Print statements without control flow, each on one line."""

from __future__ import annotations

from typing import Callable

from depyf.decompiler.emit.calls import annotation_items, separated
from depyf.decompiler.emit.definitions import alias_items
from depyf.decompiler.emit.displays import constant_of
from depyf.decompiler.emit.function_text import TypeAlias
from depyf.decompiler.emit.names import is_legal
from depyf.decompiler.emit.pieces import Close, Level, Open
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import ImportName, UnpackShape, Value, Variable


def _import_parts(value: Value) -> tuple[int, tuple[str, ...], ImportName]:
    """Return the level, the names and the module of an IMPORT."""
    level, names = (constant_of(operand) for operand in value.operands)
    if not isinstance(value.payload, ImportName) or not isinstance(level, int):
        raise EmitError("an import without a module")
    listed = tuple(str(name) for name in names) if isinstance(names, tuple) else ()
    return level, listed, value.payload


def _imported_path(value: Value) -> tuple[Value, list[str]]:
    """Return the IMPORT below a chain of IMPORT_FROM, and the names in the chain."""
    path: list[str] = []
    while value.op is MicroOp.IMPORT_FROM:
        path.append(str(value.payload))
        value = value.operands[0]
    return value, path[::-1]


def _renamed(shown: str, target: str) -> str:
    return shown if shown == target else f"{shown} as {target}"


def _lazy(payload: ImportName) -> str:
    return "lazy " if payload.lazy else ""


def _from(scope: Scope, value: Value) -> str:
    level, _names, payload = _import_parts(value)
    module = scope.names.unmangled(payload.name)
    return f"{_lazy(payload)}from {'.' * level}{module} import "


def _plain_import(scope: Scope, value: Value, path: list[str], target: str) -> str:
    level, _names, payload = _import_parts(value)
    parts = [scope.names.unmangled(part) for part in payload.name.split(".")]
    if level:
        raise EmitError("a relative import without names")
    module = ".".join(parts)
    if not path and parts[0] == target:
        return f"{_lazy(payload)}import {module}"
    if path == payload.name.split(".")[1:]:
        return f"{_lazy(payload)}import {module} as {target}"
    raise EmitError(f"an import of {module} that no statement can express")


def import_statement(scope: Scope, value: Value) -> Items | None:
    """Print an import statement that passes have joined; None for other values."""
    if value.op is MicroOp.IMPORT_STAR:
        (module,) = value.operands
        return [*_marks(scope, value), _from(scope, module) + "*"]
    if value.op is MicroOp.FROM_IMPORT:
        return _from_import(scope, value)
    if value.op is not MicroOp.STORE:
        return None
    (source,) = value.operands
    if source.op not in (MicroOp.IMPORT, MicroOp.IMPORT_FROM):
        return None
    module, path = _imported_path(source)
    if module.op is not MicroOp.IMPORT:
        return None
    target = scope.names.variable(value.variable)
    names = _import_parts(module)[1]
    if not names:
        text = _plain_import(scope, module, path, target)
    elif len(names) == 1 and len(path) == 1:
        shown = scope.names.unmangled(names[0])
        text = _from(scope, module) + _renamed(shown, target)
    else:
        return None
    return [*_marks(scope, value), text]


def _marks(scope: Scope, value: Value) -> Items:
    return [scope.mark(node) for node in value.walk() if node.origins]


def _from_import(scope: Scope, value: Value) -> Items:
    module, *targets = value.operands
    names = _import_parts(module)[1]
    if len(names) != len(targets):
        raise EmitError("an import whose names do not match its targets")
    parts: list[Items] = [
        [_renamed(scope.names.unmangled(name), scope.names.variable(target.variable))]
        for name, target in zip(names, targets)
    ]
    return [
        *_marks(scope, value),
        _from(scope, module),
        Open("(", hidden=True),
        *separated(parts),
        Close(")", comma=True, hidden=True),
    ]


#: Operations that may be wrapped in brackets so that a long line can be broken.
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


def breakable(scope: Scope, value: Value, level: Level = Level.YIELD) -> Items:
    """Print an expression that gets brackets only if the line is too long."""
    operand = Operand(scope, value, level)
    if value.op not in _BREAKABLE:
        return [operand]
    return [Open("(", hidden=True), operand, Close(")", hidden=True)]


def _added(scope: Scope, value: Value) -> Items:
    """Print the expression after ``+=``."""
    starred = any(item.op is MicroOp.STAR for item in value.operands)
    is_tuple = value.op is MicroOp.BUILD and value.payload == "tuple"
    closed = starred and is_tuple and not scope.settings.stars_in_augmented
    return breakable(scope, value, Level.TEST if closed else Level.YIELD)


def _reads(value: Value, variable: Variable) -> bool:
    return value.loaded == variable


def _store(scope: Scope, value: Value) -> list[Items]:
    (source,) = value.operands
    name = scope.names.variable(value.variable)
    if source.op is not MicroOp.INPLACE:
        return [[f"{name} = ", *breakable(scope, source)]]
    left, right = source.operands
    augmented: Items = [scope.mark(source), f"{name} {source.payload}= "]
    augmented += _added(scope, right)
    if _reads(left, value.variable):
        return [[scope.mark(left), *augmented]]
    if any(_reads(node, value.variable) for node in right.walk()):
        raise EmitError("an operation in place whose result overwrites its operand")
    return [[f"{name} = ", Operand(scope, left)], augmented]


def _attribute(scope: Scope, value: Value, owner: Value) -> Items:
    attribute = Value(MicroOp.ATTR, (owner,), value.payload)
    return [Operand(scope, attribute, Level.ATOM)]


def _set_attribute(scope: Scope, value: Value) -> list[Items]:
    source, owner = value.operands
    name = str(value.payload)
    if not is_legal(name):
        call: Items = ["setattr(", Operand(scope, owner), f", {name!r}, "]
        return [[*call, Operand(scope, source), ")"]]
    return [[*_attribute(scope, value, owner), " = ", *breakable(scope, source)]]


def _delete_attribute(scope: Scope, value: Value) -> list[Items]:
    (owner,) = value.operands
    if not is_legal(str(value.payload)):
        return [["delattr(", Operand(scope, owner), f", {value.payload!r})"]]
    return [["del ", *_attribute(scope, value, owner)]]


def _set_item(scope: Scope, value: Value) -> list[Items]:
    source, owner, index = value.operands
    item = Value(MicroOp.ITEM, (owner, index))
    return [[Operand(scope, item, Level.ATOM), " = ", *breakable(scope, source)]]


def _delete_item(scope: Scope, value: Value) -> list[Items]:
    return [["del ", Operand(scope, Value(MicroOp.ITEM, value.operands), Level.ATOM)]]


def _unpack(scope: Scope, value: Value) -> list[Items]:
    shape = value.payload
    if not isinstance(shape, UnpackShape):
        raise EmitError("an unpacking without targets")
    targets: Items = []
    for number, variable in enumerate(shape.targets):
        star = "*" * (number == shape.star)
        targets.append((", " if number else "") + star + scope.names.variable(variable))
    if len(shape.targets) == 1:
        targets = ["(", *targets, ",)"]
    if not shape.targets:
        targets = ["()"]
    return [[*targets, " = ", *breakable(scope, value.operands[0])]]


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
        return [[Operand(scope, target, Level.ATOM), " = ", *breakable(scope, item)]]
    method = _COLLECT[value.op, str(value.payload)]
    return [[head, f".{method}(", Operand(scope, items[0]), ")"]]


def _assign(scope: Scope, value: Value) -> list[Items]:
    source, *targets = value.operands
    items: Items = []
    for target in targets:
        items += [Operand(scope, target, Level.TUPLE), " = "]
    return [[*items, *breakable(scope, source)]]


def _augment(scope: Scope, value: Value) -> list[Items]:
    target, source = value.operands
    head = Operand(scope, target, Level.ATOM)
    return [[head, f" {value.payload}= ", *_added(scope, source)]]


def _annotate(scope: Scope, value: Value) -> list[Items]:
    target, annotation, *source = value.operands
    items: Items = [Operand(scope, target, Level.ATOM), ": "]
    items += annotation_items(scope, annotation)
    if source:
        items += [" = ", *breakable(scope, source[0], Level.TEST)]
    return [items]


def _intrinsic(scope: Scope, value: Value) -> list[Items]:
    if isinstance(value.payload, TypeAlias):
        target, source = value.operands
        return [alias_items(scope, target, source, value.payload.parameters)]
    return [[Operand(scope, value, Level.YIELD)]]


_STATEMENTS: dict[MicroOp, Callable[[Scope, Value], list[Items]]] = {
    MicroOp.STORE: _store,
    MicroOp.DELETE: lambda scope, value: [
        [f"del {scope.names.variable(value.variable)}"]
    ],
    MicroOp.SET_ATTR: _set_attribute,
    MicroOp.DEL_ATTR: _delete_attribute,
    MicroOp.SET_ITEM: _set_item,
    MicroOp.DEL_ITEM: _delete_item,
    MicroOp.UNPACK: _unpack,
    MicroOp.EXTEND: _collect,
    MicroOp.ADD: _collect,
    MicroOp.EVALUATE: lambda scope, value: [breakable(scope, value.operands[0])],
    MicroOp.ASSIGN: _assign,
    MicroOp.AUGMENT: _augment,
    MicroOp.ANNOTATE: _annotate,
    MicroOp.ORIGIN: lambda _scope, _value: [],
    MicroOp.SETUP_ANNOTATIONS: lambda _scope, _value: [],
    MicroOp.INTRINSIC: _intrinsic,
}

_NO_SOURCE = {MicroOp.EXC_PUSH, MicroOp.EXC_POP, MicroOp.MAKE_CELL}


def simple_lines(scope: Scope, value: Value) -> list[Items]:
    """Return the lines that print a statement; none if it only keeps an offset.

    Raises:
        EmitError: no statement expresses the value.
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
        raise EmitError(f"{value.op.value} is no statement")
    return [breakable(scope, value)]
