"""Folds collections that are filled step by step into displays and call arguments.

Before::

    t = BUILD list(a)
    EXTEND list t, b
    ADD list t, c

After::

    t = [a, *b, c]
"""

from __future__ import annotations

from functools import partial
from operator import is_
from typing import TYPE_CHECKING, Callable

from depyf.ir.function import set_terminator_values, terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import LATE, CallShape, Constant, Value, rewrite, rewrite_once
from depyf.passes import inlining
from depyf.passes.arms import is_load_of
from depyf.passes.commute import commute, summarize
from depyf.passes.usage import Usage, read
from depyf.passes.value import string_parts

if TYPE_CHECKING:
    from depyf.ir.function import BasicBlock, Function


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    blocks, usage = Usage.news(function, __name__)
    grouped = _comes_in_groups(function)
    changed = False
    for block in blocks:
        body: list[Value] = []
        for statement in block.body:
            if _take_in(body, statement, usage, function):
                changed = True
            else:
                body.append(statement)
        block.body = body
        changed |= _simplify_all(block, partial(simplify, grouped=grouped))
    return changed


def inline_block(function: Function, block: BasicBlock, usage: Usage) -> bool:
    """Inlines values of a block, and displays in the calls that they go to."""
    if not inlining.inline_block(block, usage):
        return False
    _simplify_all(block, partial(simplify, grouped=_comes_in_groups(function)))
    return True


def _comes_in_groups(function: Function) -> bool:
    return _behaves(function, "unpacks_in_groups")


def _behaves(function: Function, fact: str) -> bool:
    # The code is opaque here; a function made by hand has none.
    behaviour = getattr(function.code, "behaviour", None)
    return bool(getattr(behaviour, fact, False))


def _simplify_all(block: BasicBlock, change: Callable[[Value], Value]) -> bool:
    before = [*block.body, *terminator_values(block.terminator)]
    after = [rewrite_once(value, change, "_simplified") for value in before]
    if all(map(is_, before, after)):
        return False
    length = len(block.body)
    block.body = after[:length]
    set_terminator_values(block.terminator, after[length:])
    return True


def finish(function: Function) -> None:
    """Flattens the calls that waited in vain for displays to take places in them."""
    grouped = _comes_in_groups(function)

    def change(value: Value) -> Value:
        if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
            return _flatten_call(value, value.payload, grouped, waits=False)
        return value

    for block in function.blocks.values():
        block.body = [rewrite(value, change) for value in block.body]
        values = tuple(rewrite(v, change) for v in terminator_values(block.terminator))
        if values:
            set_terminator_values(block.terminator, values)


def _take_in(
    body: list[Value], statement: Value, usage: Usage, function: Function
) -> bool:
    """Makes ``statement`` a part of the display it adds to; False if there is none."""
    place = _filled_by(body, statement)
    if place is None:
        return False
    filled = _fold(body[place], statement, usage, function)
    if filled is None:
        return False
    body[place:] = sorted([filled, *body[place + 1 :]], key=_does_something)
    return True


def _does_something(statement: Value) -> bool:
    """False for what only has a place, which may as well come first."""
    return statement.op is not MicroOp.ORIGIN


def _filled_by(body: list[Value], statement: Value) -> int | None:
    """Where the collection that ``statement`` adds to is stored.

    Between stands only what waits on the stack as well: ``f(*(), **display)`` has its
    ``()`` there before the display, and a branch in it makes a statement of that.
    """
    if statement.op not in (MicroOp.ADD, MicroOp.EXTEND):
        return None
    adds = summarize(statement)
    for index in range(len(body) - 1, max(-1, len(body) - _MOST_BETWEEN), -1):
        first = body[index]
        if first.op is MicroOp.ORIGIN:
            continue
        if first.op is not MicroOp.STORE or not first.variable.is_temporary:
            return None
        if is_load_of(statement.operands[0], first.variable):
            return index
        if first.operands[0].operands or not commute(summarize(first), adds):
            return None
    return None


