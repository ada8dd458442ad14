"""Remove the clean-up of ``except E as name``.

A region protects the body of the clause. Its handler unbinds the name, and each exit of
the body does the same. The statement implies both, so both are removed.

Example (CPython 3.11 to 3.15)::

    def f(a):
        try:
            a()
        except KeyError as e:
            e()

Before::

    block 5 depth 1 in region 1:
        evaluate(call[](e))
        jump 6
    block 6 depth 1:
        exc_pop
        e = None
        delete[e]
        return None
    region 1: handler 7 depth 1 lasti

After::

    block 5 depth 1:
        evaluate(call[](e))
        jump 6
    block 6 depth 1:
        exc_pop
        return None
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.blocks import dissolve, exits, innermost_first
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Reraise
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable


def run(function: Function) -> bool:
    """Remove all name clean-up regions whose exits unbind the name, too."""
    changed = False
    for region in innermost_first(function):
        changed |= _dissolve_named(function, region)
    return changed | _clean_bare(function)


def _clean_bare(function: Function) -> bool:
    """Remove the clean-up of a clause with an empty body, which has no region."""
    caught = {
        statement.variable
        for statement in function.statements
        if statement.op is MicroOp.STORE
        and statement.operands[0].op is MicroOp.EXCEPTION
    }
    named = {
        statement.variable
        for statement in function.statements
        if statement.op is MicroOp.STORE
        and statement.operands[0].loaded in caught
        and not statement.variable.is_temporary
    }
    changed = False
    for block in function.blocks.values():
        for index, value in enumerate(block.body[:-2]):
            first, second = block.body[index + 1 : index + 3]
            if (
                value.op is MicroOp.EXC_POP
                and _clears(first, second)
                and first.variable in named
            ):
                del block.body[index + 1 : index + 3]
                changed = True
                break
    return changed


def _dissolve_named(function: Function, region: int) -> bool:
    name = _cleared_name(function.blocks[function.regions[region].handler])
    if name is None:
        return False
    inside = set(function.blocks_in(region))
    targets = set(exits(function, inside))
    found: dict[int, list[int]] = {}
    for target in targets:
        place = _clean_up(function.blocks[target], name)
        if place is None:
            place = _shared_clean_up(function, target, targets, name)
        if place is None:
            return False
        block_id, index = place
        found[block_id] = [index, index + 1]
    for block_id, indexes in found.items():
        block = function.blocks[block_id]
        block.body = [v for i, v in enumerate(block.body) if i not in indexes]
    dissolve(function, region)
    return True


def _cleared_name(block: BasicBlock) -> Variable | None:
    if not isinstance(block.terminator, Reraise):
        return None
    rest = [value for value in block.body if not _is_bookkeeping(value)]
    if len(rest) != 2 or not _clears(rest[0], rest[1]):
        return None
    return rest[1].variable


def _clears(first: Value, second: Value) -> bool:
    return (
        first.op is MicroOp.STORE
        and second.op is MicroOp.DELETE
        and first.payload == second.payload
        and first.operands[0].op is MicroOp.CONST
        and first.operands[0].payload == Constant(None)
    )


def _clean_up(
    block: BasicBlock, name: Variable, *, seen_pop: bool = False
) -> tuple[int, int] | None:
    """Return the block and index of the two clean-up statements, or None."""
    for index, value in enumerate(block.body):
        if value.op is MicroOp.EXC_POP and not seen_pop:
            seen_pop = True
        elif value.op is MicroOp.STORE and value.payload == name and seen_pop:
            following = block.body[index + 1] if index + 1 < len(block.body) else None
            if following is not None and _clears(value, following):
                return block.id, index
            return None
        elif not _is_bookkeeping(value):
            return None
    return None


def _shared_clean_up(
    function: Function, target: int, targets: set[int], name: Variable
) -> tuple[int, int] | None:
    """Return the clean-up shared by exits that each only have an EXC_POP, or None."""
    block = function.blocks[target]
    if not isinstance(block.terminator, Jump) or not _only_pops(block):
        return None
    shared = block.terminator.target
    for source in preceding_blocks(function)[shared]:
        if source not in targets or not _only_pops(function.blocks[source]):
            return None
    return _clean_up(function.blocks[shared], name, seen_pop=True)


def _only_pops(block: BasicBlock) -> bool:
    rest = [value for value in block.body if not _is_bookkeeping(value)]
    return [value.op for value in rest] == [MicroOp.EXC_POP]


def _is_bookkeeping(value: Value) -> bool:
    return value.op is MicroOp.ORIGIN or (value.stores_temporary)
