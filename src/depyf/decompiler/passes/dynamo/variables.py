"""Find and simplify the variables that Dynamo creates for itself.

Reads of copies become reads of the originals. Unused reads and new lists are removed.
At the end, operands that are not leaves get temporaries, as after the lifter.

Example of `drop_copies` (CPython 3.8 to 3.11)::

    def f(a):
        tmp_0 = a.make()
        tmp_1 = tmp_0
        for item in a:
            tmp_1.append(item)
        return __resume_at_12_3(tmp_0)

Before::

    block 0:
        %t0 = attr[make](a)
        %t1 = call[](%t0)
        tmp_0 = %t1
        tmp_1 = tmp_0
        %t2 = iter(a)
        jump 1
    block 2 depth 2:
        item = %t3
        %t4 = attr[append](tmp_1)
        %t5 = call[_](%t4, item)
        evaluate(%t5)
        jump 1
    block 3:
        %t6 = global:__resume_at_12_3
        %t7 = call[_](%t6, tmp_0)
        return %t7

After::

    block 0:
        %t0 = attr[make](a)
        %t1 = call[](%t0)
        tmp_0 = %t1
        tmp_1 = %t1
        %t2 = iter(a)
        jump 1
    block 2 depth 2:
        item = %t3
        %t4 = attr[append](%t1)
        %t5 = call[_](%t4, item)
        evaluate(%t5)
        jump 1
    block 3:
        %t6 = global:__resume_at_12_3
        %t7 = call[_](%t6, %t1)
        return %t7

Side condition of `drop_copies`: both variables are written once, in blocks that run
once.

Example of `drop_unread`::

    def f(a):
        graph_out_0 = __compiled_fn_1(a)
        tmp_0 = []
        tmp_1 = [tmp_0]
        return graph_out_0[0]

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = build[list]
        tmp_1 = build[list](%t2)
        %t3 = item(graph_out_0, 0)
        return %t3

After::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t3 = item(graph_out_0, 0)
        return %t3

Side condition of `drop_unread`: the read runs no code, or the value is a new list or
tuple of such values.

Example of `three_addresses`::

    def f(a):
        return __compiled_fn_1(a.b[0])

Before::

    block 0:
        %t0 = call[_](global:__compiled_fn_1, item(attr[b](a), 0))
        return %t0

After::

    block 0:
        %t1 = global:__compiled_fn_1
        %t2 = attr[b](a)
        %t3 = item(%t2, 0)
        %t0 = call[_](%t1, %t3)
        return %t0

`three_addresses` keeps the order of evaluation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, AbstractSet, Container, Iterable, Mapping

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.passes.coalescing import renamed
from depyf.decompiler.passes.dynamo.trunk import trunk
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.decompiler.passes.dynamo.places import Facts


_PRIVATE = regex(r"tmp_\d+")
_OUTPUT = regex(r"graph_out_\d+")


def graph_outputs(function: cfg.Function, usage: Usage) -> set[Variable]:
    """Return the variables with graph outputs, if the code only reads their items."""
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
    blocks: Iterable[cfg.BasicBlock], usage: Usage, own: AbstractSet[Variable]
) -> set[Variable]:
    """Return Dynamo's variables that are written once and read only after that.

    Args:
        blocks: blocks that run one after the other.
        usage: the counts of the whole function.
        own: Dynamo's variables that are written once.
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
    """Return whether a variable is a temporary or a local that Dynamo created."""
    return variable.kind is VariableKind.TEMP or (
        variable.kind is VariableKind.LOCAL
        and variable.name not in parameters
        and bool(_PRIVATE.fullmatch(variable.name))
    )


def is_item(value: Value) -> bool:
    """Return whether a value is an item with a constant key."""
    return value.op is MicroOp.ITEM and value.operands[1].op is MicroOp.CONST


def is_display(value: Value) -> bool:
    """Return whether a value consists of displays and leaves, so no code runs."""
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


def drop_copies(function: cfg.Function, own: AbstractSet[Variable]) -> None:
    """Let reads of copies read the originals; the copies stay.

    Args:
        function: the graph, changed in place.
        own: Dynamo's variables that are written once.
    """
    source: dict[Variable, Variable] = {}
    written: set[Variable] = set()
    for stretch in trunk(function):
        for statement in stretch.block.body:
            if statement.op is not MicroOp.STORE or statement.variable not in own:
                continue
            value = statement.operands[0]
            if value.op is MicroOp.LOAD and value.variable in written:
                first = source.get(value.variable, value.variable)
                source[statement.variable] = first
            written.add(statement.variable)
    for block in function.blocks.values() if source else ():
        block.change_values(lambda value: renamed(value, source))


def drop_unread(function: cfg.Function, facts: Facts) -> None:
    """Remove statements that no other statement needs.

    Args:
        function: the graph, changed in place.
        facts: the contents of Dynamo's variables.
    """
    while True:
        reads = Usage.of(function).reads
        changed = False
        for block in function.blocks.values():
            kept = [one for one in block.body if not _is_idle(one, reads, facts)]
            changed |= len(kept) != len(block.body)
            block.body = kept
        if not changed:
            return


def _is_idle(statement: Value, reads: Mapping[Variable, int], facts: Facts) -> bool:
    """Return whether a statement only creates or reads a value that nothing uses."""
    if statement.op is MicroOp.EVALUATE:
        value = statement.operands[0]
        if value.op is MicroOp.LOAD:
            return value.variable.is_temporary or value.variable in facts.own
        return is_display(value)
    if statement.op is MicroOp.EXTEND:
        return _fills_unread(statement, reads, facts)
    if statement.op is not MicroOp.STORE or reads[statement.variable]:
        return False
    if not (statement.variable.is_temporary or statement.variable in facts.own):
        return False
    held = facts.held.get(statement.variable)
    is_read = held is not None and held.may_repeat
    return is_read or is_display(statement.operands[0])


def _fills_unread(
    statement: Value, reads: Mapping[Variable, int], facts: Facts
) -> bool:
    """Return whether a statement is ``[].extend([])`` on an unread list."""
    owner, value = statement.operands
    if owner.op is not MicroOp.LOAD or reads[owner.variable] != 1:
        return False
    held = facts.held.get(owner.variable)
    return held is not None and is_display(held.value) and is_display(value)


def three_addresses(function: cfg.Function, block: cfg.BasicBlock) -> None:
    """Rewrite a block as three-address code."""
    body: list[Value] = []

    def leaf(value: Value) -> Value:
        if _is_leaf(value):
            return value
        made = function.fresh()
        body.append(store(made, flat(value)))
        return load(made)

    def flat(value: Value) -> Value:
        return value.with_operands(tuple(leaf(one) for one in value.operands))

    for statement in block.body:
        if statement.op is MicroOp.STORE:
            value = flat(statement.operands[0])
            body.append(statement.with_operands((value,)))
        else:
            body.append(flat(statement))
    values = cfg.terminator_values(block.terminator)
    if values and isinstance(block.terminator, (cfg.Branch, cfg.Return)):
        cfg.set_terminator_values(block.terminator, tuple(leaf(one) for one in values))
    block.body = body


def _is_leaf(value: Value) -> bool:
    if value.operands:
        return False
    return (
        value.op is not MicroOp.LOAD
        or value.variable.is_temporary
        or value.variable.kind is VariableKind.LOCAL
    )