def _fold(
    first: Value, second: Value, usage: Usage, function: Function
) -> Value | None:
    """``t = display; add(t, x)`` as one display."""
    grouped = _comes_in_groups(function)
    display = first.operands[0]
    if display.op is not MicroOp.BUILD:
        return None
    items = second.operands[1:]
    if display.payload == "tuple" or any(first.variable in read(v) for v in items):
        return None
    last = display.operands[-1].op if display.operands else None
    added = _added(second, str(display.payload), grouped, last)
    if added is None:
        return None
    usage.reads[first.variable] -= 1
    before = display.operands
    collected = second.op is MicroOp.EXTEND and _behaves(
        function, "constants_collected"
    )
    if display.payload == "list" and not grouped and not collected:
        before = _as_group(before)
    built = Value(
        MicroOp.BUILD,
        before + added,
        display.payload,
        display.origins | second.origins,
    )
    return Value(MicroOp.STORE, (built,), first.payload, first.origins)


_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)

#: A display of more pairs is made from several dictionaries.
_PAIRS_OF_GROUP = 17

#: How many values wait on the stack at most, beside the display.
_MOST_BETWEEN = 8

#: Fewer constants of a display are not collected in a tuple.
_FEWEST_CONSTANTS = 3


def _added(
    statement: Value, kind: str, grouped: bool, last: MicroOp | None
) -> tuple[Value, ...] | None:
    values = statement.operands[1:]
    if statement.op is MicroOp.ADD:
        return values
    # Items behind items would be one group: there the source has a star.
    is_group = grouped and (last is None or last in _STARS)
    if is_group and _is_written_out(values[0], str(statement.payload)):
        return values[0].operands
    late = LATE if grouped else ""
    if kind == "dict":
        return (Value(MicroOp.DOUBLE_STAR, values, f"{late}{statement.payload}"),)
    items = _constant_items(values[0])
    # A display of nothing but constants is made from a tuple of them.
    is_whole = last is None and items and len(items) >= _FEWEST_CONSTANTS
    if kind == "set" and not grouped:
        is_whole = isinstance(getattr(values[0].payload, "value", None), frozenset)
    if items and (is_group if grouped else is_whole):
        return items
    return (Value(MicroOp.STAR, values, late or None),)


