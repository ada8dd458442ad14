"""Rewrite equivalent forms of code to one form, for validation only.

- ``(lambda: a).__closure__`` is the only source for a tuple of cells. It is rewritten
  to that tuple, because nothing can observe a function that is dropped at once.
- ``x.extend(y)`` is rewritten to LIST_EXTEND if x is certainly a list, and likewise for
  other collections. Finding the method of a built-in object has no effect.
- A list, dict or set that is filled step by step is rewritten to a display at its first
  use: see `validate.grown_displays`.
- A cell that no function shares is rewritten to a local: see
  `validate.uncaptured_cells`.
- Calls of functions that stand for operations, and ``raise`` of the handled exception:
  see `validate.intrinsic_calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    Value,
    Variable,
    VariableKind,
    load,
)
from depyf.decompiler.passes import slots
from depyf.decompiler.validate import grown_displays, intrinsic_calls, uncaptured_cells
from depyf.decompiler.validate.collections_made import METHODS, Collections
from depyf.decompiler.validate.grown_displays import loaded, loaded_leaf

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function


_METHOD_NAMES = frozenset(name for _, name in METHODS)


def run(function: Function, cells: Collection[str] = ()) -> Function:
    """Rewrite newly lifted code in place, and return it.

    Args:
        function: the graph that will be compared.
        cells: the names of the variables that it may share with nested functions.
    """
    intrinsic_calls.run(function)
    slots.slot_constants(function)
    usage = Usage.of(function)
    for block in function.blocks.values():
        _closure_tuples(block, usage)
    kinds = Collections(function, usage)
    for block in function.blocks.values():
        _take_closures(block, kinds, usage)
        _collect_calls(block, kinds, usage)
        grown_displays.run(block, usage)
    spread = [
        block
        for block in function.blocks.values()
        if any(map(_unpacks_first, block.body))
    ]
    usage = Usage.of(function) if spread else usage
    for block in spread:
        _spread_arguments(block, usage)
    uncaptured_cells.run(function, cells)
    return function


def _take_closures(block: BasicBlock, kinds: Collections, usage: Usage) -> None:
    """Let a function use a closure tuple directly, instead of an item of a list."""
    dropped: set[Variable] = set()
    for index, statement in enumerate(block.body):
        value = statement.operands[0] if statement.operands else statement
        if not isinstance(value.payload, FunctionParts):
            continue
        operands = list(value.operands)
        for place, part in enumerate(value.payload.parts):
            leaf = operands[place]
            if part != "closure" or leaf.op is not MicroOp.LOAD:
                continue
            source = kinds.tuple_behind(leaf)
            if source not in (None, leaf.variable) and usage.is_single(leaf.variable):
                assert source is not None
                operands[place] = load(source)
                dropped.add(leaf.variable)
        made = value.with_operands(tuple(operands))
        if made is not value:
            others = statement.operands[1:]
            block.body[index] = statement.with_operands((made, *others))
    if dropped:
        _drop_unread(block, dropped)


def _collect_calls(block: BasicBlock, kinds: Collections, usage: Usage) -> None:
    if not any(map(_finds_method, block.body)):
        return
    methods: dict[Variable, Value] = {}
    calls: dict[Variable, Value] = {}
    body = []
    for statement in block.body:
        if statement.op is MicroOp.STORE and usage.is_single(statement.variable):
            value = statement.operands[0]
            if _finds_method(statement):
                kind = kinds.kind(value.operands[0])
                if (kind, value.payload) in METHODS:
                    methods[statement.variable] = value
            elif value.op is MicroOp.CALL and loaded(value) in methods:
                method = methods[loaded(value)]
                if len(value.operands) == 2 and kinds.has_operation(
                    method.operands[0], method.payload, value.operands[1]
                ):
                    calls[statement.variable] = value
        body.append(statement)
        if statement.op is MicroOp.EVALUATE and loaded(statement) in calls:
            call = calls[loaded(statement)]
            method = methods[loaded(call)]
            op, kind = METHODS[
                kinds.kind(method.operands[0]) or "", str(method.payload)
            ]
            operands = (method.operands[0], call.operands[1])
            gone = (loaded(statement), loaded(call))
            body = [
                s
                for s in body[:-1]
                if s.op is not MicroOp.STORE or s.variable not in gone
            ]
            body.append(Value(op, operands, kind, call.origins))
    block.body = body


def _finds_method(statement: Value) -> bool:
    """Return whether a statement loads a collection's method: ``t = x.append``."""
    if statement.op is not MicroOp.STORE:
        return False
    value = statement.operands[0]
    return value.op is MicroOp.ATTR and value.payload in _METHOD_NAMES


