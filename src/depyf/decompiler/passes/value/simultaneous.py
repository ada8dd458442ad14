"""Recover parallel assignments, whose values are all loaded before the first store.

Example of `simultaneous` (CPython 3.13 to 3.15)::

    def f(self, a, b):
        self.a, self.b = a, b

Before::

    set_attr[b](b, self)
    set_attr[a](a, self)

After::

    assign(build[tuple](a, b), build[tuple](attr[a](self), attr[b](self)))
"""

from __future__ import annotations

from itertools import combinations, takewhile
from typing import TYPE_CHECKING, Tuple

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.analysis.usage import Usage
    from depyf.decompiler.ir.value import Variable

#: A value and the target to which it is stored.
_Pair = Tuple[Value, Value]

#: The position of a value without instructions.
_NEVER = 1 << 62

#: With more values than this, CPython builds a tuple.
_MOST = 3


def as_store(statement: Value) -> tuple[Value, Value] | None:
    """Return ``(value, target)`` of a statement that stores a single value, or None."""
    if statement.op is MicroOp.STORE:
        target = Value(MicroOp.TARGET, (), statement.payload, statement.origins)
        return statement.operands[0], target
    if statement.op is MicroOp.SET_ATTR:
        value, owner = statement.operands
        target = Value(MicroOp.ATTR, (owner,), statement.payload, statement.origins)
        return value, target
    if statement.op is MicroOp.SET_ITEM:
        value, owner, index = statement.operands
        return value, Value(MicroOp.ITEM, (owner, index), None, statement.origins)
    if statement.op is MicroOp.ASSIGN and len(statement.operands) == 2:
        return statement.operands[0], statement.operands[1]
    return None


def assign(value: Value, targets: tuple[Value, ...]) -> Value:
    """Return ``target = target = value`` as one statement."""
    origins = value.origins.union(*(target.origins for target in targets))
    return Value(MicroOp.ASSIGN, (value, *targets), None, origins)


def simultaneous(result: list[Value], _usage: Usage) -> None:
    """Join the last two statements of ``result``, which is in reverse order."""
    if len(result) < 2 or not _may_be_joined(result[-1], result[-2]):
        return
    pattern = _unpacking(result[-1])
    if pattern is None and result[-1].op is MicroOp.ASSIGN:
        return
    first = pattern or as_store(result[-1])
    others = pairs_of(result[-2]) or [*filter(None, [_unpacking(result[-2])])]
    if first is None or not others or len(others) >= _MOST:
        return
    # An unpacking takes its value before it stores anything.
    stored = max((first[1] if pattern else result[-1]).origins, default=-1)
    if not all(_loaded(value) < stored for value, _ in others):
        return
    pairs = [first, *others]
    if any(map(_is_waiting, pairs)) or _same_load(first, others[0]):
        return
    ordered = in_order_of_loading(pairs)
    if all(_is_local(target) for _, target in pairs):
        if _loaded(first[0]) == _loaded(others[-1][0]):
            ordered = [*others, first]  # one instruction loads two locals (3.13+)
    elif ordered != pairs:
        return
    del result[-2:]
    result.append(tuple_of(ordered))


def pairs_of(statement: Value) -> list[_Pair]:
    """Return the stores in ``a, b = x, y`` or in one assignment; otherwise empty."""
    single = as_store(statement)
    if single is not None and statement.op is not MicroOp.ASSIGN:
        return [single]
    if statement.op is not MicroOp.ASSIGN or len(statement.operands) != 2:
        return []
    right, left = statement.operands
    if not right.op is left.op is MicroOp.BUILD or len(right.operands) != len(
        left.operands
    ):
        return []
    return list(zip(right.operands, left.operands))


def _unpacking(statement: Value) -> _Pair | None:
    """Return the pair of ``a, b = x``, which may be part of ``(a, b), c = x, y``."""
    if statement.op is not MicroOp.ASSIGN or len(statement.operands) != 2:
        return None
    value, target = statement.operands
    if target.op is not MicroOp.BUILD or value.op is MicroOp.BUILD:
        return None
    return value, target


def join_stacked(body: list[Value], usage: Usage) -> list[Value]:
    """Join stores whose values were all on the stack before the first store.

    A value that another of the stores would change is in a temporary meanwhile:
    ``t = a; a = b; b = t`` becomes ``a, b = b, a``.

    Args:
        body: the statements of a block.
        usage: the numbers of reads and writes, which are updated.
    """
    result: list[Value] = []
    position = 0
    while position < len(body):
        length, joined = 1, None
        if body[position].op in _STORES:
            run = list(takewhile(_is_store, body[position : position + 2 * _MOST]))
            length, joined = _joined(run, usage)
        result.append(body[position] if joined is None else joined)
        position += length
    return result


#: The operations that `as_store` always turns into a pair.
_STORES = (MicroOp.STORE, MicroOp.SET_ATTR, MicroOp.SET_ITEM)


