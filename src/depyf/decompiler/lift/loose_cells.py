"""Which cells are seen by more than the code that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.ir.function import Jump, Return, successors, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.lift.names import Names


def loose_cells(unit: CodeUnit, function: Function, names: Names) -> frozenset[str]:
    """Own cells that no reachable code captures: what did was dropped."""
    if not unit.is_optimized:
        return frozenset()
    loose = frozenset(unit.cellvars).difference(names.captured)
    if len(loose) == len(unit.cellvars) or not function.regions:
        return loose
    hidden = _hidden(function)
    taken = {
        node.variable.name
        for block in _certain_blocks(function)
        for value in [*block.body, *terminator_values(block.terminator)]
        for node in value.walk()
        if node.op is MicroOp.CELL
        and not (
            node.variable.name in hidden
            and _is_restored(function, block, node.variable.name)
        )
    }
    return frozenset(unit.cellvars) - taken


def _hidden(function: Function) -> set[str]:
    """Names of cells that comprehensions hide, none of which makes a cell of them."""
    saved: set[str] = set()
    made: set[str] = set()
    for block in function.blocks.values():
        for value in block.body:
            if value.op is MicroOp.MAKE_CELL:
                made.add(value.variable.name)
            for node in value.walk():
                if node.op is MicroOp.SAVE_LOCAL:
                    saved.add(node.variable.name)
    return saved - made


def _is_restored(function: Function, block: BasicBlock, name: str) -> bool:
    """True inside of a comprehension that hides the name.

    There a read of the place that holds the cell outside of it reads a plain local.
    """
    for region in function.region_chain(block.region):
        handler = function.blocks[function.regions[region].handler]
        for value in handler.body:
            if value.op is MicroOp.STORE and value.variable.name == name:
                if value.variable.kind is VariableKind.LOCAL:
                    return True
    return False


def _certain_blocks(function: Function) -> Iterator[BasicBlock]:
    """The blocks that can be reached; handlers of what does nothing are not."""
    seen = {function.entry}
    pending = [function.entry]
    while pending:
        block = function.blocks[pending.pop()]
        yield block
        after = list(successors(block.terminator))
        raises = block.body or not isinstance(block.terminator, (Jump, Return))
        if block.region is not None and raises:
            after.append(function.regions[block.region].handler)
        pending += [target for target in after if target not in seen]
        seen.update(after)
