"""Print values as expressions.

A value is expanded step by step from a work list, without recursion, so that chains of
thousands of operators can be printed. A row of `_EXPANSIONS` turns one node into
strings and operands. It also gives the level of the result, which says how tightly it
binds. Brackets are added where levels require them.
"""

from __future__ import annotations

import re
from typing import Callable, Tuple

from depyf.decompiler.emit.calls import expand_call, expand_lambda, expand_super
from depyf.decompiler.emit.displays import (
    expand_build,
    expand_cell,
    expand_comprehension,
    expand_constant,
    index_items,
    is_frozen,
)
from depyf.decompiler.emit.pieces import (
    BINARY_LEVELS,
    UNARY_LEVELS,
    WORD,
    Break,
    Close,
    Level,
    Open,
    Piece,
)
from depyf.decompiler.emit.scope import Item, Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.emit.strings import expand_string, expand_template
from depyf.decompiler.ir import intrinsic_operations
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, VariableKind
from depyf.regexes import regex

Expansion = Tuple[Level, Items]
Expander = Callable[[Scope, Value, Level], Expansion]


def expand_items(items: Items) -> list[Piece]:
    """Replace operands by the pieces of their printed expressions."""
    output: list[Piece] = []
    work: Items = list(reversed(items))
    while work:
        item = work.pop()
        if isinstance(item, Operand):
            work.extend(reversed(_expanded(item)))
        else:
            output.append(item)
    return output


def _expanded(operand: Operand) -> Items:
    scope, value = operand.scope, operand.value
    expander = _EXPANSIONS.get(value.op)
    if expander is None:
        raise EmitError(f"{value.op.value} is no expression")
    level, items = expander(scope, value, operand.level)
    if level < operand.level:
        items = [Open("("), *items, Close(")")]
    if value.origins:
        items = [scope.mark(value), *items]
    return items


def _load(scope: Scope, value: Value, _level: Level) -> Expansion:
    variable = value.variable
    if variable.kind is VariableKind.GLOBAL:
        shown = scope.names.table.global_name(variable.name)
        if not shown.isidentifier():
            return Level.ATOM, [f"globals()[{shown!r}]"]
    return Level.ATOM, [scope.names.variable(variable)]


def _attribute(scope: Scope, value: Value, _level: Level) -> Expansion:
    name = scope.names.attribute(str(value.payload))
    (owner,) = value.operands
    if name is None:
        literal = repr(value.payload)
        items: Items = ["getattr(", Operand(scope, owner), f", {literal})"]
        return Level.ATOM, items
    operand: Item = Operand(scope, owner, Level.ATOM)
    if type(owner.constant) is int and owner.constant >= 0:
        return Level.ATOM, ["(", operand, f").{name}"]
    return Level.ATOM, [operand, f".{name}"]


def _item(scope: Scope, value: Value, _level: Level) -> Expansion:
    owner, index = value.operands
    operand = Operand(scope, owner, Level.ATOM)
    return Level.ATOM, [operand, *index_items(scope, index)]


def _slice(scope: Scope, value: Value, _level: Level) -> Expansion:
    # This is a slice as a value; inside an index, `index_items` prints its syntax.
    items: Items = ["slice("]
    for number, part in enumerate(value.operands):
        items += [", "] * bool(number) + [Operand(scope, part)]
    return Level.ATOM, [*items, ")"]


def _unary(scope: Scope, value: Value, _level: Level) -> Expansion:
    level, text = UNARY_LEVELS[str(value.payload)]
    (operand,) = value.operands
    # `-(a**b)`: brackets that only help the reader.
    is_power = operand.op is MicroOp.BINARY and operand.payload == "**"
    weakest = Level.AWAIT if is_power and level is Level.SIGN else level
    return level, [text, Operand(scope, operand, weakest)]


def _is_negative(value: Value) -> bool:
    if value.op is MicroOp.CONST:
        return repr(value.constant).startswith(("-", "("))
    return value.op is MicroOp.UNARY


#: A field of a ``%`` format; group 1 is the letter of its conversion.
_FIELD = regex(r"%[-+ #0]*[0-9]*(?:\.[0-9]*)?(.?)", re.DOTALL)
_FORMATTED = frozenset("sra")


def _is_simple(value: Value) -> bool:
    if value.op is MicroOp.UNARY and value.payload == "-":
        value = value.operands[0]
    while value.op is MicroOp.ATTR:
        value = value.operands[0]
    return value.op is MicroOp.LOAD or type(value.constant) in (int, float, complex)