def _is_store(statement: Value) -> bool:
    return statement.op in _STORES


def _may_be_joined(one: Value, other: Value) -> bool:
    """Return False for most pairs of statements, which need no further checks."""
    return (one.op in _STORES or one.op is MicroOp.ASSIGN) and (
        other.op in _STORES or other.op is MicroOp.ASSIGN
    )


def _joined(run: list[Value], usage: Usage) -> tuple[int, Value | None]:
    """Return how many stores are one statement, and that statement."""
    stored = list(map(as_store, run)) if len(run) > 1 else []
    for length in range(len(run), 1, -1):
        pairs = _stacked_pairs(run[:length], stored, usage)
        if pairs is not None:
            for statement in run[:length]:
                if statement.stores_temporary:
                    usage.reads[statement.variable] = 0
                    usage.writes[statement.variable] = 0
            return length, tuple_of(pairs)
    return 1, None


def _stacked_pairs(
    run: list[Value], stored: list[_Pair | None], usage: Usage
) -> list[_Pair] | None:
    """Return the pairs of stores; ``stored`` contains `as_store` of each."""
    waiting: dict[Variable, Value] = {}
    found: list[tuple[int, _Pair]] = []
    for position, (statement, pair) in enumerate(zip(run, stored)):
        if pair is None:
            return None
        value, target = pair
        if value.loaded in waiting:
            value = waiting.pop(value.variable)
        if not statement.stores_temporary:
            found.append((position, (value, target)))
        elif usage.is_single(statement.variable):
            waiting[statement.variable] = value
        else:
            return None
    pairs = [pair for _, pair in found]
    if waiting or not _lay_on_the_stack(pairs):
        return None
    # One instruction loads two locals (3.13+). The value loaded last is stored first.
    found.sort(key=lambda item: (_begun(item[1][0]), -item[0]))
    ordered = [pair for _, pair in found]
    # Only stores to locals may have been exchanged by the compiler.
    if ordered != pairs and not all(_is_local(target) for _, target in pairs):
        return None
    return ordered


def _lay_on_the_stack(pairs: list[_Pair]) -> bool:
    if not 1 < len(pairs) <= _MOST or any(map(_is_waiting, pairs)):
        return False
    locals_ = [target.payload for _, target in pairs if _is_local(target)]
    if len(set(locals_)) < len(locals_):
        return False
    if any(_same_load(one, other) for one, other in combinations(pairs, 2)):
        return False
    first = min(max(target.origins, default=-1) for _, target in pairs)
    return all(_loaded(value) < first for value, _ in pairs)


def in_order_of_loading(pairs: list[_Pair]) -> list[_Pair]:
    """Return pairs in source order; their targets must be different locals."""
    return sorted(pairs, key=lambda pair: _begun(pair[0]))


def tuple_of(pairs: list[_Pair]) -> Value:
    """Return ``targets = values`` as one statement."""
    right = Value(MicroOp.BUILD, tuple(value for value, _ in pairs), "tuple")
    left = Value(MicroOp.BUILD, tuple(target for _, target in pairs), "tuple")
    return assign(right, (left,))


def _loaded(value: Value) -> int:
    """Return the offset of a value's last instruction; high if it has none."""
    return max(value.all_origins(), default=_NEVER)


def _begun(value: Value) -> int:
    """Return the offset of a value's first instruction; high if it has none.

    That is the instruction of its first operand. Instructions that keep no value are
    counted with the operation that follows, so a load is the last of its instructions.
    """
    known = (
        max(node.origins) if _is_leaf(node) else min(node.origins)
        for node in value.walk()
        if node.origins
    )
    return next(known, _NEVER)


def began_before(one: Value, other: Value) -> bool:
    """Return whether one value's first instruction precedes the other's."""
    return _begun(one) < _begun(other) < _NEVER


def _is_leaf(node: Value) -> bool:
    return not node.operands and node.op is not MicroOp.COMPREHENSION


def _is_waiting(pair: _Pair) -> bool:
    """Return whether a pair uses a temporary, which other passes may still remove."""
    value, target = pair
    return any(
        node.op in (MicroOp.LOAD, MicroOp.TARGET) and node.variable.is_temporary
        for part in (value, target)
        for node in part.walk()
    )


def _same_load(one: _Pair, other: _Pair) -> bool:
    """Return whether one value was copied on the stack: ``a = b = x``.

    The instruction that copies is counted with one of the two stores. There is none if
    one instruction loads two locals and one stores two (3.13+), even for the same
    local.
    """
    left, right = one[0], other[0]
    if (left.op, left.payload) != (right.op, right.payload):
        return False
    if not left.origins or not right.origins:
        return True
    stores = one[1].origins, other[1].origins
    return bool(left.origins & right.origins) and stores[0] != stores[1]


def _is_local(target: Value) -> bool:
    return target.op is MicroOp.TARGET and target.variable.kind is VariableKind.LOCAL
