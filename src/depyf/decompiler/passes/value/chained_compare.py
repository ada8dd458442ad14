"""Recover ``a < b < c``: an ``and`` whose shared middle value has two uses.

Example of `bind_middles`::

    def f(a, b, c):
        return a < b < c

Before::

    block 0:
        %t0 = b
        %t1 = compare[<](a, %t0)
        branch %t1 ? 1 : 2

After::

    block 0:
        %t1 = compare[<](a, walrus[%t0](b))
        branch %t1 ? 1 : 2

Example of `chained_compare`::

    def f(a, b):
        return 0 <= a < b or b

Before::

    block 0:
        %t0 = or(and(compare[<=](0, walrus[%t1](a)), compare[<](%t1, b)), b)
        jump 1

After::

    block 0:
        %t0 = or(chain[compare <= compare <](0, a, b), b)
        jump 1
"""

from __future__ import annotations

from functools import cached_property

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.held import bits, holds
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable
from depyf.decompiler.passes.arms import FlowFacts

_LINKS = (MicroOp.COMPARE, MicroOp.IS, MicroOp.CONTAINS)
_COMPARISONS = (*_LINKS, MicroOp.CHAIN)
_AND = bits(MicroOp.AND)


def run(function: cfg.Function) -> bool:
    """Join neighbouring comparisons of every ``and``; return whether any changed."""
    joining = [
        block
        for block in function.blocks.values()
        if any(holds(value, _AND) for value in block.values)
    ]
    if not joining:
        return False
    flow = FlowFacts.of(function)
    found: list[Value] = []

    def change(node: Value) -> Value:
        if node.op is not MicroOp.AND:
            return node
        operands = [node.operands[0]]
        for operand in node.operands[1:]:
            linked = chain(operands[-1], operand, flow)
            if linked is None:
                operands.append(operand)
            else:
                operands[-1] = linked
                found.append(linked)
        if len(operands) == 1:
            return operands[0]
        return (
            node
            if len(operands) == len(node.operands)
            else Value(MicroOp.AND, tuple(operands), None, node.origins)
        )

    for block in joining:
        block.change_nodes(change)
    return bool(found)


def chain(left: Value, right: Value, flow: FlowFacts) -> Value | None:
    """Return ``left and right`` as one chain; None if they share no middle value.

    The middle value then has one read less, and ``flow`` is updated.
    """
    if left.op is MicroOp.AND:
        last = chain(left.operands[-1], right, flow)
        if last is None:
            return None
        rest = left.operands[:-1]
        return Value(MicroOp.AND, (*rest, last), None, left.origins | last.origins)
    ends = _links(left)
    following = _links(right)
    if ends is None or following is None:
        return None
    middle = _shared(ends[0][-1], following[0][0], flow)
    if middle is None:
        return None
    flow.usage.reads[middle] -= 1
    last = ends[0][-1]
    if last.op is MicroOp.WALRUS:
        last = last.operands[0]
    operands = (*ends[0][:-1], last, *following[0][1:])
    links = (*ends[1], *following[1])
    return Value(MicroOp.CHAIN, operands, links, left.origins | right.origins)


def _links(value: Value) -> tuple[tuple[Value, ...], tuple[object, ...]] | None:
    if value.op is MicroOp.CHAIN and isinstance(value.payload, tuple):
        return value.operands, value.payload
    if value.op in _LINKS:
        return value.operands, ((value.op, value.payload),)
    if value.is_negation:
        asked = value.operands[0]
        if asked.op is MicroOp.IS:  # `is None` may jump either way
            return asked.operands, ((asked.op, not asked.payload),)
    return None


def _shared(one: Value, other: Value, flow: FlowFacts) -> Variable | None:
    """Return the temporary that only these two values read, or None.

    The first may also contain its definition: see `bind_middles`.
    """
    if one.op not in (MicroOp.LOAD, MicroOp.WALRUS) or other.op is not MicroOp.LOAD:
        return None
    variable = one.variable
    if variable != other.variable or not variable.is_temporary:
        return None
    reads = 2 if one.op is MicroOp.LOAD else 1
    return variable if flow.usage.reads[variable] == reads else None


def bind_middles(function: cfg.Function) -> bool:
    """Move ``t = b`` into the comparison whose right side is ``t``.

    ``t = b; branch a < t`` becomes ``branch a < (t := b)``. The only other read of
    ``t`` must be the left side of a comparison in another block, the next link of a
    chain.
    """
    facts = _Facts(function)
    changed = False
    for block in function.blocks.values():
        if isinstance(block.terminator, cfg.Branch) and block.body:
            changed |= _bind(block, block.terminator.test, facts)
    return changed


class _Facts:
    """Facts about the whole function, computed before any change."""

    def __init__(self, function: cfg.Function) -> None:
        self._function = function

    @cached_property
    def usage(self) -> Usage:
        """The numbers of reads and writes of each variable."""
        return Usage.of(self._function)

    @cached_property
    def left_sides(self) -> dict[Variable, int]:
        """For each variable, the block of the comparison with it on the left."""
        found: dict[Variable, int] = {}
        for block in self._function.blocks.values():
            for value in block.values:
                for node in value.walk():
                    if node.op in _COMPARISONS:
                        left = node.operands[0]
                        if left.loads_temporary:
                            found[left.variable] = block.id
        return found


def _bind(block: cfg.BasicBlock, test: Value, facts: _Facts) -> bool:
    """Move the definition before a block's last comparison into that comparison.

    The comparison is the test itself, or the value that the last statement stores.
    """
    body = block.body
    last = body[-1]
    in_test = test.op in _COMPARISONS
    compared = test if in_test else last.operands[0] if last.operands else last
    index = len(body) - (1 if in_test else 2)
    if compared.op not in _COMPARISONS or index < 0:
        return False
    right = compared.operands[-1]
    named = _named(body, index, right)
    index -= len(named)
    defined = body[index]
    is_middle = defined.stores_temporary and right.loaded == defined.variable
    if not is_middle:
        return False
    # The middle is read by both links, and once more if it is stored in a variable. The
    # other link must be in another block.
    middle, usage = defined.variable, facts.usage
    has_two_links = (usage.reads[middle], usage.writes[middle]) == (2 + len(named), 1)
    if not has_two_links or facts.left_sides.get(middle, block.id) == block.id:
        return False
    source = defined.operands
    for name in named:
        usage.reads[middle] -= 1
        source = (Value(MicroOp.WALRUS, source, name.payload, name.origins),)
    bound = Value(MicroOp.WALRUS, source, defined.payload, defined.origins)
    replaced = compared.with_operands((*compared.operands[:-1], bound))
    if in_test:
        cfg.set_terminator_values(block.terminator, (replaced,))
    else:
        body[-1] = last.with_operands((replaced,))
    del body[index : index + 1 + len(named)]
    return True


def _named(body: list[Value], index: int, right: Value) -> list[Value]:
    """Return ``x = t`` after a definition of ``t``, for a middle ``(x := b)``."""
    statement = body[index]
    if (
        index
        and statement.op is MicroOp.STORE
        and not statement.variable.is_temporary
        and right.op is MicroOp.LOAD
        and statement.operands[0].loaded == right.variable
    ):
        return [statement]
    return []
