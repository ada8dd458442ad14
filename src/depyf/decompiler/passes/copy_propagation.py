"""Copy propagation: each read of a copied temporary reads what was copied.

Before::

    1: u = t; branch match_sequence(u) -> 2, 9
    2: shared = u; branch match_class(shared, A) -> 3, 9

After (``shared`` has other definitions, too)::

    1: branch match_sequence(t) -> 2, 9
    2: shared = t; branch match_class(t, A) -> 3, 9

A temporary with one definition is defined wherever it is read, so its copies are its
value everywhere (the definition dominates all reads, as in SSA form). What has several
is known along blocks with one predecessor, until one of both is written.
"""

from __future__ import annotations

from typing import Dict

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.traversal import (
    flow_graph,
    predecessors,
    reverse_postorder,
)
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    set_terminator_values,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, rewrite

#: What temporaries are copies of.
_Copies = Dict[Variable, Variable]


def run(function: Function) -> dict[Variable, Variable]:
    """Changes what statements and terminators read, and drops copies nobody reads.

    Returns:
        For each copy with one definition what it is a copy of.
    """
    writes = Usage.of(function).writes
    single = _single_copies(function, writes)
    graph = flow_graph(function)
    preds = predecessors(graph)
    known: dict[int, _Copies] = {}
    for number in reverse_postorder(graph, function.entry):
        sources = preds[number]
        inherited = known.get(sources[0], {}) if len(sources) == 1 else {}
        known[number] = _propagate(
            function.blocks[number], single, dict(inherited), writes
        )
    _drop_unread(function)
    return single


def is_copy(statement: Value) -> bool:
    """True for a store of another temporary, or a constant, to a temporary."""
    if statement.op is not MicroOp.STORE or not statement.variable.is_temporary:
        return False
    source = statement.operands[0]
    if source.op is MicroOp.LOAD:
        return source.variable.is_temporary
    return source.op is MicroOp.CONST


def _single_copies(function: Function, writes: dict[Variable, int]) -> _Copies:
    """Copies that hold wherever they are read."""
    found: _Copies = {}
    for block in function.blocks.values():
        for statement in block.body:
            if is_copy(statement) and writes[statement.variable] == 1:
                source = statement.operands[0]
                if source.op is MicroOp.LOAD and writes[source.variable] == 1:
                    found[statement.variable] = source.variable
    for variable in found:
        while found[variable] in found:
            found[variable] = found[found[variable]]
    return found


def _propagate(
    block: BasicBlock, single: _Copies, local: _Copies, writes: dict[Variable, int]
) -> _Copies:
    """Changes a block; returns the copies known at its end beside ``single``."""
    for index, statement in enumerate(block.body):
        block.body[index] = changed = _reading(statement, single, local)
        for variable in written(changed):
            local.pop(variable, None)
        if is_copy(changed) and writes[changed.variable] > 1:
            source = changed.operands[0]
            if source.op is MicroOp.LOAD and writes[source.variable] == 1:
                local[changed.variable] = source.variable
    values = terminator_values(block.terminator)
    if values:
        new = tuple(_reading(value, single, local) for value in values)
        set_terminator_values(block.terminator, new)
    return local


def _reading(statement: Value, single: _Copies, local: _Copies) -> Value:
    if not any(one in single or one in local for one in read(statement)):
        return statement

    def change(node: Value) -> Value:
        if node.op is not MicroOp.LOAD:
            return node
        source = local.get(node.variable) or single.get(node.variable)
        if source is None:
            return node
        return Value(node.op, (), source, node.origins, node.raises)

    return rewrite(statement, change)


def _drop_unread(function: Function) -> None:
    while True:
        reads = Usage.of(function).reads
        dropped = False
        for block in function.blocks.values():
            kept = [s for s in block.body if not is_copy(s) or reads[s.variable]]
            dropped = dropped or len(kept) < len(block.body)
            block.body = kept
        if not dropped:
            return