def _ungrouped(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """The items of a display, those of groups between stars among them."""
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


def _as_group(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """What stands before more: constants of one tuple were no display of their own."""
    places = {item.origins for item in items}
    if len(items) < _FEWEST_CONSTANTS or len(places) != 1 or not items[0].origins:
        return items
    content = [
        item.payload.value for item in items if isinstance(item.payload, Constant)
    ]
    if len(content) < len(items):
        return items
    group = Value(MicroOp.CONST, (), Constant(tuple(content)), items[0].origins)
    return (Value(MicroOp.STAR, (group,)),)


def _is_of_call(star: Value) -> bool:
    return str(star.payload).endswith("call")


def _is_written_out(value: Value, kind: str) -> bool:
    """True for a group of items that stood between stars (3.8)."""
    if value.op is not MicroOp.BUILD:
        return False
    return kind != "call" or _keywords(value) is not None


def _constant_items(value: Value) -> tuple[Value, ...] | None:
    """Items of a constant tuple (or frozenset) that a display was made from."""
    if value.op is not MicroOp.CONST or not isinstance(value.payload, Constant):
        return None
    content = value.payload.value
    if type(content) not in (tuple, frozenset):
        return None
    assert isinstance(content, (tuple, frozenset))
    return tuple(
        Value(MicroOp.CONST, (), Constant(item), value.origins) for item in content
    )


def simplify(value: Value, *, grouped: bool = False) -> Value:
    """Tuples made from lists, and arguments of calls made from displays.

    Args:
        value: any operation.
        grouped: items between two stars come as one display (3.8).
    """
    if grouped and value.op is MicroOp.BUILD and value.payload != "dict":
        value = value.with_operands(_ungrouped(value.operands))
    if value.op is MicroOp.INTRINSIC and value.payload == "list_to_tuple":
        inner = value.operands[0]
        if inner.op is MicroOp.BUILD and inner.payload == "list":
            origins = value.origins | inner.origins
            items = _as_group(inner.operands)
            return Value(MicroOp.BUILD, items, "tuple", origins)
    if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
        called = _flatten_call(value, value.payload, grouped)
        return string_parts.simplify(called)
    if value.op is MicroOp.BUILD and value.payload == "dict":
        return _flatten_dict(value, grouped)
    if value.op is MicroOp.FORMAT and not value.payload:
        return string_parts.convert(value)
    return value


def _flatten_dict(value: Value, grouped: bool) -> Value:
    """``{**a, **{"k": b}}`` is ``{**a, "k": b}``: pairs come in groups."""
    if not any(map(_is_group, value.operands)):
        return value
    operands: list[Value] = []
    since = 0  # operands after the last star
    for operand in value.operands:
        # Pairs after pairs would be one group, unless that one was full: elsewhere
        # the source has the stars.
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


#: Shapes of calls by CALL_FUNCTION_EX; a flattened call has none of them again,
#: unless what it unpacks is no display.
_UNPACKING = (("*",), ("**",), ("*", "**"))

#: With more arguments, keywords counted twice, a plain call is one of those, too.
_MOST_SLOTS = 30


def _flatten_call(
    value: Value, shape: CallShape, grouped: bool, *, waits: bool = True
) -> Value:
    """``f(*[a, *b], **{'k': c, **d})`` is ``f(a, *b, k=c, **d)``."""
    if shape.arguments not in _UNPACKING:
        return value
    if waits and any(map(_is_waiting, value.operands[1:])):
        return value
    operands: list[Value] = [value.operands[0]]
    arguments: list[str | None] = []
    given = [
        (kind, operand)
        for kind, operand in zip(shape.arguments, value.operands[1:])
        # Before keywords, no positional argument at all is an empty tuple.
        if len(shape.arguments) == 1 or _constant_items(operand) != ()
    ]
    for kind, operand in given:
        for name, item in _expand(kind, operand, grouped):
            arguments.append(name)
            operands.append(item)
    slots = sum(1 if name is None else 2 for name in arguments)
    is_plain = not {"*", "**"} & set(arguments)
    if is_plain and slots <= _MOST_SLOTS and given:
        # The compiler had no reason for unpacking: the source asked for it.
        kind, operand = given[0]
        plain = len(_expand(kind, operand, grouped))
        arguments[:plain] = [kind]
        operands[1 : plain + 1] = [operand]
    if tuple(arguments) == shape.arguments:
        if all(a is b for a, b in zip(operands, value.operands)):
            return value
    call = CallShape(tuple(arguments))
    return Value(MicroOp.CALL, tuple(operands), call, value.origins)


def _is_waiting(operand: Value) -> bool:
    """True if it reads a temporary: a display may take its place yet."""
    return any(variable.is_temporary for variable in read(operand))


def _expand(
    kind: str | None, operand: Value, grouped: bool
) -> list[tuple[str | None, Value]]:
    if kind == "*" and operand.op is MicroOp.BUILD:
        # A list is none that the compiler made: `f(*[a, b], **more)`.
        if operand.payload == "tuple":
            return [
                ("*", item.operands[0]) if item.op is MicroOp.STAR else (None, item)
                for item in operand.operands
            ]
    if kind == "*":
        items = _constant_items(operand)
        if items is not None:
            return [(None, item) for item in items]
    if kind == "**" and operand.op is MicroOp.BUILD and operand.payload == "dict":
        found = _keywords(operand, grouped)
        if found:  # with none at all it is `**{}`: a call of another form
            return found
    return [(kind, operand)]


def _keywords(
    display: Value, grouped: bool = False
) -> list[tuple[str | None, Value]] | None:
    """Arguments that a dict display passes; None if a key is no keyword."""
    result: list[tuple[str | None, Value]] = []
    operands = list(display.operands)
    while operands:
        first = operands.pop(0)
        if first.op is MicroOp.DOUBLE_STAR:
            if not _is_of_call(first):
                return None
            result += _unpacked(first.operands[0], result, grouped)
            continue
        if first.op is not MicroOp.CONST or not isinstance(first.payload, Constant):
            return None
        name = first.payload.value
        if not isinstance(name, str) or not name.isidentifier():
            return None
        result.append((name, operands.pop(0)))
    return result


def _unpacked(
    operand: Value, before: list[tuple[str | None, Value]], grouped: bool
) -> list[tuple[str | None, Value]]:
    """``**operand`` in a call: keywords after another ``**`` come as a display."""
    is_display = operand.op is MicroOp.BUILD and operand.payload == "dict"
    # Where pairs come in groups, keywords after keywords would be one group.
    is_next = before[-1][0] == "**" if before else grouped
    if is_display and operand.operands and is_next:
        found = _keywords(operand)
        if found is not None and all(name != "**" for name, _ in found):
            return found
    return [("**", operand)]
