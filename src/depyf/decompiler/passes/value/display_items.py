"""Simplify displays in expressions: tuples from lists, call arguments, dict pairs.

Example of `flatten_call` (CPython 3.9 to 3.15)::

    def f(a, b):
        return a(*[a, *b], k=a, **b)

Before::

    call[*,**](a, build[list](a, star(b)), build[dict]('k', a, double_star[call](b)))

After::

    call[*,k,**](a, build[list](a, star(b)), a, b)

An f-string of many parts is joined from a list (3.10+): ``"".join([f"{a}", "b", ...])``
becomes ``f"{a}b..."``. A conversion is a separate instruction (3.13+), and a branch in
the format may separate the two.

Example of `convert` (CPython 3.13 to 3.15)::

    def f(a, b):
        return f"{a!r:{b if a else 1}}"

Before::

    format[](intrinsic[convert_r](a), format[](conditional(a, b, 1)))

After::

    format[r](a, format[](conditional(a, b, 1)))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.held import bits
from depyf.decompiler.ir.intrinsic_operations import conversion_of
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import Habits


#: With fewer constants than this, a display does not collect them in a tuple.
FEWEST_CONSTANTS = 3

#: A display of at least this many pairs is built from several dictionaries.
_PAIRS_OF_GROUP = 17


_SIMPLIFIED = frozenset(
    {MicroOp.BUILD, MicroOp.INTRINSIC, MicroOp.CALL, MicroOp.FORMAT}
)
#: The same as a bit set, for `holds`.
SIMPLIFIED = bits(*_SIMPLIFIED)


def simplify(value: Value, *, habits: Habits) -> Value:
    """Turn lists into tuples, and displays into call arguments.

    Args:
        value: any operation.
        habits: the behaviours of the compiler of the code.
    """
    if value.op not in _SIMPLIFIED:
        return value
    if (
        habits.unpacks_in_groups
        and value.op is MicroOp.BUILD
        and value.payload != "dict"
    ):
        value = value.with_operands(_ungrouped(value.operands))
    if value.op is MicroOp.INTRINSIC and value.payload == "list_to_tuple":
        inner = value.operands[0]
        if inner.op is MicroOp.BUILD and inner.payload == "list":
            origins = value.origins | inner.origins
            items = as_group(inner.operands)
            return Value(MicroOp.BUILD, items, "tuple", origins)
    if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
        called = flatten_call(value, value.payload, habits)
        return as_f_string(called)
    if value.op is MicroOp.BUILD and value.payload == "dict":
        return _flatten_dict(value, habits.unpacks_in_groups)
    if value.op is MicroOp.FORMAT and not value.payload:
        return convert(value)
    return value


def _flatten_dict(value: Value, grouped: bool) -> Value:
    """Turn ``{**a, **{"k": b}}`` into ``{**a, "k": b}``: pairs come in groups."""
    if not any(map(_is_group, value.operands)):
        return value
    operands: list[Value] = []
    since = 0  # number of operands after the last star
    for operand in value.operands:
        # Pairs after pairs would be in one group, unless that group was full. Otherwise
        # the source itself has the stars.
        after = since % (2 * _PAIRS_OF_GROUP) == 0 if operands else grouped
        added: tuple[Value, ...] = (operand,)
        if after and _is_group(operand):
            added = operand.operands[0].operands
        operands += added
        since = 0 if added[-1].op is MicroOp.DOUBLE_STAR else since + len(added)
    return value.with_operands(tuple(operands))


def _is_group(value: Value) -> bool:
    if value.op is not MicroOp.DOUBLE_STAR or _is_of_call(value):
        return False
    inner = value.operands[0]
    return (
        inner.op is MicroOp.BUILD and inner.payload == "dict" and bool(inner.operands)
    )


#: Shapes of calls by CALL_FUNCTION_EX. A flattened call has another shape, unless what
#: it unpacks is not a display.
_UNPACKING = (("*",), ("**",), ("*", "**"))

#: With more slots than this, a plain call uses CALL_FUNCTION_EX, too. A keyword takes
#: two slots.
_MOST_SLOTS = 30


def flatten_call(
    value: Value, shape: CallShape, habits: Habits, *, waits: bool = True
) -> Value:
    """Turn ``f(*[a, *b], **{'k': c, **d})`` into ``f(a, *b, k=c, **d)``."""
    if shape.arguments not in _UNPACKING:
        return value
    if waits and any(map(_is_waiting, value.operands[1:])):
        return value
    operands: list[Value] = [value.operands[0]]
    arguments: list[str | None] = []
    given = [
        (kind, operand)
        for kind, operand in zip(shape.arguments, value.operands[1:])
        # Before keywords, an empty tuple stands for no positional argument.
        if len(shape.arguments) == 1 or not _is_no_argument(operand)
    ]
    for kind, operand in given:
        for name, item in _expand(kind, operand, habits.unpacks_in_groups):
            arguments.append(name)
            operands.append(item)
    slots = sum(1 if name is None else 2 for name in arguments)
    is_plain = not {"*", "**"} & set(arguments)
    is_short = slots <= _MOST_SLOTS or not habits.long_calls_unpack
    if is_plain and is_short and given:
        # The compiler had no reason for unpacking, so the source has the star.
        kind, operand = given[0]
        plain = len(_expand(kind, operand, habits.unpacks_in_groups))
        arguments[:plain] = [kind]
        operands[1 : plain + 1] = [operand]
    if tuple(arguments) == shape.arguments:
        if all(a is b for a, b in zip(operands, value.operands)):
            return value
    call = CallShape(tuple(arguments))
    return Value(MicroOp.CALL, tuple(operands), call, value.origins)


def _is_no_argument(operand: Value) -> bool:
    if operand.op is MicroOp.BUILD:
        return operand.payload == "tuple" and not operand.operands
    return constant_items(operand) == ()


def _is_waiting(operand: Value) -> bool:
    """Return whether a value reads a temporary that a display may still replace."""
    return any(variable.is_temporary for variable in read(operand))


def _expand(
    kind: str | None, operand: Value, grouped: bool
) -> list[tuple[str | None, Value]]:
    if kind == "*" and operand.op is MicroOp.BUILD:
        # The compiler creates tuples here, so a list is in the source:
        # `f(*[a, b], **more)`.
        if operand.payload == "tuple":
            return [
                ("*", item.operands[0]) if item.op is MicroOp.STAR else (None, item)
                for item in operand.operands
            ]
    if kind == "*":
        items = constant_items(operand)
        if items is not None:
            return [(None, item) for item in items]
    if kind == "**" and operand.op is MicroOp.BUILD and operand.payload == "dict":
        found = keywords(operand, grouped)
        if found:  # an empty `**{}` is a call of another form
            return found
    return [(kind, operand)]


def keywords(
    display: Value, grouped: bool = False
) -> list[tuple[str | None, Value]] | None:
    """Return the arguments that a dict display passes; None if a key is no keyword."""
    result: list[tuple[str | None, Value]] = []
    operands = list(display.operands)
    while operands:
        first = operands.pop(0)
        if first.op is MicroOp.DOUBLE_STAR:
            if not _is_of_call(first):
                return None
            result += _unpacked(first.operands[0], result, grouped)
            continue
        name = first.constant
        if not isinstance(name, str) or not name.isidentifier():
            return None
        result.append((name, operands.pop(0)))
    return result


def _unpacked(
    operand: Value, before: list[tuple[str | None, Value]], grouped: bool
) -> list[tuple[str | None, Value]]:
    """Return ``**operand`` as arguments; keywords after ``**`` come as a display."""
    is_display = operand.op is MicroOp.BUILD and operand.payload == "dict"
    # If pairs come in groups, keywords after keywords would be in one group.
    is_next = before[-1][0] == "**" if before else grouped
    if is_display and operand.operands and is_next:
        found = keywords(operand)
        if found is not None and all(name != "**" for name, _ in found):
            return found
    return [("**", operand)]


def _ungrouped(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the items of a display, with groups between stars flattened."""
    found: list[Value] = []
    for item in items:
        inner = item.operands[0] if item.op is MicroOp.STAR else item
        is_group = inner is not item and inner.op is MicroOp.BUILD
        is_group = is_group and (not found or found[-1].op is MicroOp.STAR)
        if is_group and inner.payload == "tuple" and inner.operands:
            found += inner.operands
        else:
            found.append(item)
    return tuple(found)


