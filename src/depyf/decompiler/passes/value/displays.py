"""Fold collections that are filled step by step into displays and call arguments.

Example (CPython 3.9 to 3.15)::

    def f(a, b):
        return [a, *b]

Before::

    block 0:
        %t0 = build[list](a)
        extend[list](%t0, b)
        return %t0

After::

    block 0:
        %t0 = build[list](a, star(b))
        return %t0
"""

from __future__ import annotations

from functools import partial
from operator import is_
from typing import TYPE_CHECKING, Callable

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.commute import commute, summarize
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.held import holds
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import LATE, CallShape, Value, rewrite
from depyf.decompiler.passes import inlining
from depyf.decompiler.passes.value.display_items import (
    FEWEST_CONSTANTS,
    SIMPLIFIED,
    as_group,
    constant_items,
    flatten_call,
    keywords,
    simplify,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


def run(function: Function) -> bool:
    """Fold displays in every block; return whether anything changed."""
    blocks, usage = Usage.news(function, __name__)
    habits = function.habits
    changed = False
    for block in blocks:
        if any(statement.op in _FILLS for statement in block.body):
            body: list[Value] = []
            for statement in block.body:
                if _take_in(body, statement, usage, function):
                    changed = True
                else:
                    body.append(statement)
            block.body = body
        changed |= _simplify_all(block, partial(simplify, habits=habits))
    return changed


def inline_block(function: Function, block: BasicBlock, usage: Usage) -> bool:
    """Inline a block's temporaries and displays; return whether anything changed."""
    if not inlining.inline_block(block, usage):
        return False
    _simplify_all(block, partial(simplify, habits=function.habits))
    return True


def _rewrite_once(value: Value, change: Callable[[Value], Value]) -> Value:
    """Rewrite a tree; an unchanged tree is marked, so that it is not walked again."""
    if "_simplified" in value.__dict__:
        return value
    changed = _rewritten(value, change) if holds(value, SIMPLIFIED) else value
    if changed is value:
        value.__dict__["_simplified"] = True
        for operand in value.operands:
            operand.__dict__["_simplified"] = True
    return changed


def _rewritten(value: Value, change: Callable[[Value], Value]) -> Value:
    """Rewrite a tree; in most trees the operands are marked already."""
    if all(map(_is_done, value.operands)):
        return change(value)
    if len(value.operands) == 1:  # a new operation, and the store of its result
        inner = value.operands[0]
        if all(map(_is_done, inner.operands)):
            return change(value.with_operands((change(inner),)))
    return rewrite(value, change)


def _is_done(operand: Value) -> bool:
    return not operand.operands or "_simplified" in operand.__dict__


def _simplify_all(block: BasicBlock, change: Callable[[Value], Value]) -> bool:
    before = block.values
    if all("_simplified" in value.__dict__ for value in before):
        return False
    block.change_values(lambda value: _rewrite_once(value, change))
    return not all(map(is_, before, block.values))


def finish_displays(function: Function) -> None:
    """Flatten calls that did not become part of a display."""
    habits = function.habits

    def change(value: Value) -> Value:
        if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
            return flatten_call(value, value.payload, habits, waits=False)
        return value

    for block in function.blocks.values():
        block.change_nodes(change)


def _take_in(
    body: list[Value], statement: Value, usage: Usage, function: Function
) -> bool:
    """Add ``statement`` to the display that it fills; return False if there is none."""
    place = _filled_by(body, statement)
    if place is None:
        return False
    filled = _fold(body[place], statement, usage, function)
    if filled is None:
        return False
    body[place:] = sorted([filled, *body[place + 1 :]], key=_does_something)
    return True


def _does_something(statement: Value) -> bool:
    """Return whether a statement does more than keep an offset."""
    return statement.op is not MicroOp.ORIGIN


def _filled_by(body: list[Value], statement: Value) -> int | None:
    """Return the index of the display that ``statement`` fills, or None.

    Only statements that keep other values of the stack may be in between. For
    ``f(*(), **display)``, the ``()`` is such a value, and becomes a statement if the
    display has a branch.
    """
    if statement.op not in _FILLS:
        return None
    adds = summarize(statement)
    between = 0
    for index in range(len(body) - 1, -1, -1):
        first = body[index]
        if first.op is MicroOp.ORIGIN:
            continue
        if not first.stores_temporary:
            return None
        if statement.operands[0].loaded == first.variable:
            return index
        between += 1
        if first.operands[0].operands or not commute(summarize(first), adds):
            return None
        if between == _MOST_BETWEEN:
            return None
    return None


def _fold(
    first: Value, second: Value, usage: Usage, function: Function
) -> Value | None:
    """Fold ``t = display; add(t, x)`` into one display; return None if impossible."""
    habits = function.habits
    grouped = habits.unpacks_in_groups
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
    collected = second.op is MicroOp.EXTEND and habits.constants_collected
    if display.payload == "list" and not grouped and not collected:
        before = as_group(before)
    built = Value(
        MicroOp.BUILD, before + added, display.payload, display.origins | second.origins
    )
    return Value(MicroOp.STORE, (built,), first.payload, first.origins)


#: Operations of statements that add to a collection.
_FILLS = (MicroOp.ADD, MicroOp.EXTEND)
_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)

#: The most values that may be on the stack besides the display.
_MOST_BETWEEN = 8


def _added(
    statement: Value, kind: str, grouped: bool, last: MicroOp | None
) -> tuple[Value, ...] | None:
    values = statement.operands[1:]
    if statement.op is MicroOp.ADD:
        return values
    # Items after items would be in one group, so there the source has a star.
    is_group = grouped and (last is None or last in _STARS)
    if is_group and _is_written_out(values[0], str(statement.payload)):
        return values[0].operands
    late = LATE if grouped else ""
    if kind == "dict":
        return (Value(MicroOp.DOUBLE_STAR, values, f"{late}{statement.payload}"),)
    items = constant_items(values[0])
    # A display that contains only constants is built from a tuple of them.
    is_whole = last is None and items and len(items) >= FEWEST_CONSTANTS
    if kind == "set" and not grouped:
        is_whole = isinstance(getattr(values[0].payload, "value", None), frozenset)
    if items and (is_group if grouped else is_whole):
        return items
    return (Value(MicroOp.STAR, values, late or None),)


def _is_written_out(value: Value, kind: str) -> bool:
    """Return whether a group between stars is written as items in the source (3.8)."""
    if value.op is not MicroOp.BUILD:
        return False
    return kind != "call" or keywords(value) is not None
