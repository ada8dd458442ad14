"""Print constants, displays, comprehensions and indices."""

from __future__ import annotations

from typing import Tuple

from depyf.decompiler.emit.literals import is_literal, scalar_literal
from depyf.decompiler.emit.pieces import WORD, Break, Close, Level, Open
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Comprehension, Value, const

Expansion = Tuple[Level, Items]

_BRACKETS = {"list": ("[", "]"), "set": ("{", "}"), "dict": ("{", "}")}
_COMPREHENSION_BRACKETS = {**_BRACKETS, "generator": ("(", ")")}
_PLAIN_BOUNDS = (MicroOp.CONST, MicroOp.LOAD)


def constant_of(value: Value) -> object:
    """Return the object that a CONST value holds.

    Raises:
        EmitError: ``value`` is not a CONST.
    """
    if value.op is MicroOp.CONST and isinstance(value.payload, Constant):
        return value.payload.value
    raise EmitError(f"{value.op.value} is no constant")


def is_frozen(value: Value) -> bool:
    """Return whether a value is a frozenset that may be printed as a set."""
    if value.op is not MicroOp.CONST:
        return False
    constant = constant_of(value)
    return (
        type(constant) is frozenset
        and bool(constant)
        and all(is_literal(item) for item in constant)
    )


def expand_frozen(scope: Scope, value: Value) -> Items:
    """Print a frozenset as a set; the compiler restores it after ``in`` and ``for``."""
    constant = constant_of(value)
    members = sorted(constant, key=repr) if type(constant) is frozenset else []
    return _bracketed(scope, "{", [const(item) for item in members], "}")


def _bracketed(scope: Scope, opening: str, values: list[Value], closing: str) -> Items:
    items: Items = [Open(opening)]
    for number, value in enumerate(values):
        if number:
            items += [",", Break()]
        items.append(element(scope, value))
    return [*items, Close(closing, comma=True)]


def element(scope: Scope, value: Value) -> Operand:
    """Return an element of a display as an Operand, starred or not."""
    is_star = value.op in (MicroOp.STAR, MicroOp.DOUBLE_STAR)
    return Operand(scope, value, Level.YIELD if is_star else Level.TEST)


def expand_constant(scope: Scope, value: Value, level: Level) -> Expansion:
    """Print a constant as a literal, or as a global name."""
    constant = constant_of(value)
    if type(constant) is tuple:
        if is_literal(constant):
            return _tuple(scope, [const(item) for item in constant], level)
    else:
        mixed = scope.settings.exact_mixed_complex
        found = scalar_literal(constant, scope.quotes, mixed)
        if found is not None:
            return found[1], [found[0]]
        if scope.strict and is_literal(constant):
            raise EmitError("a literal that cannot stand inside its f-string's quotes")
    return Level.ATOM, [scope.names.table.constant(Constant(constant))]


def _tuple(scope: Scope, values: list[Value], level: Level) -> Expansion:
    if level > Level.TUPLE or len(values) in (0, 1):
        if len(values) == 1:
            return Level.ATOM, [Open("("), element(scope, values[0]), ",", Close(")")]
        return Level.ATOM, _bracketed(scope, "(", values, ")")
    _opening, *items, _closing = _bracketed(scope, "(", values, ")")
    return Level.TUPLE, [
        Open("(", hidden=True),
        *items,
        Close(")", comma=True, hidden=True),
    ]


def _dict_items(scope: Scope, values: tuple[Value, ...]) -> Items:
    items: Items = [Open("{")]
    position = 0
    while position < len(values):
        items += [",", Break()] * (position > 0)
        value = values[position]
        if value.op is MicroOp.DOUBLE_STAR:
            items.append(Operand(scope, value, Level.YIELD))
            position += 1
            continue
        items += [Operand(scope, value), ": ", Operand(scope, values[position + 1])]
        position += 2
    return [*items, Close("}", comma=True)]


def _are_cells(value: Value) -> bool:
    """Return whether a tuple consists of cells, in the order of a closure."""
    names = [
        operand.variable.name
        for operand in value.operands
        if operand.op is MicroOp.CELL
    ]
    return len(names) == len(value.operands) > 0 and names == sorted(set(names))


def _cells(scope: Scope, value: Value) -> Expansion:
    """Print a tuple of cells as the closure of a lambda."""
    names = [scope.names.variable(operand.variable) for operand in value.operands]
    marks = [scope.mark(node) for node in value.walk() if node.origins]
    inner = ", ".join(names)
    body = inner if len(names) == 1 else f"({inner})"
    return Level.ATOM, [*marks, f"(lambda: {body}).__closure__"]


