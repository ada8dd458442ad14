"""Copy propagation: let each read of a copied temporary read the original.

Example of `propagate` (CPython 3.10 to 3.15)::

    def f(a):
        match a:
            case [1, _]:
                a()

Before::

    block 1 depth 1:
        %t3 = length(%t2)
        %t4 = compare[==](%t3, 2)
        branch %t4 ? 3 : 2
    block 3 depth 1:
        unpack[%t5, %t6](%t2)
        %t7 = compare[==](%t5, 1)
        %t8 = %t6
        branch %t7 ? 4 : 2

After::

    block 1 depth 1:
        %t3 = length(%t0)
        %t4 = compare[==](%t3, 2)
        branch %t4 ? 3 : 2
    block 3 depth 1:
        unpack[%t5, %t6](%t0)
        %t7 = compare[==](%t5, 1)
        %t8 = %t6
        branch %t7 ? 4 : 2

The data flow of available copies is that of Aho, Lam, Sethi, Ullman, *Compilers*,
section 9.5. One case is different: where paths meet, a variable that is defined on each
path stays, even if all definitions are equal. In ``(1 as x) | (2 as x)``, each path
captures the same value.
"""

from __future__ import annotations

from typing import Dict

from depyf.decompiler.analysis.accesses import written
from depyf.decompiler.analysis.traversal import flow_graph, postorder, predecessors
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable
from depyf.decompiler.passes.coalescing import renamed

#: Maps temporaries to the temporaries that they are copies of.
Copies = Dict[Variable, Variable]


def run(function: cfg.Function) -> None:
    """Let statements and terminators read originals; drop copies that are not read."""
    propagate(function)
    drop_unread(function)


def propagate(function: cfg.Function) -> None:
    """Let statements and terminators read originals; the copies stay."""
    statements = (s for s in function.statements)
    if not any(map(_source_of, statements)):
        return
    for number, copies in _available(function).items():
        block = function.blocks[number]
        for index, statement in enumerate(block.body):
            block.body[index] = changed = renamed(statement, copies)
            _pass(changed, copies)
        values = cfg.terminator_values(block.terminator)
        cfg.set_terminator_values(
            block.terminator, [renamed(value, copies) for value in values]
        )


def drop_unread(function: cfg.Function) -> None:
    """Drop unread temporaries that store a constant or a copy of a temporary."""
    while True:
        reads = Usage.of(function).reads
        dropped = False
        for block in function.blocks.values():
            kept = [s for s in block.body if not _is_leaf(s) or reads[s.variable]]
            dropped = dropped or len(kept) < len(block.body)
            block.body = kept
        if not dropped:
            return


def _source_of(statement: Value) -> Variable | None:
    """Return the temporary that a statement copies to another; None for others."""
    if not statement.stores_temporary:
        return None
    source = statement.operands[0]
    is_copy = source.loads_temporary
    return source.variable if is_copy else None


def _is_leaf(statement: Value) -> bool:
    if not statement.stores_temporary:
        return False
    return (
        statement.operands[0].op is MicroOp.CONST or _source_of(statement) is not None
    )


def _pass(statement: Value, copies: Copies) -> None:
    """Update the known copies for the effect of a statement."""
    for variable in written(statement):
        _forget(variable, copies)
    source = _source_of(statement)
    if source is not None and source != statement.variable:
        copies[statement.variable] = copies.get(source, source)


def _forget(variable: Variable, copies: Copies) -> None:
    copies.pop(variable, None)
    for copy in [copy for copy, source in copies.items() if source == variable]:
        del copies[copy]


def _available(function: cfg.Function) -> dict[int, Copies]:
    """Return the copies that are valid at the start of each block on every path."""
    writes = Usage.of(function).writes
    graph = flow_graph(function, exceptions=True)
    preds = predecessors(graph)
    order = postorder(graph, [function.entry])[::-1]
    handlers = {region.handler for region in function.regions.values()}
    starts: dict[int, Copies] = {}
    ends: dict[int, Copies] = {}
    changed = True
    while changed:
        changed = False
        for number in order:
            # Predecessors not visited yet do not limit the copies, so that loops
            # converge.
            known = [source for source in preds[number] if source in ends]
            if number in handlers:
                states = [_kept(function.blocks[s], starts[s]) for s in known]
            else:
                states = [ends[source] for source in known]
            copies = {} if number == function.entry else _meet(states, writes)
            if starts.get(number) != copies:
                starts[number] = dict(copies)
                ends[number] = _end(function.blocks[number], copies)
                changed = True
    return starts


def _meet(states: list[Copies], writes: dict[Variable, int]) -> Copies:
    """Return the copies that are valid in all states."""
    first, others = states[0], states[1:]
    if not others:
        return dict(first)
    return {
        copy: source
        for copy, source in first.items()
        if writes[copy] == 1 and all(other.get(copy) == source for other in others)
    }


def _end(block: cfg.BasicBlock, copies: Copies) -> Copies:
    for statement in block.body:
        _pass(statement, copies)
    if isinstance(block.terminator, cfg.Next):
        _forget(block.terminator.item, copies)
    return copies


def _kept(block: cfg.BasicBlock, copies: Copies) -> Copies:
    """Return the copies that stay valid throughout a block that may raise."""
    result = dict(copies)
    for statement in block.body:
        for variable in written(statement):
            _forget(variable, result)
    return result
