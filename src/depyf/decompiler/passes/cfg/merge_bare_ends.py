"""Merge all plain ``return None`` blocks of a region into one.

Example (CPython 3.11 to 3.15)::

    def f(a):
        if a:
            pass

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        return None

After::

    block 0:
        branch a ? 2 : 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.handlers import handler_blocks
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import has_pattern
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.cfg.common_tail import replace_block

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import Span


def run(function: cfg.Function, *, values_whole: bool = False) -> None:
    """Merge blocks that only end the function.

    Every test of a condition may have its own copy of the end. These copies hide that
    the tests are one condition. Code that cannot use the shared block gets a copy again
    later. Three other ends are merged, too. One is the reraise of a handler, which is
    copied if a ``with`` ends the handler. Another is the return of a value computed
    before a ``finally``. The third leaves a handler where a condition in it is false.

    Args:
        function: the graph, changed in place.
        values_whole: whether the graph shows which tests are conditions and which are
            those of ``except``.
    """
    last: dict[object, int] = {}
    tested = _only_tested(function) if values_whole else set()
    handlers = _handlers(function) if tested else {}
    for block in sorted(function.blocks.values(), key=lambda item: -item.id):
        end = _bare_end(function, block)
        around = None
        if end is None and block.id in tested:
            end, around = _left_handler(function, block), handlers.get(block.id)
        kept = last.setdefault((block.region, around, end), block.id)
        if end is not None and kept != block.id:
            replace_block(function, block.id, kept)
    simplify.remove_unreachable(function)


def _statement(function: cfg.Function, block: cfg.BasicBlock) -> Span | int | None:
    """Return the position of the explicit ``return`` that a block copies, or None."""
    end = block.terminator
    if not isinstance(end, cfg.Return) or not end.explicit:
        return None
    evidence = function.evidence
    return evidence.span(end.origins[-1:]) or evidence.line(end.origins)


def _bare_end(function: cfg.Function, block: cfg.BasicBlock) -> object:
    """Return a key for a block that only ends the function; None for others."""
    end = block.terminator
    if not isinstance(end, (cfg.Reraise, cfg.Return)) or block.statements:
        return None
    if isinstance(end, cfg.Reraise):
        return end.exception.payload
    if end.is_plain:
        return "return", _statement(function, block)
    if end.value.op is MicroOp.LOAD:
        variable = end.value.variable
        return ("return", variable) if variable.is_temporary else None
    return None


def _only_tested(function: cfg.Function) -> set[int]:
    """Return blocks reached only by branches without patterns or exception types."""
    found: set[int] = set()
    others = {region.handler for region in function.regions.values()}
    for block in function.blocks.values():
        end = block.terminator
        is_test = isinstance(end, cfg.Branch) and not has_pattern(end.test)
        (found if is_test else others).update(cfg.successors(end))
    return found - others


def _handlers(function: cfg.Function) -> dict[int, int]:
    """Return the entry of the innermost handler around each block."""
    preds = preceding_blocks(function)
    entries = {region.handler for region in function.regions.values()}
    bodies = {entry: handler_blocks(function, entry, preds) for entry in entries}
    found: dict[int, int] = {}
    for entry in sorted(bodies, key=lambda one: -len(bodies[one])):
        found.update(dict.fromkeys(bodies[entry], entry))
    return found


def _left_handler(function: cfg.Function, block: cfg.BasicBlock) -> object:
    """Return the target of a block that only leaves a handler, or None.

    A jump that the source contains is not followed.
    """
    end = block.terminator
    if [value.op for value in block.statements] != [MicroOp.EXC_POP]:
        return None
    seen: set[int] = set()
    while isinstance(end, cfg.Jump) and not function.evidence.knows_jump(end.origins):
        target = function.blocks[end.target]
        if target.id in seen:
            return None
        if target.statements or not isinstance(target.terminator, cfg.Jump):
            return "leave", target.id
        seen.add(target.id)
        end = target.terminator
    return None
