"""The ``try`` and handlers that surround each block of a state machine.

A block may be reached with different exceptions being handled; then it is several
states. A context is the way from the outside to a state: regions whose exceptions are
caught there, and handlers whose exception is the handled one.

Where block 1 lies in region 0, whose handler 5 pushes its exception and leads to 6, the
states are (1, try 0), (5, handler 0), (6, handler 0).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Tuple

from depyf.decompiler.analysis.handlers import StructureError, is_clean_up
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import Effect, MicroOp
from depyf.decompiler.ir.value_effects import effects
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

#: ``("try", region)`` or ``("handler", region)``.
Frame = Tuple[str, int]
Context = Tuple[Frame, ...]
#: A block in a context.
State = Tuple[int, Context]

#: More than this is no program's: a handler that handles what it raises for ever.
_DEPTH = 60


@dataclass
class Contexts:
    """All states that a run may reach.

    Args:
        entry: the first one.
        states: all, in the order in which they were found.
        after: for each state, the one that a successor block is.
        handlers: for each ``try``, the first state of its handler; None for a handler
            that only cleans up and does not handle its exception.
    """

    entry: State
    states: list[State] = field(default_factory=list)
    after: dict[State, dict[int, State]] = field(default_factory=dict)
    handlers: dict[Context, State | None] = field(default_factory=dict)


def find_contexts(function: cfg.Function) -> Contexts:
    """Return the states of a function whose EXC_POPs end their blocks.

    Raises:
        StructureError: exceptions are handled as no statement does it.
    """
    entry = (function.entry, _entered(function, function.entry, ()))
    found = Contexts(entry)
    pending = [entry]
    seen = {entry}
    while pending:
        state = pending.pop()
        found.states.append(state)
        for target in reversed(_next_states(function, state, found)):
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return found


def _next_states(function: cfg.Function, state: State, found: Contexts) -> list[State]:
    block, context = function.blocks[state[0]], state[1]
    if len(context) > _DEPTH:
        raise StructureError(f"handlers nested too deep at offset {block.id}")
    targets: list[State] = []
    left = _forgotten(block, context)
    after = found.after.setdefault(state, {})
    for target in cfg.successors(block.terminator):
        after[target] = (target, _entered(function, target, left))
        targets.append(after[target])
    if not is_quiet(block):
        targets += _caught(function, context, found)
    return targets


def _caught(function: cfg.Function, context: Context, found: Contexts) -> list[State]:
    """Return the states that an exception in this context leads to."""
    targets: list[State] = []
    while True:
        positions = [i for i, (kind, _) in enumerate(context) if kind == "try"]
        if not positions:
            return targets
        around, region = context[: positions[-1]], context[positions[-1]][1]
        key = (*around, ("try", region))
        handler = function.blocks[function.regions[region].handler]
        if pushed_at(handler) is not None:
            inside = (*around, ("handler", region))
            state = (handler.id, _entered(function, handler.id, inside))
            found.handlers[key] = state
            return [*targets, state]
        if not cleans_up(handler):
            message = f"a handler that does not handle at offset {handler.id}"
            raise StructureError(message)
        found.handlers[key] = None
        context = around  # and so it raises on there


def _entered(function: cfg.Function, target: int, context: Context) -> Context:
    """Return the context of a block that is entered from another context."""
    block = function.blocks[target]
    if is_quiet(block):
        return context
    chain = list(function.region_chain(block.region))[::-1]
    kept = 0
    for position, (kind, region) in enumerate(context):
        if kind == "handler":
            continue
        if kept < len(chain) and chain[kept] == region:
            kept += 1
            continue
        if any(kind == "handler" for kind, _ in context[position:]):
            message = f"a handler is left while it handles, at offset {target}"
            raise StructureError(message)
        context = context[:position]
        break
    return context + tuple(("try", region) for region in chain[kept:])


def _forgotten(block: cfg.BasicBlock, context: Context) -> Context:
    """Return the context after the EXC_POPs of a block."""
    for value in block.body:
        if value.op is not MicroOp.EXC_POP:
            continue
        positions = [i for i, (kind, _) in enumerate(context) if kind == "handler"]
        if not positions:
            raise StructureError(f"no exception to forget at offset {block.id}")
        context = context[: positions[-1]]
    return context


def pushed_at(block: cfg.BasicBlock) -> int | None:
    """Return the index of the EXC_PUSH that begins a handler, or None."""
    for index, value in enumerate(block.body):
        if value.op is MicroOp.EXC_PUSH:
            return index
        if value.op is not MicroOp.ORIGIN and not _keeps_state(value):
            return None
    return None


def _keeps_state(value: Value) -> bool:
    return value.stores_temporary and not value.operands[0].operands


def cleans_up(block: cfg.BasicBlock) -> bool:
    """Return whether a handler only unbinds names and reraises."""
    return isinstance(block.terminator, cfg.Reraise) and all(
        map(is_clean_up, block.body)
    )


def is_quiet(block: cfg.BasicBlock) -> bool:
    """Return whether no exception can leave the block."""
    end = block.terminator
    if isinstance(end, cfg.Return):
        values = [*block.body, end.value]
    elif isinstance(end, cfg.Jump):
        values = block.body
    elif isinstance(end, cfg.Branch) and end.test.op is MicroOp.IS:
        values = [*block.body, end.test]
    else:
        return False
    return all(map(_only_moves, values))


def _only_moves(value: Value) -> bool:
    """Return whether a value has no source form and may leave its ``try``."""
    if value.op in (MicroOp.EXC_POP, MicroOp.EXC_PUSH, MicroOp.ORIGIN):
        return True
    if effects(value) & Effect.RAISES or value.op is MicroOp.EVALUATE:
        return False
    is_named = value.op is MicroOp.STORE and not value.variable.is_temporary
    return not is_named or value.operands[0].op is MicroOp.CONST
