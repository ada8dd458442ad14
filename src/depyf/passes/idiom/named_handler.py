"""Recognises the clean-up of ``except E as name``.

The clause body is protected by a region whose handler unbinds the name, and each of
its exits does the same. Both vanish here: the statement form implies them.

Before, at an exit::

    EXC_POP
    name = None
    del name
    jump 9

After::

    EXC_POP
    jump 9
"""

from __future__ import annotations

from depyf.analysis.blocks import dissolve, exits, innermost_first
from depyf.ir.function import BasicBlock, Function, Reraise
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Constant, Value, Variable


def run(function: Function) -> bool:
    """Dissolves all name clean-up regions whose exits all agree."""
    changed = False
    for region in innermost_first(function):
        changed |= _dissolve_named(function, region)
    return changed | _clean_bare(function)


def _clean_bare(function: Function) -> bool:
    """Removes the clean-up of a clause whose body is empty: it has no region."""
    caught = {
        statement.variable
        for block in function.blocks.values()
        for statement in block.body
        if statement.op is MicroOp.STORE
        and statement.operands[0].op is MicroOp.EXCEPTION
    }
    named = {
        statement.variable
        for block in function.blocks.values()
        for statement in block.body
        if statement.op is MicroOp.STORE
        and statement.operands[0].op is MicroOp.LOAD
        and statement.operands[0].variable in caught
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
    found: list[tuple[BasicBlock, list[int]]] = []
    for target in exits(function, inside):
        block = function.blocks[target]
        indexes = _clean_up(block, name)
        if indexes is None:
            return False
        found.append((block, indexes))
    for block, indexes in found:
        block.body = [v for i, v in enumerate(block.body) if i not in indexes]
    dissolve(function, region)
    return True


def _cleared_name(block: BasicBlock) -> Variable | None:
    if not isinstance(block.terminator, Reraise):
        return None
    rest = [
        value
        for value in block.body
        if value.op is not MicroOp.ORIGIN
        and not (value.op is MicroOp.STORE and value.variable.is_temporary)
    ]
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


def _clean_up(block: BasicBlock, name: Variable) -> list[int] | None:
    """Indexes of the two statements, if an EXC_POP and they come first."""
    seen_pop = False
    for index, value in enumerate(block.body):
        if value.op is MicroOp.EXC_POP and not seen_pop:
            seen_pop = True
        elif value.op is MicroOp.STORE and value.payload == name and seen_pop:
            following = block.body[index + 1] if index + 1 < len(block.body) else None
            if following is not None and _clears(value, following):
                return [index, index + 1]
            return None
        elif value.op is not MicroOp.ORIGIN and not (
            value.op is MicroOp.STORE and value.variable.is_temporary
        ):
            return None
    return None
