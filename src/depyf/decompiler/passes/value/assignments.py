"""Recover unpacking, chained and parallel assignments.

These are, with the code that they compile to::

    t1, t2 = UNPACK(v); a = t1; b = t2      a, b = v
    t = v; a = t; b = t                     a = b = v
    t = b; b = a; a = t                     a, b = b, a

Example::

    def f(a):
        x = y = a
        return x, y

Before::

    block 0:
        %t0 = a
        x = %t0
        y = %t0
        return build[tuple](x, y)

After::

    block 0:
        assign(a, target[x], target[y])
        return build[tuple](x, y)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.commute import commute, summarize
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable, VariableKind
from depyf.decompiler.passes.value.simultaneous import (
    as_store,
    assign,
    began_before,
    in_order_of_loading,
    join_stacked,
    pairs_of,
    simultaneous,
    tuple_of,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> bool:
    """Recover assignments in every block; return whether anything changed."""
    blocks, usage = Usage.news(function, __name__)
    changed = False
    for block in blocks:
        if not _may_assign(block.body):
            continue  # most blocks
        before = len(block.body)
        block.body = rewrite_statements(block.body, usage)
        changed |= len(block.body) != before
    return changed


#: Operations of statements that may be part of one assignment.
_STORING = frozenset(
    {MicroOp.STORE, MicroOp.SET_ATTR, MicroOp.SET_ITEM, MicroOp.ASSIGN}
)


def _may_assign(body: list[Value]) -> bool:
    """Return whether there is an unpacking, or two stores in a row."""
    follows = False
    for statement in body:
        if statement.op is MicroOp.UNPACK:
            return True
        stores = statement.op in _STORING
        if stores and follows:
            return True
        follows = stores
    return False


def rewrite_statements(body: list[Value], usage: Usage) -> list[Value]:
    """Recover assignments from the end, so that inner unpackings come first."""
    result: list[Value] = []  # reversed
    for statement in reversed(join_stacked(body, usage)):
        result.append(statement)
        if statement.op is MicroOp.UNPACK:
            _unpack(result, usage)
        elif statement.stores_temporary:
            for recover in (_chain, _parallel, _third, _unpackings):
                recover(result, usage)
        simultaneous(result, usage)
    return result[::-1]


def _unpack(result: list[Value], usage: Usage) -> None:
    statement = result[-1]
    shape = statement.payload
    if statement.op is not MicroOp.UNPACK or not isinstance(shape, UnpackShape):
        return
    targets: list[Value] = []
    position = len(result) - 2
    for index, variable in enumerate(shape.targets):
        while position >= 0 and result[position].op is MicroOp.ORIGIN:
            position -= 1
        stored = as_store(result[position]) if position >= 0 else None
        if stored is not None and stored[0].loaded == variable:
            if usage.reads[variable] != 1:
                return
            target = stored[1]
            position -= 1
        elif variable.is_temporary and not usage.reads[variable]:
            dropped = _dropped_name(result, position)
            if dropped is None:
                return
            target = dropped
        elif variable.is_temporary:
            return
        else:
            target = Value(MicroOp.TARGET, (), variable)
        if index == shape.star:
            target = Value(MicroOp.STAR, (target,))
        targets.append(target)
    pattern = Value(MicroOp.BUILD, tuple(targets), "tuple", statement.origins)
    for variable in shape.targets:
        usage.writes[variable] -= variable.is_temporary
        usage.reads[variable] = 0 if variable.is_temporary else usage.reads[variable]
    del result[position + 1 :]
    result.append(assign(statement.operands[0], (pattern,)))


def _dropped_name(result: list[Value], position: int) -> Value | None:
    """Return the name whose store 3.13+ dropped because the next store replaces it."""
    for index in range(position, -1, -1):
        if result[index].op is MicroOp.STORE:
            variable = result[index].variable
            if not variable.is_temporary:
                return Value(MicroOp.TARGET, (), variable)
        elif result[index].op is not MicroOp.ORIGIN:
            return None
    return None


def _chain(result: list[Value], usage: Usage) -> None:
    """Recover a chain: all reads of ``t = v`` are in the stores that follow it."""
    statement = result[-1]
    if not statement.stores_temporary:
        return
    variable = statement.variable
    uses = usage.reads[variable]
    if uses < 2 or usage.writes[variable] != 1 or len(result) <= uses:
        return
    stores = result[-2 : -2 - uses : -1]
    targets = []
    for store in stores:
        found = as_store(store)
        if found is None or found[0].loaded != variable:
            return
        targets.append(found[1])
    usage.reads[variable] = 0
    usage.writes[variable] = 0
    del result[-1 - uses :]
    result.append(assign(statement.operands[0], tuple(targets)))


def _parallel(result: list[Value], usage: Usage) -> None:
    """Recover two or three values on the stack that are stored in a row."""
    if not result[-1].stores_temporary or not usage.is_single(result[-1].variable):
        return
    for count in (3, 2):
        if _swap(result, usage, count) or _ordered(result, usage, count):
            return


def _third(result: list[Value], usage: Usage) -> None:
    """Recover ``t = v; x, y = ...; z = t`` as an assignment of three values."""
    found = _waiting(result, usage)
    if found is None:
        return
    value, statement, target = found
    inner = pairs_of(statement)
    targets = [target, *(one for _, one in inner)]
    if len(inner) != 2 or not all(map(_is_local, targets)):
        return
    _replace(result, usage, [result[-1].variable], 3, [(value, target), *inner])


def _unpackings(result: list[Value], usage: Usage) -> None:
    """Recover ``t = v; (x, y) = ...; (z, w) = t`` as one assignment."""
    found = _waiting(result, usage)
    inner = as_store(found[1]) if found is not None else None
    if found is None or inner is None:
        return
    value, _, target = found
    if not inner[1].op is target.op is MicroOp.BUILD:
        return
    if began_before(inner[0], value):
        _replace(result, usage, [result[-1].variable], 3, [inner, (value, target)])


def _waiting(result: list[Value], usage: Usage) -> tuple[Value, Value, Value] | None:
    """Return the value, middle statement and last target of ``t = v; ...; z = t``."""
    first, *others = result[-1:-4:-1]
    if len(others) < 2 or first.op is not MicroOp.STORE:
        return None
    last = as_store(others[1])
    if last is None or not usage.is_single(first.variable):
        return None
    if last[0].loaded != first.variable:
        return None
    return first.operands[0], others[0], last[1]


def _stored(
    result: list[Value], usage: Usage, waiting: int, count: int
) -> tuple[list[Value], list[tuple[Value, Value]]] | None:
    """Return stores to temporaries, and the pairs of ``count`` later stores."""
    statements = result[-1 : -1 - waiting - count : -1]
    values, stores = statements[:waiting], map(as_store, statements[waiting:])
    pairs = [pair for pair in stores if pair is not None]
    if len(pairs) < count or not all(
        value.op is MicroOp.STORE and usage.is_single(value.variable)
        for value in values
    ):
        return None
    return values, pairs


def _ordered(result: list[Value], usage: Usage, count: int) -> bool:
    """Recover ``t1 = v1; t2 = v2; x = t1; y = t2``, with any targets."""
    values, pairs = _stored(result, usage, count, count) or ([], [])
    waiting = [value.variable for value in values]
    if not pairs or not all(p[0].loaded == v for p, v in zip(pairs, waiting)):
        return False
    found = [(value.operands[0], pair[1]) for value, pair in zip(values, pairs)]
    _replace(result, usage, waiting, 2 * count, found)
    return True


def _swap(result: list[Value], usage: Usage, count: int) -> bool:
    """Recover ``t1 = v1; y = v2; x = t1``: stores pop in reverse order (3.11+).

    The last value was never in a temporary.
    """
    values, pairs = _stored(result, usage, count - 1, count) or ([], [])
    if not pairs or not all(_is_local(target) for _, target in pairs):
        return False
    waiting = [value.variable for value in reversed(values)]
    if not all(p[0].loaded == v for p, v in zip(pairs[1:], waiting)):
        return False
    last = pairs[0][0]
    stored = {target.variable for _, target in pairs}
    is_fast = len(stored) == count and all(
        variable.kind is VariableKind.LOCAL for variable in stored
    )
    if last.loads_temporary:
        return False  # it was stored in a temporary before these
    everything = [*[v.operands[0] for v in values], last]
    targets = [target for _, target in reversed(pairs)]
    if not is_fast:
        # Only stores to different fast locals may be exchanged. Otherwise the values
        # must be.
        if count > 2 or not commute(summarize(everything[0]), summarize(last)):
            return False
        everything.reverse()
        targets.reverse()
    found = list(zip(everything, targets))
    found = in_order_of_loading(found) if is_fast else found
    _replace(result, usage, waiting, 2 * count - 1, found)
    return True


def _is_local(target: Value) -> bool:
    return (
        target.op is MicroOp.TARGET
        and isinstance(target.payload, Variable)
        and target.payload.kind is not VariableKind.TEMP
        and target.payload.kind is not VariableKind.STACK
    )


def _replace(
    result: list[Value],
    usage: Usage,
    waiting: list[Variable],
    length: int,
    pairs: list[tuple[Value, Value]],
) -> None:
    """Replace the last statements by ``targets = values``."""
    for variable in waiting:
        usage.reads[variable] = usage.writes[variable] = 0
    del result[-length:]
    result.append(tuple_of(pairs))
