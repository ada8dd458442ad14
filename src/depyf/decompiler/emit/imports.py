"""Import statements from the values that CPython makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.emit.calls import separated
from depyf.decompiler.emit.displays import constant_of
from depyf.decompiler.emit.pieces import Close, Open
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import ImportName, Value

if TYPE_CHECKING:
    from depyf.decompiler.emit.scope import Items, Scope


def _import_parts(value: Value) -> tuple[int, tuple[str, ...], ImportName]:
    """Level, names and module of an IMPORT."""
    level, names = (constant_of(operand) for operand in value.operands)
    if not isinstance(value.payload, ImportName) or not isinstance(level, int):
        raise EmitError("an import without a module")
    listed = tuple(str(name) for name in names) if isinstance(names, tuple) else ()
    return level, listed, value.payload


def _imported_path(value: Value) -> tuple[Value, list[str]]:
    """The IMPORT below a chain of IMPORT_FROM, and the names of the chain."""
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
    raise EmitError(f"an import of {module} that no statement makes")


def import_statement(scope: Scope, value: Value) -> Items | None:
    """Prints ``STORE x = IMPORT...`` and what passes make of several; else None."""
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
        raise EmitError("an import with other names than targets")
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
