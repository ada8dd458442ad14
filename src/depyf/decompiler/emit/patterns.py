"""Prints the patterns of ``match``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from depyf.decompiler.emit.calls import separated
from depyf.decompiler.emit.pieces import WORD, Break, Close, Open
from depyf.decompiler.emit.precedence import Level
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError

if TYPE_CHECKING:
    from depyf.decompiler.ir.statement import Pattern
    from depyf.decompiler.ir.value import Value, Variable


def _name(scope: Scope, name: Variable | None) -> str:
    return "_" if name is None else scope.names.variable(name)


def _value(pattern: Pattern) -> Value:
    if pattern.value is None:
        raise EmitError("a pattern without its value")
    return pattern.value


def _nested(scope: Scope, pattern: Pattern) -> Items:
    """A pattern where ``as`` and ``|`` need brackets."""
    items = pattern_items(scope, pattern)
    if pattern.kind in ("as", "or"):
        return [Open("("), *items, Close(")")]
    return items


def _alternatives(scope: Scope, pattern: Pattern) -> Items:
    items: Items = []
    for part in pattern.patterns:
        if items:
            items += [Break(WORD), "| "]
        items += _nested(scope, part)
    return items


def _as(scope: Scope, pattern: Pattern) -> Items:
    inner = pattern.patterns[0]
    items = pattern_items(scope, inner)
    if inner.kind == "as":
        items = [Open("("), *items, Close(")")]
    return [*items, f" as {_name(scope, pattern.name)}"]


def _sequence(scope: Scope, pattern: Pattern) -> Items:
    parts = [pattern_items(scope, part) for part in pattern.patterns]
    return [Open("["), *separated(parts), Close("]", comma=True)]


def _mapping(scope: Scope, pattern: Pattern) -> Items:
    parts: list[Items] = [
        [Operand(scope, key), ": ", *pattern_items(scope, part)]
        for key, part in zip(pattern.keys, pattern.patterns)
    ]
    if pattern.name is not None:
        parts.append([f"**{_name(scope, pattern.name)}"])
    return [Open("{"), *separated(parts), Close("}", comma=True)]


def _class(scope: Scope, pattern: Pattern) -> Items:
    positional = len(pattern.patterns) - len(pattern.keywords)
    names = ["" for _ in range(positional)]
    names += [f"{scope.names.unmangled(keyword)}=" for keyword in pattern.keywords]
    parts: list[Items] = [
        [name, *pattern_items(scope, part)]
        for name, part in zip(names, pattern.patterns)
    ]
    head = Operand(scope, _value(pattern), Level.ATOM)
    return [head, Open("("), *separated(parts), Close(")", comma=True)]


_KINDS: dict[str, Callable[[Scope, Pattern], Items]] = {
    "value": lambda scope, pattern: [Operand(scope, _value(pattern), Level.SUM)],
    "capture": lambda scope, pattern: [_name(scope, pattern.name)],
    "star": lambda scope, pattern: [f"*{_name(scope, pattern.name)}"],
    "as": _as,
    "or": _alternatives,
    "sequence": _sequence,
    "mapping": _mapping,
    "class": _class,
}


def pattern_items(scope: Scope, pattern: Pattern) -> Items:
    """Prints a pattern."""
    return _KINDS[pattern.kind](scope, pattern)
