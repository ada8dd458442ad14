"""Find the ``try`` statements and handlers around each block of a state machine.

A block that runs while different exceptions are handled becomes several states. The
context of a state lists what is around it, outermost first. An item is a ``try`` whose
region covers the state, or a handler whose exception is being handled.

Example: block 1 is in region 0, whose handler is block 5. Block 5 pushes its exception
and leads to block 6. The states are (1, try 0), (5, handler 0), (6, handler 0).
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

#: No program is nested deeper than this. A handler that handles its own exceptions
#: would be nested without end.
_DEPTH = 60


@dataclass
class Contexts:
    """All states that a run of the function may reach.

    Args:
        entry: the first state.
        states: all states, in the order in which they were found.
        after: maps a state and a successor of its block to the state of that successor.
        handlers: maps the context of a ``try`` to the first state of its handler. None
            stands for a handler that only cleans up and does not handle its exception.
    """

    entry: State
    states: list[State] = field(default_factory=list)
    after: dict[State, dict[int, State]] = field(default_factory=dict)
    handlers: dict[Context, State | None] = field(default_factory=dict)


def find_contexts(function: cfg.Function) -> Contexts:
    """Return the states of a function; an EXC_POP must be the last value of its block.

    Raises:
        StructureError: no ``try`` statement handles exceptions in this way.
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
    """Return the first states of the handlers that catch exceptions in a context."""
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
        context = around  # the exception goes on to the next handler outside


def _entered(function: cfg.Function, target: int, context: Context) -> Context:
    """Return a block's context when the block is entered from another context."""
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
    """Return the context after a block, whose EXC_POPs each leave a handler."""
    for value in block.body:
        if value.op is not MicroOp.EXC_POP:
            continue
        positions = [i for i, (kind, _) in enumerate(context) if kind == "handler"]
        if not positions:
            raise StructureError(f"no exception to forget at offset {block.id}")
        context = context[: positions[-1]]
    return context


def pushed_at(block: cfg.BasicBlock) -> int | None:
    """Return the index of the EXC_PUSH with which a handler begins, or None."""
    for index, value in enumerate(block.body):
        if value.op is MicroOp.EXC_PUSH:
            return index
        if value.op is not MicroOp.ORIGIN and not _keeps_state(value):
            return None
    return None


def _keeps_state(value: Value) -> bool:
    return value.stores_temporary and not value.operands[0].operands


def cleans_up(block: cfg.BasicBlock) -> bool:
    """Return whether a handler only unbinds names and reraises its exception."""
    return isinstance(block.terminator, cfg.Reraise) and all(
        map(is_clean_up, block.body)
    )


def is_quiet(block: cfg.BasicBlock) -> bool:
    """Return whether the block cannot raise an exception."""
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
    """Return whether a value only moves data, so that its ``try`` does not matter."""
    if value.op in (MicroOp.EXC_POP, MicroOp.EXC_PUSH, MicroOp.ORIGIN):
        return True
    if effects(value) & Effect.RAISES or value.op is MicroOp.EVALUATE:
        return False
    is_named = value.op is MicroOp.STORE and not value.variable.is_temporary
    return not is_named or value.operands[0].op is MicroOp.CONST
