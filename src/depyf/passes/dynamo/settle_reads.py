"""Puts what Dynamo reads beside what needs it: a graph's inputs and its outputs.

Before::

    t0 = __compiled_fn_1
    parameters = model._parameters
    t1 = parameters["weight"]
    t2 = parameters["bias"]
    others = model.head._parameters
    graph_out_0 = t0(t1, t2, others["bias"])
    t3 = graph_out_0[0]
    x = graph_out_0[1]
    if t3: ...

After::

    parameters = model._parameters
    others = model.head._parameters
    graph_out_0 = __compiled_fn_1(
        parameters["weight"], parameters["bias"], others["bias"]
    )
    x = graph_out_0[1]
    if graph_out_0[0]: ...

Side conditions: a read passes reads and nothing else. The inputs are attributes and
items that the guards have just read in the same way, the outputs are items of a tuple
or list that the graph has made: none runs code of the user.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.ir.function import terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Value, Variable, VariableKind, rewrite
from depyf.passes.usage import Usage, read, written

if TYPE_CHECKING:
    from depyf.ir.function import BasicBlock, Function

GRAPH_PREFIX = "__compiled_fn_"
OUTPUT_PREFIX = "graph_out_"


def run(function: Function) -> None:
    """Moves the reads of inputs to their graph call, those of outputs to their use."""
    usage = Usage.of(function)
    for block in function.blocks.values():
        _settle_inputs(block, usage)
        _settle_outputs(block, usage)


def _settle_inputs(block: BasicBlock, usage: Usage) -> None:
    for start, statement in enumerate(block.body):
        if not _is_graph(statement):
            continue
        end = _end_of_reads(block.body, start)
        if end == len(block.body) or statement.variable not in read(block.body[end]):
            continue
        wanted = set(filter(usage.is_single, read(block.body[end])))
        moved = []
        for one in reversed(block.body[start:end]):
            if wanted.intersection(written(one)):
                moved.append(one)
                wanted.update(filter(usage.is_single, read(one)))
        reads = _moved_to_end(block.body[start:end], moved)
        last = end - len(moved) - 1
        block.body[start:end] = reads
        if last >= start:
            shown = _in_one_line(block.body[last], block.body[end])
            block.body[last], block.body[end] = shown


def _moved_to_end(body: list[Value], moved: list[Value]) -> list[Value]:
    """``body`` with ``moved`` behind the rest.

    What runs does so in the old order: a moved statement leaves its offsets to the
    one that it passes, so that a debugger's line does not jump ahead and back.
    """
    chosen = set(map(id, moved))
    kept: list[Value] = []
    later: list[Value] = []
    passed: list[Value] = []
    for one in body:
        if id(one) in chosen:
            passed.append(one)
            continue
        origins = frozenset().union(*(each.all_origins() for each in passed))
        later += [rewrite(each, _without_origins) for each in passed]
        passed = []
        kept.append(_with_origins(one, origins))
    return kept + later + passed


def _in_one_line(before: Value, call: Value) -> tuple[Value, Value]:
    """Arguments that are loaded ahead of ``before`` are shown by its line."""
    reached = max(before.all_origins(), default=-1)
    early = {
        origin
        for leaf in call.walk()
        if leaf.op is MicroOp.LOAD
        for origin in leaf.origins
        if origin < reached
    }

    def change(node: Value) -> Value:
        if node.op is MicroOp.LOAD and node.origins & early:
            return replace(node, origins=node.origins - early)
        return node

    return _with_origins(before, frozenset(early)), rewrite(call, change)


def _with_origins(statement: Value, origins: frozenset[int]) -> Value:
    if statement.op is not MicroOp.STORE:
        return replace(statement, origins=statement.origins | origins)
    value = statement.operands[0]
    shown = replace(value, origins=value.origins | origins)
    return statement.with_operands((shown,))


def _without_origins(node: Value) -> Value:
    return replace(node, origins=frozenset()) if node.origins else node


def _settle_outputs(block: BasicBlock, usage: Usage) -> None:
    for index in range(len(block.body) - 1, -1, -1):
        statement = block.body[index]
        if not _is_output(statement) or not usage.is_single(statement.variable):
            continue
        end = index + 1
        while end < len(block.body) and _may_pass(block.body[end], statement):
            end += 1
        following = (
            (block.body[end],)
            if end < len(block.body)
            else terminator_values(block.terminator)
        )
        if any(statement.variable in read(value) for value in following):
            # Outputs for the same use keep their order.
            while _is_output(block.body[end - 1]) and any(
                block.body[end - 1].variable in read(value) for value in following
            ):
                end -= 1
            block.body[index:end] = _moved_to_end(block.body[index:end], [statement])


def _end_of_reads(body: list[Value], start: int) -> int:
    end = start
    while end < len(body) and _is_read(body[end]):
        end += 1
    return end


def _may_pass(statement: Value, moved: Value) -> bool:
    return (
        _is_read(statement)
        and moved.variable not in read(statement)
        and not set(written(statement)).intersection(read(moved))
    )


def _is_read(statement: Value) -> bool:
    """A store to a private variable of something that is only looked up."""
    if statement.op is MicroOp.ORIGIN:
        return True
    if statement.op is not MicroOp.STORE or not _is_private(statement.variable):
        return False
    value = statement.operands[0]
    if value.op is MicroOp.ITEM:
        return value.operands[1].op is MicroOp.CONST
    return value.op in (MicroOp.LOAD, MicroOp.CONST, MicroOp.ATTR)


def _is_private(variable: Variable) -> bool:
    return variable.is_temporary or variable.kind is VariableKind.LOCAL


def _is_graph(statement: Value) -> bool:
    return statement.op is MicroOp.STORE and _loads(statement.operands[0], GRAPH_PREFIX)


def _is_output(statement: Value) -> bool:
    return (
        statement.op is MicroOp.STORE
        and _is_read(statement)
        and statement.operands[0].op is MicroOp.ITEM
        and _loads(statement.operands[0].operands[0], OUTPUT_PREFIX)
    )


def _loads(value: Value, prefix: str) -> bool:
    return value.op is MicroOp.LOAD and value.variable.name.startswith(prefix)
