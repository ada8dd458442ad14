"""Hides the profiler calls that Dynamo puts around every graph call (torch 2.8+).

Before::

    tmp_1 = utils.record_pregraph_bytecode_enter
    tmp_2 = tmp_1()
    tmp_3 = utils.record_pregraph_bytecode_exit
    tmp_3(tmp_2)
    del tmp_1
    del tmp_3

After: nothing. Side condition: whatever these statements define is read by nothing
but themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Tuple

from depyf.ir.micro_op import MicroOp
from depyf.passes.usage import read, terminator_values

if TYPE_CHECKING:
    from depyf.ir.function import Function
    from depyf.ir.value import Value, Variable

_CALLS = ("record_pregraph_bytecode_enter", "record_pregraph_bytecode_exit")
_MODULE = "__import_torch_dot__dynamo_dot_utils"

_Place = Tuple[int, int]


def run(function: Function) -> bool:
    """Removes the calls if nothing else depends on them; True if any were removed."""
    hidden: set[_Place] = set()
    tainted: set[Variable] = set()
    statements = [
        ((block.id, index), statement)
        for block in function.blocks.values()
        for index, statement in enumerate(block.body)
    ]
    changed = True
    while changed:
        changed = False
        for place, statement in statements:
            if place not in hidden and _belongs(statement, tainted):
                hidden.add(place)
                if statement.op is MicroOp.STORE:
                    tainted.add(statement.variable)
                changed = True
    if not hidden:
        return False
    hidden |= _module_loads(statements, hidden)
    if not _is_isolated(function, statements, hidden, tainted):
        return False
    for block in function.blocks.values():
        block.body = [
            statement
            for index, statement in enumerate(block.body)
            if (block.id, index) not in hidden
        ]
    return True


def _belongs(statement: Value, tainted: set[Variable]) -> bool:
    """True for an attribute load of the calls, and for what uses its result."""
    if statement.op is MicroOp.STORE:
        value = statement.operands[0]
        if value.op is MicroOp.ATTR and value.payload in _CALLS:
            return True
        if value.op is MicroOp.CALL:
            function = value.operands[0]
            return function.op is MicroOp.LOAD and function.variable in tainted
        return value.op is MicroOp.LOAD and value.variable in tainted
    if statement.op is MicroOp.DELETE:
        return statement.variable in tainted
    if statement.op is MicroOp.EVALUATE:
        value = statement.operands[0]
        return value.op is MicroOp.LOAD and value.variable in tainted
    return False


def _module_loads(
    statements: list[tuple[_Place, Value]], hidden: set[_Place]
) -> set[_Place]:
    """Loads of the module that only hidden statements read."""
    visible = {
        variable
        for place, statement in statements
        if place not in hidden
        for variable in read(statement)
    }
    return {
        place
        for place, statement in statements
        if statement.op is MicroOp.STORE
        and statement.variable.is_temporary
        and statement.operands[0].op is MicroOp.LOAD
        and statement.operands[0].variable.name == _MODULE
        and statement.variable not in visible
    }


def _is_isolated(
    function: Function,
    statements: list[tuple[_Place, Value]],
    hidden: set[_Place],
    tainted: set[Variable],
) -> bool:
    for place, statement in statements:
        if place not in hidden and tainted.intersection(read(statement)):
            return False
    return not any(
        tainted.intersection(read(value))
        for block in function.blocks.values()
        for value in terminator_values(block.terminator)
    )