def _spread_arguments(block: BasicBlock, usage: Usage) -> None:
    """Turn ``t = [a, b]; t = tuple(t); f(*t, c)`` into ``f(a, b, c)``."""
    made: dict[Variable, Value] = {}
    held: set[Variable] = set()
    dropped: set[Variable] = set()
    for index, before in enumerate(block.body):
        statement = block.body[index] = _without_empty_star(before)
        value = statement.operands[0] if statement.operands else statement
        shape = value.payload
        if isinstance(shape, CallShape) and _unpacks_first(statement):
            source = loaded_leaf(value.operands[1])
            packed = made.get(source)
            if packed is not None:
                first = (None,) * len(packed.operands)
                shape = CallShape((*first, *shape.arguments[1:]))
                function, _, *others = value.operands
                operands = (function, *packed.operands, *others)
                call = Value(MicroOp.CALL, operands, shape, value.origins)
                block.body[index] = statement.with_operands((call,))
                dropped.add(source)
        changed = held.intersection(written(statement))
        if changed:
            made = {
                v: one
                for v, one in made.items()
                if changed.isdisjoint(map(loaded_leaf, one.operands))
            }
        if statement.op is MicroOp.STORE and _is_used_once(statement.variable, usage):
            if value.op is MicroOp.INTRINSIC and value.payload == "list_to_tuple":
                source = loaded_leaf(value.operands[0])
                if source in made:
                    made[statement.variable] = made[source]
                    dropped.add(source)
            elif loaded_leaf(value) in made:
                made[statement.variable] = made[loaded_leaf(value)]
            elif _is_display(value):
                made[statement.variable] = value
                held.update(map(loaded_leaf, value.operands))
    _drop_unread(block, dropped)


def _unpacks_first(statement: Value) -> bool:
    """Return whether a statement calls with ``*x`` as the first argument."""
    value = statement.operands[0] if statement.operands else statement
    shape = value.payload
    return (
        value.op is MicroOp.CALL
        and isinstance(shape, CallShape)
        and shape.arguments[:1] == ("*",)
    )


def _without_empty_star(statement: Value) -> Value:
    """Turn ``f(*(), **k)`` into ``f(**k)``, which does the same (3.8)."""
    call = statement.operands[0] if statement.operands else statement
    shape = call.payload
    if not isinstance(shape, CallShape) or not _unpacks_first(statement):
        return statement
    if call.operands[1].payload != Constant(()):
        return statement
    function, _, *others = call.operands
    rest = CallShape(shape.arguments[1:])
    made = Value(MicroOp.CALL, (function, *others), rest, call.origins)
    return statement.with_operands((made, *statement.operands[1:]))


def _is_used_once(variable: Variable, usage: Usage) -> bool:
    """Return whether each value written to a variable is read once."""
    return usage.is_single(variable) or (
        variable.kind is VariableKind.LOCAL
        and usage.writes[variable] == usage.reads[variable] == 1
    )


def _drop_unread(block: BasicBlock, candidates: set[Variable]) -> None:
    """Remove stores to those candidates that nothing reads any more."""
    while True:
        values = block.values
        needed = {variable for value in values for variable in read(value)}
        kept = [
            statement
            for statement in block.body
            if statement.op is not MicroOp.STORE
            or statement.variable not in candidates
            or statement.variable in needed
        ]
        if len(kept) == len(block.body):
            return
        block.body = kept


def _is_display(value: Value) -> bool:
    return (
        value.op is MicroOp.BUILD
        and value.payload in ("list", "tuple")
        and not any(operand.op is MicroOp.STAR for operand in value.operands)
    )


def _holds_cells(statement: Value) -> bool:
    """Return whether a statement creates a function or a tuple of cells."""
    value = statement.operands[0] if statement.operands else statement
    for part in value.operands:
        if part.op is MicroOp.CELL:
            return True
    return isinstance(value.payload, FunctionParts)


def _closure_tuples(block: BasicBlock, usage: Usage) -> None:
    """Turn ``f = FUNCTION(closure t); c = f.__closure__`` into ``c = t``."""
    if not any(map(_holds_cells, block.body)):
        return
    made: dict[Variable, Value] = {}
    position = 0
    while position < len(block.body):
        statement = block.body[position]
        position += 1
        if statement.op is not MicroOp.STORE:
            continue
        value = statement.operands[0]
        made[statement.variable] = value
        source = made.get(loaded(value)) if value.operands else None
        if source is None:
            continue
        if (
            value.op is MicroOp.ATTR
            and value.payload == "__closure__"
            and isinstance(source.payload, FunctionParts)
            and source.payload.parts == ("closure",)
            and usage.is_single(value.operands[0].variable)
        ):
            closure = source.operands[0]
            block.body[position - 1] = statement.with_operands((closure,))
            made[statement.variable] = made.get(loaded_leaf(closure), closure)
            dropped = value.operands[0].variable
            block.body = [s for s in block.body if s.payload != dropped]
            position -= 1
        elif value.op is MicroOp.ITEM and source.op is MicroOp.BUILD:
            content = value.operands[1].constant
            if (
                isinstance(content, int)
                and 0 <= content < len(source.operands)
                and source.payload == "tuple"
                and all(operand.op is MicroOp.CELL for operand in source.operands)
            ):
                cell = source.operands[content]
                block.body[position - 1] = statement.with_operands((cell,))
