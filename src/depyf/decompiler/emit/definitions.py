"""Recognise functions and classes as definitions, and print their heads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.decompiler.emit.calls import (
    annotation_items,
    annotation_values,
    argument_items,
    call_shape,
    function_text,
    parameter_parts,
    separated,
)
from depyf.decompiler.emit.pieces import Close, Level, Open
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import FunctionParts, Value
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import FunctionText, TypeParameter

_FIRST_BASE = 3  # __build_class__, the body, the name; then the bases


@dataclass(frozen=True)
class Definition:
    """A ``def`` or ``class`` with its decorators.

    Args:
        text: the decompiled body.
        function: its FUNCTION value, or None for the outermost function.
        decorators: the decorators, outermost first.
        wrappers: the calls of decorators and of ``__build_class__``.
        bases: for each base or keyword of a class, how it is passed and its value.
    """

    text: FunctionText
    function: Value | None = None
    decorators: tuple[Value, ...] = ()
    wrappers: tuple[Value, ...] = ()
    bases: tuple[tuple[str | None, Value], ...] = ()


def _decorated(value: Value) -> bool:
    return value.op is MicroOp.CALL and call_shape(value).arguments == (None,)


def _class_definition(scope: Scope, value: Value) -> Definition | None:
    if value.op is not MicroOp.CALL or len(value.operands) < _FIRST_BASE:
        return None
    builder, function, *_ = value.operands
    if builder.op is not MicroOp.BUILD_CLASS or function.op is not MicroOp.FUNCTION:
        return None
    text = function_text(scope, function)
    arguments = call_shape(value).arguments[_FIRST_BASE - 1 :]
    bases = tuple(zip(arguments, value.operands[_FIRST_BASE:]))
    wrappers = (value, builder, value.operands[2])
    return Definition(text, function, (), wrappers, bases)


def _undecorated(scope: Scope, value: Value) -> Definition | None:
    if value.op is MicroOp.FUNCTION and isinstance(value.payload, FunctionParts):
        text = function_text(scope, value)
        is_function = text.kind is CodeKind.FUNCTION
        return Definition(text, value) if is_function else None
    return _class_definition(scope, value)


def definition_of(scope: Scope, value: Value) -> Definition | None:
    """Return the definition that a value creates, with its decorators; else None.

    Only a lambda can be part of an expression. So a call whose only argument is another
    function was written as a decorator.
    """
    decorators: list[Value] = []
    wrappers: list[Value] = []
    while True:
        found = _undecorated(scope, value)
        if found is not None:
            return replace(
                found,
                decorators=tuple(decorators),
                wrappers=(*wrappers, *found.wrappers),
            )
        if not _decorated(value):
            return None
        wrappers.append(value)
        decorators.append(value.operands[0])
        value = value.operands[1]


def defined(scope: Scope, value: Value) -> Definition | None:
    """Return the definition in a DEFINE value, with its decorators."""
    *decorators, thing = value.operands
    found = definition_of(scope, thing)
    if found is None:
        return None
    return replace(found, decorators=(*decorators, *found.decorators))


def _type_parameters(scope: Scope, parameters: tuple[TypeParameter, ...]) -> Items:
    parts: list[Items] = []
    for one in parameters:
        part: Items = [one.stars + scope.names.local(one.name)]
        if one.bound is not None:
            part += [": ", Operand(scope, one.bound)]
        if one.default is not None:
            part += [" = ", Operand(scope, one.default, Level.YIELD)]
        parts.append(part)
    if not parts:
        return []
    return [Open("["), *separated(parts), Close("]", comma=True)]


def alias_items(
    scope: Scope, target: Value, value: Value, parameters: tuple[TypeParameter, ...]
) -> Items:
    """Print a statement ``type X[T] = value``."""
    name = scope.names.variable(target.variable)
    head: Items = [f"type {name}", *_type_parameters(scope, parameters)]
    return [*head, " = ", Operand(scope, value)]


def head_items(scope: Scope, name: str, found: Definition) -> Items:
    """Print the ``def`` or ``class`` line.

    Args:
        scope: the scope around the definition.
        name: the name to print.
        found: the definition.
    """
    marks: Items = [scope.mark(one) for one in found.wrappers if one.origins]
    if found.function is not None:
        for part in found.function.operands:
            marks += [scope.mark(node) for node in part.walk() if node.origins]
        marks.append(scope.mark(found.function))
    types = _type_parameters(scope, found.text.type_parameters)
    if found.text.kind is CodeKind.CLASS:
        bases = [argument_items(scope, how, value) for how, value in found.bases]
        shown: Items = []
        if bases:
            shown = [Open("("), *separated(bases), Close(")", comma=True)]
        return [*marks, f"class {name}", *types, *shown, ":"]
    word = "async def" if found.text.is_async else "def"
    parts = parameter_parts(scope, found.text, found.function)
    items: Items = [*marks, f"{word} {name}", *types]
    items += [Open("("), *separated(parts), Close(")", comma=True)]
    result = annotation_values(found.text, found.function).get("return")
    if result is not None:
        items += [" -> ", *annotation_items(scope, result)]
    return [*items, ":"]