def _is_formatting(value: Value) -> bool:
    """Return whether the compiler turns ``literal % tuple`` into an f-string.

    It does so if all fields are ``%s``, ``%r`` or ``%a``, and each has a value.
    """
    first, second = value.operands
    constant = first.constant
    if value.payload != "%" or type(constant) is not str:
        return False
    if second.op is not MicroOp.BUILD or second.payload != "tuple":
        return False
    fields = [found[1] for found in _FIELD.finditer(constant) if found[0] != "%%"]
    return len(fields) == len(second.operands) and all(
        field in _FORMATTED for field in fields
    )


def _binary(scope: Scope, value: Value, _level: Level) -> Expansion:
    level, left, right = BINARY_LEVELS[str(value.payload)]
    first, second = value.operands
    if scope.settings.formats_constants and _is_formatting(value):
        # The left operand was no plain literal, or the compiler would have removed the
        # `%`.
        first = Value(MicroOp.JOIN, (first,), None, first.origins)
    hugs = _is_simple(first) and _is_simple(second) and not _is_negative(first)
    if value.payload == "**" and hugs:
        # Like black: no spaces around `**` between names and numbers.
        hugged: Items = [Operand(scope, first, left), "**"]
        return level, [*hugged, Operand(scope, second, right)]
    return level, [
        Operand(scope, first, left),
        Break(WORD - level),
        f"{value.payload} ",
        Operand(scope, second, right),
    ]


def _joined(word: str, level: Level) -> Expander:
    def expand(scope: Scope, value: Value, _level: Level) -> Expansion:
        items: Items = []
        for operand in value.operands:
            if items:
                items += [Break(WORD - level), f"{word} "]
            items.append(Operand(scope, operand, Level(level + 1)))
        return level, items

    return expand


def _link_text(op: MicroOp, payload: object) -> str:
    if op is MicroOp.IS:
        return "is not" if payload else "is"
    if op is MicroOp.CONTAINS:
        return "not in" if payload else "in"
    return str(payload)


def _container(scope: Scope, op: MicroOp, value: Value) -> Item:
    if op is MicroOp.CONTAINS and is_frozen(value):
        value = Value(MicroOp.BUILD, (value,), "frozenset", value.origins)
    return Operand(scope, value, Level.BIT_OR)


def _comparison(scope: Scope, value: Value, _level: Level) -> Expansion:
    links: tuple[tuple[MicroOp, object], ...] = ((value.op, value.payload),)
    if value.op is MicroOp.CHAIN:
        links = value.payload if isinstance(value.payload, tuple) else ()
    first, *others = value.operands
    items: Items = [Operand(scope, first, Level.BIT_OR)]
    for (op, payload), other in zip(links, others):
        items += [Break(WORD - Level.COMPARE), f"{_link_text(op, payload)} "]
        items.append(_container(scope, op, other))
    return Level.COMPARE, items


def _conditional(scope: Scope, value: Value, _level: Level) -> Expansion:
    test, if_true, if_false = value.operands
    return Level.TEST, [
        Operand(scope, if_true, Level.OR),
        Break(WORD - Level.TEST),
        "if ",
        Operand(scope, test, Level.OR),
        Break(WORD - Level.TEST),
        "else ",
        Operand(scope, if_false, Level.TEST),
    ]


def _walrus(scope: Scope, value: Value, level: Level) -> Expansion:
    name = scope.names.variable(value.variable)
    items: Items = [f"{name} := ", Operand(scope, value.operands[0])]
    # Without brackets only in tests; other contexts that allow a bare tuple do not
    # allow it.
    if level is Level.NAMED:
        return Level.NAMED, items
    return Level.ATOM, [Open("("), *items, Close(")")]


def _star(scope: Scope, value: Value, _level: Level) -> Expansion:
    level = Level.TUPLE if value.op is MicroOp.STAR else Level.YIELD
    text = "*" if value.op is MicroOp.STAR else "**"
    return level, [text, Operand(scope, value.operands[0], Level.BIT_OR)]


def _truth(scope: Scope, value: Value, _level: Level) -> Expansion:
    return Level.NOT, ["not not ", Operand(scope, value.operands[0], Level.NOT)]


def _await(scope: Scope, value: Value, _level: Level) -> Expansion:
    return Level.AWAIT, ["await ", Operand(scope, value.operands[0], Level.ATOM)]


