"""The variables that Dynamo makes for itself, and what is done with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, AbstractSet, Container, Iterable

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind

if TYPE_CHECKING:
    from depyf.decompiler.analysis.usage import Usage
    from depyf.decompiler.ir.function import BasicBlock, Function

_PRIVATE = re.compile(r"tmp_\d+")
_OUTPUT = re.compile(r"graph_out_\d+")


def graph_outputs(function: Function, usage: Usage) -> set[Variable]:
    """The lists of graph outputs that nothing does anything with but read an item."""
    items: dict[Variable, int] = {}
    for block in function.blocks.values():
        for statement in block.body:
            if statement.op is MicroOp.STORE and is_item(statement.operands[0]):
                owner = statement.operands[0].operands[0]
                if owner.op is MicroOp.LOAD:
                    items[owner.variable] = items.get(owner.variable, 0) + 1
    return {
        variable
        for variable, count in items.items()
        if _OUTPUT.fullmatch(variable.name)
        and usage.reads[variable] == count
        and usage.writes[variable] == 1
    }


def movable(
    blocks: Iterable[BasicBlock], usage: Usage, own: AbstractSet[Variable]
) -> set[Variable]:
    """Dynamo's own variables that are written once and read behind that, here only.

    Args:
        blocks: they run one after the other.
        usage: of the whole function.
        own: variables of Dynamo's that are written once.
    """
    reads: dict[Variable, int] = {}
    found: set[Variable] = set()
    for block in blocks:
        for statement in block.values:
            for variable in read(statement):
                reads[variable] = reads.get(variable, 0) + 1
            if statement.op is not MicroOp.STORE:
                continue
            variable = statement.variable
            if variable in own and variable not in reads:
                found.add(variable)
    return {one for one in found if 0 < usage.reads[one] == reads.get(one)}


def is_own(variable: Variable, parameters: Container[str]) -> bool:
    """True for a temporary, and for a local that Dynamo has made."""
    return variable.kind is VariableKind.TEMP or (
        variable.kind is VariableKind.LOCAL
        and variable.name not in parameters
        and bool(_PRIVATE.fullmatch(variable.name))
    )


def is_item(value: Value) -> bool:
    """True for an item under a constant key."""
    return value.op is MicroOp.ITEM and value.operands[1].op is MicroOp.CONST


def is_display(value: Value) -> bool:
    """True for lists, tuples and dicts of such and of leaves: nothing runs for them."""
    if value.op is MicroOp.STAR:
        inner = value.operands[0]
        return inner.op is MicroOp.BUILD and is_display(inner)
    if value.op is not MicroOp.BUILD or value.payload not in ("list", "tuple"):
        return False
    return all(
        is_display(part)
        or part.op is MicroOp.CONST
        or (part.op is MicroOp.LOAD and not part.raises)
        for part in value.operands
    )