def expand_cell(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print the cell of one variable."""
    alone = Value(MicroOp.BUILD, (value,), "tuple", value.origins)
    level, items = _cells(scope, alone)
    return level, [*items, "[0]"]


def expand_build(scope: Scope, value: Value, level: Level) -> Expansion:
    """Print a display."""
    if value.payload == "frozenset":
        return Level.ATOM, expand_frozen(scope, value.operands[0])
    if value.payload == "tuple" and _are_cells(value):
        return _cells(scope, value)
    if value.payload == "tuple":
        return _tuple(scope, list(value.operands), level)
    if value.payload == "dict":
        return Level.ATOM, _dict_items(scope, value.operands)
    if value.payload == "set" and not value.operands:
        # The name `set` could be rebound, so an empty set is printed as a display.
        return Level.ATOM, ["{*()}"]
    opening, closing = _BRACKETS[str(value.payload)]
    return Level.ATOM, _bracketed(scope, opening, list(value.operands), closing)


# -- comprehensions --------------------------------------------------------------


def iterated(value: Value) -> Value:
    """Return the iterable of a ``for`` without the ``iter`` call that it implies."""
    if value.op in (MicroOp.ITER, MicroOp.AITER):
        inner = value.operands[0]
        joined = inner.origins | value.origins
        return Value(inner.op, inner.operands, inner.payload, joined)
    return value


def iterable_operand(scope: Scope, value: Value, level: Level) -> Operand:
    """Return the iterable of a ``for`` as an Operand; frozensets become displays."""
    value = iterated(value)
    if is_frozen(value):
        value = Value(MicroOp.BUILD, (value,), "frozenset", value.origins)
    return Operand(scope, value, level)


def comprehension_items(scope: Scope, payload: Comprehension) -> Items:
    """Print the inside of a comprehension."""
    first, *others = payload.item
    items: Items = [element(scope, first)]
    for other in others:
        items += [": ", Operand(scope, other)]
    for clause in payload.clauses:
        word = "async for " if clause.is_async else "for "
        items += [Break(WORD), word, Operand(scope, clause.target, Level.TUPLE)]
        items += [" in ", iterable_operand(scope, clause.iterable, Level.OR)]
        for condition in clause.conditions:
            items += [Break(WORD), "if ", Operand(scope, condition, Level.OR)]
    return items


def comprehension_of(value: Value) -> Comprehension | None:
    """Return the payload of a COMPREHENSION value, or None for other values."""
    if value.op is MicroOp.COMPREHENSION and isinstance(value.payload, Comprehension):
        return value.payload
    return None


def expand_comprehension(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print a comprehension with its brackets."""
    payload = comprehension_of(value)
    if payload is None:
        raise EmitError("a comprehension without clauses")
    opening, closing = _COMPREHENSION_BRACKETS[payload.kind]
    inside = comprehension_items(scope, payload)
    return Level.ATOM, [Open(opening), *inside, Close(closing)]


# -- subscripts ------------------------------------------------------------------


def _is_slice(value: Value) -> bool:
    if value.op is MicroOp.SLICE:
        return True
    return value.op is MicroOp.CONST and type(constant_of(value)) is slice


def _slice_parts(value: Value) -> list[Value]:
    if value.op is MicroOp.SLICE:
        return list(value.operands)
    constant = constant_of(value)
    if type(constant) is not slice:
        raise EmitError("a subscript that is not a slice")
    parts = [const(constant.start), const(constant.stop)]
    return parts if constant.step is None else [*parts, const(constant.step)]


def _is_none(value: Value) -> bool:
    return value.op is MicroOp.CONST and constant_of(value) is None


def _is_plain(value: Value) -> bool:
    if value.op is MicroOp.UNARY:
        return value.operands[0].op in _PLAIN_BOUNDS
    return value.op in _PLAIN_BOUNDS


def _slice_items(scope: Scope, value: Value) -> Items:
    parts = _slice_parts(value)
    # Like black: spaces around the colons if a bound is more than a name or number.
    spaced = not all(_is_plain(part) for part in parts)
    items: Items = [scope.mark(value)] if value.origins else []
    for number, part in enumerate(parts):
        shown = not _is_none(part)
        if number:
            before = spaced and not _is_none(parts[number - 1])
            items.append((" " * before) + ":" + (" " * (spaced and shown)))
        if shown:
            items.append(Operand(scope, part))
        elif part.origins:
            items.append(scope.mark(part))
    return items


def _is_plain_index(constant: object) -> bool:
    """Return whether an index is a literal, or a slice of literals."""
    if type(constant) is slice:
        return all(map(is_literal, (constant.start, constant.stop, constant.step)))
    return is_literal(constant)


def _index_parts(value: Value) -> list[Value] | None:
    """Return the elements of a tuple index; None if the index is not a tuple."""
    if value.op is MicroOp.BUILD and value.payload == "tuple":
        return list(value.operands)
    if value.op is MicroOp.CONST:
        constant = constant_of(value)
        if type(constant) is tuple and all(map(_is_plain_index, constant)):
            return [const(item) for item in constant]
    return None


def index_items(scope: Scope, index: Value) -> Items:
    """Print ``[index]``; slices and tuples get no brackets of their own."""
    if _is_slice(index):
        return [Open("["), *_slice_items(scope, index), Close("]")]
    parts = _index_parts(index)
    starred = parts and any(part.op is MicroOp.STAR for part in parts)
    if not parts or (starred and not scope.settings.stars_in_index):
        return [Open("["), Operand(scope, index), Close("]")]
    items: Items = [Open("["), scope.mark(index)]
    for number, part in enumerate(parts):
        items += [",", Break()] * bool(number)
        if _is_slice(part):
            items += _slice_items(scope, part)
        else:
            items.append(element(scope, part))
    if len(parts) == 1 and not starred:
        items.append(",")
    return [*items, Close("]", comma=len(parts) > 1)]