def _yield(scope: Scope, value: Value, _level: Level) -> Expansion:
    (operand,) = value.operands
    if operand.op is MicroOp.CONST and operand.payload == Constant(None):
        return Level.YIELD, [scope.mark(operand), "yield"]
    return Level.YIELD, ["yield ", Operand(scope, operand, Level.TUPLE)]


def _yield_from(scope: Scope, value: Value, _level: Level) -> Expansion:
    (operand,) = value.operands
    marks: Items = []
    if operand.op is MicroOp.YIELD_ITER:
        marks.append(scope.mark(operand))
        operand = operand.operands[0]
    return Level.YIELD, [*marks, "yield from ", Operand(scope, operand)]


def _stand_in(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print an operation that has no syntax as a call of an intrinsic."""
    function = Constant(intrinsic_operations.function_for(value.op, value.payload))
    items: Items = [f"{scope.names.table.constant(function)}("]
    for number, operand in enumerate(value.operands):
        items += [", "] * bool(number) + [Operand(scope, operand)]
    return Level.ATOM, [*items, ")"]


def _method(scope: Scope, value: Value, _level: Level) -> Expansion:
    # Really looked up on the type. Only fallbacks print this form, and they are
    # validated.
    owner = Operand(scope, value.operands[0], Level.ATOM)
    return Level.ATOM, [owner, f".{value.payload}"]


def _word(text: str) -> Expander:
    def expand(_scope: Scope, _value: Value, _level: Level) -> Expansion:
        return Level.ATOM, [text]

    return expand


def _common(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print a builtin that the code contains as a constant."""
    return Level.ATOM, [scope.names.table.builtin(str(value.payload))]


def _intrinsic(scope: Scope, value: Value, _level: Level) -> Expansion:
    if value.payload == "list_to_tuple":
        operand = Operand(scope, value.operands[0], Level.BIT_OR)
        return Level.ATOM, ["(*", operand, ",)"]
    if value.payload == "unary_positive":
        return Level.SIGN, ["+", Operand(scope, value.operands[0], Level.SIGN)]
    if value.payload == "async_gen_wrap":
        return Level.ATOM, [Operand(scope, value.operands[0], _level)]
    raise EmitError(f"intrinsic {value.payload} is no expression")


_EXPANSIONS: dict[MicroOp, Expander] = {
    MicroOp.CONST: expand_constant,
    MicroOp.LOAD: _load,
    MicroOp.TARGET: _load,
    MicroOp.LOAD_FROM: _load,
    MicroOp.BUILD_CLASS: _word("__build_class__"),
    MicroOp.COMMON_CONSTANT: _common,
    MicroOp.LOCALS: _word("locals()"),
    MicroOp.ATTR: _attribute,
    MicroOp.ITEM: _item,
    MicroOp.SLICE: _slice,
    MicroOp.UNARY: _unary,
    MicroOp.TRUTH: _truth,
    MicroOp.BINARY: _binary,
    MicroOp.COMPARE: _comparison,
    MicroOp.IS: _comparison,
    MicroOp.CONTAINS: _comparison,
    MicroOp.CHAIN: _comparison,
    MicroOp.AND: _joined("and", Level.AND),
    MicroOp.OR: _joined("or", Level.OR),
    MicroOp.CONDITIONAL: _conditional,
    MicroOp.WALRUS: _walrus,
    MicroOp.BUILD: expand_build,
    MicroOp.CELL: expand_cell,
    MicroOp.STAR: _star,
    MicroOp.DOUBLE_STAR: _star,
    MicroOp.COMPREHENSION: expand_comprehension,
    MicroOp.JOIN: expand_string,
    MicroOp.FORMAT: expand_string,
    MicroOp.TEMPLATE: expand_template,
    MicroOp.CALL: expand_call,
    MicroOp.FUNCTION: expand_lambda,
    MicroOp.SUPER: expand_super,
    MicroOp.ITER: _stand_in,
    MicroOp.YIELD_ITER: _stand_in,
    MicroOp.AITER: _stand_in,
    MicroOp.LENGTH: _stand_in,
    MicroOp.AWAIT: _await,
    MicroOp.YIELD: _yield,
    MicroOp.YIELD_FROM: _yield_from,
    MicroOp.SPECIAL: _method,
    MicroOp.INTRINSIC: _intrinsic,
}
