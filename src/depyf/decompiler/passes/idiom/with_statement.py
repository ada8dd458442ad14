"""Recognise ``with`` and ``async with``.

Example (CPython 3.11 to 3.13)::

    def f(a):
        with a as b:
            b()

Before::

    block 0:
        %t0 = special[__exit__](a)
        %t1 = call[](special[__enter__](a))
        jump 1
    block 2 depth 1:
        evaluate(call[_,_,_](%t0, None, None, None))
        jump 3
    block 4 depth 1:
        %t2 = exception
        exc_push(%t2)
        branch with_exception(%t0, %t2) ? 5 : 6
    block 5 depth 4:
        exc_pop
        jump 3

After::

    block 0:
        with a as %t1 -> 1 : 4
    block 2 depth 1:
        jump 3
    block 4 depth 1:
        jump 5
    block 5 depth 4:
        jump 3
"""

from __future__ import annotations

from depyf.decompiler.analysis.blocks import (
    ProtectedBlocks,
    entries,
    exits,
    innermost_first,
)
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind

_ENTER = {"__exit__": "__enter__", "__aexit__": "__aenter__"}


def run(function: cfg.Function) -> bool:
    """Turn every region that is a ``with`` into an `EnterWith`."""
    changed = False
    if not function.regions:
        return changed
    preds = preceding_blocks(function)
    protected = ProtectedBlocks(function)
    for region in innermost_first(function):
        changed |= _recognise(function, region, preds, protected)
    return changed


def _recognise(
    function: cfg.Function,
    region: int,
    preds: dict[int, list[int]],
    protected: ProtectedBlocks,
) -> bool:
    """Recognise one ``with``; keep ``preds`` and ``protected`` up to date."""
    handler = function.blocks[function.regions[region].handler]
    found = _exit_function(function, handler)
    if found is None:
        return False
    exit_variable, suppressed = found
    inside = protected.of(region)
    first = entries(function, inside, preds)
    if len(first) != 1 or first[0] == function.entry:
        return False
    outside = [source for source in preds[first[0]] if source not in inside]
    if len(outside) != 1:
        return False
    source = function.blocks[outside[0]]
    if exit_variable.kind is VariableKind.STACK:
        # The body cannot raise, so the variable of the handler is not known.
        exit_variable = _last_exit(source) or exit_variable
    enter = _enter(source, exit_variable)
    calls = _exit_calls(function, inside, exit_variable, preds)
    if enter is None or calls is None or not isinstance(source.terminator, cfg.Jump):
        return False
    start, context, target, is_async = enter
    for block, index in calls:
        if _returns_what_was_there(block, index):
            protected.move(block, region)
        del block.body[index]
    origins = tuple(
        o for value in source.body[start:] for o in sorted(value.all_origins())
    )
    source.body = source.body[:start]
    for following in set(cfg.successors(handler.terminator)):
        preds[following].remove(handler.id)
    handler.body, handler.terminator = [], cfg.Jump(suppressed.id)
    # A second EXC_POP belongs to an `except` clause that ends here.
    pops = [i for i, v in enumerate(suppressed.body) if v.op is MicroOp.EXC_POP]
    for index in pops[:1]:
        del suppressed.body[index]
    for block, index in calls:
        if _same_end(suppressed, block.body[index:], block.terminator):
            handler.terminator = cfg.Jump(block.id)
    source.terminator = cfg.EnterWith(
        first[0], handler.id, region, context, target, is_async, origins
    )
    preds[handler.terminator.target].append(handler.id)
    preds[handler.id].append(source.id)
    return True


def _same_end(block: cfg.BasicBlock, rest: list[Value], end: cfg.Terminator) -> bool:
    """Return whether two blocks only end handlers and jump, in the same way (3.13+)."""
    ours, theirs = (
        [value.op for value in body if value.op is not MicroOp.ORIGIN]
        for body in (block.body, rest)
    )
    return (
        ours == theirs
        and set(ours) == {MicroOp.EXC_POP}
        and isinstance(block.terminator, cfg.Jump)
        and isinstance(end, cfg.Jump)
        and block.terminator.target == end.target
    )


