"""Lets a local stand for the temporary that it was copied from.

Before::

    t = f()
    x = t
    g(t)

After::

    x = f()
    g(x)
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from depyf.ir.function import (
    set_terminator_values,
    terminator_values,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Variable, VariableKind
from depyf.passes.coalescing import renamed
from depyf.passes.usage import Usage, read, written

if TYPE_CHECKING:
    from depyf.ir.function import (
        BasicBlock,
        Function,
    )


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    usage = Usage.of(function)
    changed = False
    for block in function.blocks.values():
        for index in range(len(block.body)):
            changed |= _adopt(block, index, usage)
    return changed


def _adopt(block: BasicBlock, index: int, usage: Usage) -> bool:
    """``x = t`` at ``index``: later reads of t become reads of x."""
    statement = block.body[index]
    if statement.op is not MicroOp.STORE:
        return False
    source = statement.operands[0]
    if (
        statement.variable.kind is not VariableKind.LOCAL
        or source.op is not MicroOp.LOAD
        or not source.variable.is_temporary
        or usage.writes[source.variable] != 1
        or usage.reads[source.variable] < 2
    ):
        return False
    if not _all_reads_follow(block, index, source.variable, statement.variable, usage):
        return False
    rename = partial(
        renamed,
        names={source.variable: statement.variable},
        since=max(statement.origins, default=-1),
    )
    for position in range(index + 1, len(block.body)):
        block.body[position] = rename(block.body[position])
    values = terminator_values(block.terminator)
    if values:
        set_terminator_values(block.terminator, tuple(map(rename, values)))
    usage.reads[statement.variable] += usage.reads[source.variable] - 1
    usage.reads[source.variable] = 1
    return True


def _all_reads_follow(
    block: BasicBlock,
    index: int,
    temporary: Variable,
    local: Variable,
    usage: Usage,
) -> bool:
    """True if t is read only after the copy, in this block, and x stays what it is."""
    left = usage.reads[temporary] - 1
    for position in range(index + 1, len(block.body)):
        statement = block.body[position]
        left -= read(statement).count(temporary)
        if not left:
            return True
        if local in written(statement):
            return False
    for value in terminator_values(block.terminator):
        left -= read(value).count(temporary)
    return left == 0
