"""Removes regions that only tidy up the interpreter's own state.

CPython 3.11+ protects every handler by ``COPY 3; POP_EXCEPT; RERAISE 1``. A
structured statement implies it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.blocks import dissolve, innermost_first
from depyf.decompiler.ir.function import BasicBlock, Function, Reraise
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


def run(function: Function) -> None:
    """Dissolves clean-up regions."""
    for region in innermost_first(function):
        handler = function.blocks[function.regions[region].handler]
        if _forgets(handler):
            dissolve(function, region)


def _forgets(block: BasicBlock) -> bool:
    """``EXC_POP`` and ``RERAISE``, else only moves between stack slots."""
    pops = [value for value in block.body if value.op is MicroOp.EXC_POP]
    return (
        len(pops) == 1
        and isinstance(block.terminator, Reraise)
        and all(_is_move(value) for value in block.body if value not in pops)
    )


def _is_move(value: Value) -> bool:
    if value.op is MicroOp.ORIGIN:
        return True
    return (
        value.op is MicroOp.STORE
        and value.variable.is_temporary
        and not value.operands[0].operands
    )
