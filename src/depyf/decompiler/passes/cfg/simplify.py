"""Remove unreachable and empty blocks, and join blocks of straight-line code.

Example of `remove_unreachable` (CPython 3.12 to 3.13)::

    class C:
        n = 3
        z = [i for i in range(n)]

Before::

    block 6 depth 3:
        $s3 = exception
        i = $s0
        .0 = $s1
        reraise $s3

After::

    (no block)

Example of `simplify`::

    def f(a, b, c):
        return a or b or c

Before::

    block 0:
        %t0 = or(a, b, c)
        jump 1
    block 1 depth 1:
        return %t0

After::

    block 0:
        %t0 = or(a, b, c)
        return %t0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.blocks import SPACING
from depyf.decompiler.analysis.commute import summarize
from depyf.decompiler.analysis.handlers import handler_blocks
from depyf.decompiler.analysis.jump_threading import (
    Follow,
    Threads,
    forwarded_to,
    path,
    through_empty,
)
from depyf.decompiler.analysis.traversal import preceding_blocks, reachable_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


def run(function: cfg.Function) -> bool:
    """Simplify until nothing changes; return whether anything changed."""
    changed = remove_unreachable(function)
    while thread_jumps(function) | fold_equal_arms(function) | merge_lines(function):
        changed = True
        remove_unreachable(function)
    return changed


def live_regions(function: cfg.Function) -> set[int]:
    """Return the regions that still protect a block, and the regions around these."""
    found: set[int] = set()
    for block in function.blocks.values():
        found.update(function.region_chain(block.region))
    return found


def remove_unreachable(function: cfg.Function) -> bool:
    """Remove the blocks that no path reaches, exception paths included."""
    alive = reachable_blocks(function)
    if len(alive) == len(function.blocks):
        return False
    dead = [block for block in function.blocks if block not in alive]
    for block in dead:
        del function.blocks[block]
    if dead:
        used = live_regions(function)
        for region in list(function.regions):
            if region not in used:
                del function.regions[region]
    return bool(dead)


def _empty_contexts(function: cfg.Function) -> set[int]:
    """Return the empty blocks that are the whole body of a ``with``; they stay."""
    contexts = {
        block.terminator.region
        for block in function.blocks.values()
        if isinstance(block.terminator, cfg.EnterWith)
    }
    for key, region in function.regions.items():
        handler = function.blocks.get(region.handler)
        if handler is not None and _calls_exit(handler):
            contexts.add(key)
    bodies: dict[int, list[int]] = {}
    for block in function.blocks.values():
        if block.region in contexts and block.region is not None:
            bodies.setdefault(block.region, []).append(block.id)
    return {blocks[0] for blocks in bodies.values() if len(blocks) == 1}


def _calls_exit(handler: cfg.BasicBlock) -> bool:
    return any(
        node.op is MicroOp.WITH_EXCEPTION
        for value in handler.values
        for node in value.walk()
    )


def _implicit_jumps(function: cfg.Function) -> Follow:
    """Return a `Follow` function; it follows blocks with only an implicit jump."""
    kept = _empty_contexts(function) if function.regions else set()

    def follow(number: int) -> int | None:
        end = function.blocks[number].terminator
        is_explicit = isinstance(end, cfg.Jump) and end.explicit
        if is_explicit or number in kept:
            return None
        return forwarded_to(function.blocks[number])

    return follow


def thread_jumps(function: cfg.Function) -> bool:
    """Redirect jumps to empty blocks to the targets of these blocks.

    An empty block that is a loop itself (``while True: pass``) stays.
    """
    changed = False
    if all(forwarded_to(block) is None for block in function.blocks.values()):
        return False
    threads = Threads(_implicit_jumps(function))
    preds = preceding_blocks(function) if function.evidence.steps_out else {}
    for block in function.blocks.values():
        for target in cfg.successors(block.terminator):
            final = threads.end(target)
            if final != target:
                if preds and isinstance(block.terminator, cfg.Jump):
                    _take_origins(function, block.terminator, final, preds)
                cfg.retarget(block.terminator, target, final)
                changed = True
    final = threads.end(function.entry)
    if final != function.entry:
        function.entry = final
        changed = True
    return changed


def _take_origins(
    function: cfg.Function, jump: cfg.Jump, final: int, preds: dict[int, list[int]]
) -> None:
    """Add the origins of the skipped blocks to a jump, if they mark explicit jumps."""
    alone = True
    for passed_block in path(jump.target, through_empty(function.blocks)):
        if passed_block == final:
            break
        end = function.blocks[passed_block].terminator
        alone = alone and len(preds[passed_block]) == 1
        known = function.evidence.steps_out
        if alone:
            known |= function.evidence.explicit_jumps
        passed = known.intersection(end.origins).difference(jump.origins)
        jump.origins += tuple(sorted(passed))


def fold_equal_arms(function: cfg.Function) -> bool:
    """Turn a branch with two equal targets into a jump."""
    changed = False
    for block in function.blocks.values():
        end = block.terminator
        if isinstance(end, cfg.Branch) and end.if_true == end.if_false:
            if summarize(end.test).is_ordered or _truth_is_asked(end.test):
                continue
            block.terminator = cfg.Jump(end.if_true, end.origins)
            changed = True
    return changed


def _truth_is_asked(test: Value) -> bool:
    """Return whether a test needs the truth of an object, which may run code."""
    pending = [test]
    while pending:
        value = pending.pop()
        is_not = value.is_negation
        if is_not or value.op in (MicroOp.AND, MicroOp.OR):
            pending.extend(value.operands)
        elif value.op not in (MicroOp.IS, MicroOp.CONST):
            return True
    return False


def merge_lines(function: cfg.Function) -> bool:
    """Join a block with its only successor if nothing else leads there.

    A loop header stays separate. Code after the end of a handler is outside the
    handler, and is not joined either.
    """
    handlers = {region.handler for region in function.regions.values()}
    if not any(_may_go_on(function, one, handlers) for one in function.blocks.values()):
        return False
    preds = preceding_blocks(function)
    changed = False
    for block_id in list(function.blocks):
        block = function.blocks.get(block_id)
        if block is None:
            continue
        while True:
            following = _line_after(function, block, preds, handlers)
            if following is None:
                break
            block.body.extend(following.body)
            block.terminator = following.terminator
            for target in set(cfg.successors(block.terminator)):
                preds[target] = [
                    block.id if source == following.id else source
                    for source in preds[target]
                ]
            del function.blocks[following.id]
            changed = True
    return changed


def _line_after(
    function: cfg.Function,
    block: cfg.BasicBlock,
    preds: dict[int, list[int]],
    handlers: set[int],
) -> cfg.BasicBlock | None:
    following = _may_go_on(function, block, handlers)
    return following if following and len(preds[following.id]) == 1 else None


def _may_go_on(
    function: cfg.Function, block: cfg.BasicBlock, handlers: set[int]
) -> cfg.BasicBlock | None:
    """Return the successor that a block may be joined with, or None."""
    if not isinstance(block.terminator, cfg.Jump):
        return None
    target = block.terminator.target
    following = function.blocks.get(target)
    if (
        following is None
        or following is block
        or target == function.entry
        or target in handlers
        or following.region != block.region
        or isinstance(following.terminator, cfg.Next)
        or (block.body and block.body[-1].op is MicroOp.EXC_POP)
    ):
        return None
    return following


def close_regions(function: cfg.Function) -> bool:
    """Move returns that cannot raise to the region from which all paths to them come.

    For ``return value`` in a ``try``, RETURN_VALUE is outside the exception range. So
    are the instructions before it that leave handlers.
    """
    if not function.regions:
        return False
    preds = preceding_blocks(function)
    kinds = {
        end.region: end.kind
        for end in (block.terminator for block in function.blocks.values())
        if isinstance(end, cfg.EnterTry)
    }
    changed = False
    for block in function.blocks.values():
        end = block.terminator
        if not isinstance(end, cfg.Return) or summarize(end.value).is_ordered:
            continue
        if not _is_quiet(block):
            continue
        line = [block]
        while len(preds[line[-1].id]) == 1:
            source = function.blocks[preds[line[-1].id][0]]
            if (
                not isinstance(source.terminator, cfg.Jump)
                or not _is_quiet(source)
                or source.region != line[-1].region
            ):
                break
            line.append(source)
        if not _is_computed_before(end, line[-1].id):
            continue
        changed |= _close(function, line, preds, kinds)
    return changed


def _is_computed_before(end: cfg.Return, start: int) -> bool:
    """Return whether a value was computed before block ``start``, or is constant."""
    if end.value.op is MicroOp.CONST:
        return True
    return max(end.value.all_origins(), default=0) * SPACING < start


def _is_quiet(block: cfg.BasicBlock) -> bool:
    return not any(
        statement.op is not MicroOp.EXC_POP and summarize(statement).is_ordered
        for statement in block.body
    )


def _close(
    function: cfg.Function,
    line: list[cfg.BasicBlock],
    preds: dict[int, list[int]],
    kinds: dict[int, str],
) -> bool:
    regions = {function.blocks[source].region for source in preds[line[-1].id]}
    if len(regions) != 1:
        return False
    (region,) = regions
    if region is None or _stands_after(function, line[0], region, kinds):
        return False
    if _stands_behind_all(function, line[0], region, kinds, preds):
        return False
    around = [None, *function.region_chain(region)]
    moved = [b for b in line if b.region != region and b.region in around]
    for block in moved:
        block.region = region
    return bool(moved)


def _stands_after(
    function: cfg.Function, block: cfg.BasicBlock, region: int, kinds: dict[int, str]
) -> bool:
    """Return whether a ``return`` is below the region's handlers, as in an ``else``."""
    around = {kinds.get(outer) for outer in function.region_chain(region)}
    if region not in kinds or "finally" in around:
        return False  # code that leaves a `finally` may have its line
    handler = function.blocks[function.regions[region].handler]
    ours, theirs = _first_line(function, block), _first_line(function, handler)
    return ours is not None and theirs is not None and ours > theirs


def _stands_behind_all(
    function: cfg.Function,
    block: cfg.BasicBlock,
    region: int,
    kinds: dict[int, str],
    preds: dict[int, list[int]],
) -> bool:
    """Return whether a ``return`` is below every ``finally`` around it."""
    ours = _first_line(function, block)
    around = function.region_chain(region)
    ends = [function.regions[r].handler for r in around if kinds.get(r) == "finally"]
    if ours is None or not ends or region not in kinds:
        return False
    return all(
        line < ours
        for handler in ends
        for inner in handler_blocks(function, handler, preds)
        for line in _lines(function, function.blocks[inner])
    )


def _first_line(function: cfg.Function, block: cfg.BasicBlock) -> int | None:
    return min(_lines(function, block), default=None)


def _lines(function: cfg.Function, block: cfg.BasicBlock) -> list[int]:
    origins = (value.all_origins() for value in block.values)
    return function.evidence.lines_of(set(block.terminator.origins).union(*origins))
