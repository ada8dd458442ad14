"""The variables that Dynamo makes for itself, and what is done with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, AbstractSet, Container

from depyf.ir.function import terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Value, Variable, VariableKind
from depyf.passes.usage import Usage, read

if TYPE_CHECKING:
    from depyf.ir.function import BasicBlock, Function

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
    block: BasicBlock, usage: Usage, own: AbstractSet[Variable]
) -> set[Variable]:
    """Dynamo's own variables that are written once and read behind that, here only."""
    reads: dict[Variable, int] = {}
    found: set[Variable] = set()
    ends = terminator_values(block.terminator)
    for statement in [*block.body, *ends]:
        for variable in read(statement):
            reads[variable] = reads.get(variable, 0) + 1
        if statement.op is not MicroOp.STORE:
            continue
        variable = statement.variable
        single = variable in own and usage.writes[variable] == 1
        if single and variable not in reads:
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