def _exit_function(
    function: cfg.Function, handler: cfg.BasicBlock
) -> tuple[Variable, cfg.BasicBlock] | None:
    """Return the exit function's variable, and the block after suppression."""
    end = handler.terminator
    if not isinstance(end, cfg.Branch):
        return None
    test = end.test
    true, false = end.if_true, end.if_false
    if test.is_negation:
        test, true, false = test.operands[0], false, true
    if test.op is MicroOp.AWAIT:
        test = test.operands[0]
    if test.op is not MicroOp.WITH_EXCEPTION:
        return None
    if not isinstance(function.blocks[false].terminator, cfg.Reraise):
        return None
    called = test.operands[0]
    if called.op is not MicroOp.LOAD:
        return None
    return called.variable, function.blocks[true]


def _last_exit(block: cfg.BasicBlock) -> Variable | None:
    for value in reversed(block.body):
        special = value.operands[0] if value.operands else value
        if special.op is not MicroOp.SPECIAL or value.op is not MicroOp.STORE:
            continue
        if special.payload in _ENTER:
            return value.variable
    return None


def _enter(
    block: cfg.BasicBlock, exit_variable: Variable
) -> tuple[int, Value, Variable | None, bool] | None:
    """Return a ``with``'s start index, context, result, and whether it is async."""
    body = block.body
    for index in range(len(body) - 1, -1, -1):
        value = body[index]
        if value.op is MicroOp.STORE and value.payload == exit_variable:
            break
    else:
        return None
    special = body[index].operands[0]
    rest = [v for v in body[index + 1 :] if v.op is not MicroOp.ORIGIN]
    if special.op is not MicroOp.SPECIAL or len(rest) != 1:
        return None
    result, is_async = rest[0].operands[0] if rest[0].operands else None, False
    if result is not None and result.op is MicroOp.AWAIT:
        result, is_async = result.operands[0], True
    if result is None or result.op is not MicroOp.CALL or len(result.operands) != 1:
        return None
    entered = result.operands[0]
    name = special.payload if isinstance(special.payload, str) else ""
    if entered.op is not MicroOp.SPECIAL or entered.payload != _ENTER.get(name):
        return None
    start, context = _context(body, index, special.operands[0], entered.operands[0])
    if context is None:
        return None
    target = rest[0].variable if rest[0].op is MicroOp.STORE else None
    return start, context, target, is_async


def _context(
    body: list[Value], index: int, one: Value, other: Value
) -> tuple[int, Value | None]:
    """Return the context expression: a leaf used twice, or the temporary before it."""
    if one.op is not other.op or one.payload != other.payload or one.operands:
        return index, None
    if one.loads_temporary and index:
        before = body[index - 1]
        if before.op is MicroOp.STORE and before.payload == one.payload:
            return index - 1, before.operands[0]
    return index, one


def _exit_calls(
    function: cfg.Function,
    inside: set[int],
    exit_variable: Variable,
    preds: dict[int, list[int]],
) -> list[tuple[cfg.BasicBlock, int]] | None:
    """Return the exit call at each normal exit; None if an exit has none."""
    if any(isinstance(function.blocks[b].terminator, cfg.Return) for b in inside):
        return None
    calls = []
    for target in exits(function, inside):
        block = function.blocks[target]
        index = _exit_call(block, exit_variable)
        if index is None or any(source not in inside for source in preds[target]):
            return None
        calls.append((block, index))
    return calls


def _returns_what_was_there(block: cfg.BasicBlock, index: int) -> bool:
    """Return whether a ``return``'s value was read before the exit call.

    If so, the ``return`` is inside the ``with``.
    """
    end = block.terminator
    if not isinstance(end, cfg.Return) or end.value.op is not MicroOp.LOAD:
        return False
    others = (v for v in block.statements if v is not block.body[index])
    read, left = end.value.origins, block.body[index].all_origins()
    return not any(others) and bool(read and left) and max(read) < min(left)


def _exit_call(block: cfg.BasicBlock, exit_variable: Variable) -> int | None:
    nothing = {
        value.variable
        for value in block.body
        if value.op is MicroOp.STORE and value.operands[0].payload == Constant(None)
    }

    def is_none(operand: Value) -> bool:
        if operand.op is MicroOp.LOAD:
            return operand.variable.is_temporary and operand.variable in nothing
        return operand.payload == Constant(None)

    for index, value in enumerate(block.body):
        if value.op is MicroOp.ORIGIN or (
            value.op is MicroOp.STORE and not value.operands[0].operands
        ):
            continue
        call = value.operands[0] if value.op is MicroOp.EVALUATE else value
        if call.op is MicroOp.AWAIT:
            call = call.operands[0]
        if (
            call.op is MicroOp.CALL
            and call.operands[0].loaded == exit_variable
            and all(map(is_none, call.operands[1:]))
        ):
            return index
        return None
    return None