def as_group(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return items as one starred tuple if the code has them as one constant."""
    places = {item.origins for item in items}
    if len(items) < FEWEST_CONSTANTS or len(places) != 1 or not items[0].origins:
        return items
    content = [
        item.payload.value for item in items if isinstance(item.payload, Constant)
    ]
    if len(content) < len(items):
        return items
    group = Value(MicroOp.CONST, (), Constant(tuple(content)), items[0].origins)
    return (Value(MicroOp.STAR, (group,)),)


def constant_items(value: Value) -> tuple[Value, ...] | None:
    """Return the items of the constant tuple or frozenset behind a display."""
    content = value.constant
    if type(content) not in (tuple, frozenset):
        return None
    assert isinstance(content, (tuple, frozenset))
    return tuple(
        Value(MicroOp.CONST, (), Constant(item), value.origins) for item in content
    )


def _is_of_call(star: Value) -> bool:
    return str(star.payload).endswith("call")


#: From this many parts on, the compiler calls `join`. With fewer, the source does.
_FEWEST = 31
_EMPTY = Constant("")


def convert(value: Value) -> Value:
    """Return a FORMAT that includes the conversion of its operand."""
    inner = value.operands[0]
    conversion = conversion_of(inner)
    if not conversion:
        return value
    operands = (*inner.operands, *value.operands[1:])
    origins = value.origins | inner.origins
    return Value(MicroOp.FORMAT, operands, conversion, origins)


def as_f_string(value: Value) -> Value:
    """Return the f-string that a call of `join` was compiled from; else the value."""
    if value.op is not MicroOp.CALL or len(value.operands) != 2:
        return value
    method, parts = value.operands
    if method.op is not MicroOp.ATTR or method.payload != "join":
        return value
    if method.operands[0].payload != _EMPTY or parts.op is not MicroOp.BUILD:
        return value
    if parts.payload != "list" or not _are_parts(parts.operands):
        return value
    origins = value.origins | method.all_origins() | parts.origins
    return Value(MicroOp.JOIN, parts.operands, None, origins)


def _are_parts(values: Sequence[Value]) -> bool:
    """Return whether values are fields and strings, with no two strings in a row."""
    if len(values) < _FEWEST:
        return False
    is_text = [isinstance(value.payload, Constant) for value in values]
    if any(first and second for first, second in zip(is_text, is_text[1:])):
        return False
    return all(
        value.op is MicroOp.FORMAT or isinstance(value.constant, str)
        for value in values
    )
