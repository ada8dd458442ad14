"""Joins what CPython made a return of its own inside an expression (3.8 and 3.9).

A jump to a return becomes that return. Lines do not tell such a copy from a statement
where the expression has several; a value that its test keeps on the stack does.

Example (CPython 3.8 to 3.9)::

    def f(a):
        return 0 <= a <= 1 or 2 <= a <= 3

Before::

    block 6 depth 1:
        %t10 = compare[<=](%t8, 3)
        return %t10

After::

    block 6 depth 1:
        %t10 = compare[<=](%t8, 3)
        %t5 = %t10
        jump 4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.traversal import flow_graph
from depyf.decompiler.ir.function import Branch, Jump, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.passes.arms import assigned_value, is_load_of
from depyf.decompiler.passes.cfg.merge_tails import return_through

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.ir.value import Value, Variable


def run(function: Function) -> None:
    """Leads returns in an expression to its end.

    Only an expression leaves a value where ways meet. So where a test keeps its value
    for the end on one side, the right operand of its ``and``, ``or`` or comparison
    begins on the other, and what returns there without any statement is a part of it.
    The code must still be in three-address form.

    Args:
        function: the graph, changed in place.
    """
    ends = [block for block in function.blocks.values() if _kept(block) is not None]
    if not ends:
        return
    tree = DominatorTree(flow_graph(function), function.entry)
    for end in ends:
        variable = _kept(end)
        assert variable is not None
        seen: set[int] = set()
        for operand in sorted(_right_operands(function, end.id, variable)):
            for block in _returns_below(function, tree, operand, seen):
                if block is not end and block.region == end.region:
                    return_through(block, variable, end.id)


def _kept(block: BasicBlock) -> Variable | None:
    """The temporary that a block returns, if it does nothing else."""
    end = block.terminator
    if not isinstance(end, Return) or block.statements:
        return None
    if not end.value.loads_temporary:
        return None
    return end.value.variable


def _right_operands(function: Function, end: int, variable: Variable) -> Iterator[int]:
    """Yields the other side of each test whose value is returned at the end."""
    for block in function.blocks.values():
        test = block.terminator
        if not isinstance(test, Branch) or test.if_true == test.if_false:
            continue
        for side, other in (
            (test.if_true, test.if_false),
            (test.if_false, test.if_true),
        ):
            if side == end and _holds(block, test, variable):
                yield other
            kept = _brought(function.blocks[side], end, variable)
            if kept is not None and _holds(block, test, kept):
                yield other


def _holds(block: BasicBlock, test: Branch, variable: Variable) -> bool:
    """True if the variable has the value of the test when its block ends."""
    if is_load_of(test.test, variable):
        return True
    stores = [
        statement
        for statement in block.body
        if statement.op is MicroOp.STORE and statement.variable == variable
    ]
    return bool(stores) and stores[-1].operands[0] == test.test


def _brought(side: BasicBlock, end: int, variable: Variable) -> Variable | None:
    """What is brought to the end by a block that only drops what lies below it."""
    found = assigned_value(side)
    if found is None or found[0] != variable or found[1].op is not MicroOp.LOAD:
        return None
    leads_there = isinstance(side.terminator, Jump) and side.terminator.target == end
    return found[1].variable if leads_there else None


def _returns_below(
    function: Function, tree: DominatorTree[int], operand: int, seen: set[int]
) -> Iterator[BasicBlock]:
    """Yields the returns that an operand leads to without any statement.

    What is below an operand that was seen before is left out: a long ``and`` is a chain
    of operands, each below the one before it.
    """
    pending = [operand] if operand in tree.position else []
    while pending:
        block = function.blocks[pending.pop()]
        if block.id in seen or not all(map(_computes, block.statements)):
            continue
        seen.add(block.id)
        if isinstance(block.terminator, Return) and not block.terminator.is_plain:
            yield block
        pending.extend(tree.children[block.id])


def _computes(statement: Value) -> bool:
    """True for a part of an expression in three-address form."""
    return statement.stores_temporary
