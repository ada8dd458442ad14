"""Recognises the tests of `match`: each pattern is one test, and its steps are gone.

The steps of one pattern are joined pairwise, as those of ``and`` and ``or`` are: two
that fail to the same place are parts of one pattern, two that succeed to the same
place are alternatives.

Example (CPython 3.10 to 3.15)::

    def f(a):
        match a:
            case [x, 1]:
                return x

Before::

    block 0:
        %t0 = match_sequence(a)
        %t1 = a
        branch %t0 ? 1 : 2
    block 1 depth 1:
        %t2 = length(%t1)
        %t3 = compare[==](%t2, 2)
        branch %t3 ? 3 : 2
    block 3 depth 1:
        unpack[%t4, %t5](%t1)
        %t6 = compare[==](%t5, 1)
        %t7 = %t4
        branch %t6 ? 4 : 2
    block 4 depth 1:
        x = %t7
        return x

After::

    block 0:
        %t8 = a
        branch matches[sequence(capture(as 1), value(2))](%t8, target[x], 1) ? 4 : 2
    block 4 depth 1:
        return x
"""

from __future__ import annotations

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.jump_threading import sources
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Jump,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, load, store
from depyf.decompiler.passes import copy_propagation
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.idiom.match_build import Builder, UnfitError
from depyf.decompiler.passes.idiom.match_joining import Joiner, Node
from depyf.decompiler.passes.idiom.match_preparation import prepare
from depyf.decompiler.passes.idiom.match_tests import Definitions, is_move, variable_of


def run(function: Function) -> bool:
    """Joins the steps of all patterns; True if there is one."""
    slots = prepare(function)
    if slots is None:
        return False
    nodes = Joiner(function, slots).nodes()
    changed = False
    for node in nodes:
        changed |= _Applier(function, node).run()
    if changed:
        copy_propagation.drop_unread(function)
        simplify.remove_unreachable(function)
    return changed


class _Applier:
    """Puts a joined pattern into the graph."""

    def __init__(self, function: Function, node: Node) -> None:
        self._function = function
        self._node = node
        self._known = Definitions.of(function)

    def run(self) -> bool:
        """True if the steps were a pattern."""
        node = self._node
        after = self._function.blocks[node.success]
        private = node.success != node.failure and self._is_private(after)
        builder = Builder(self._known)
        taken = 0
        kept_parts: list[Value] = []
        if private:
            taken = builder.take_captures(after.body, node)
        else:
            kept_parts = self._kept_parts(builder)
        try:
            value = builder.matches(node, load(node.term))
        except UnfitError:
            return False
        dropped = [*node.steps, *after.body[:taken]]
        head = self._function.blocks[node.head]
        kept, own = self._split_head(head)
        if not self._is_closed([*dropped, *own], kept_parts):
            return False
        end = head.terminator
        assert isinstance(end, Branch)
        head.body = kept
        if kept_parts:
            self._put_before_success(kept_parts)
        origins = tuple(sorted({o for s in [*dropped, *own] for o in s.all_origins()}))
        head.terminator = Branch(
            value, node.success, node.failure, False, (*end.origins, *origins)
        )
        del after.body[:taken]
        for member in node.members - {node.head}:
            del self._function.blocks[member]
        return True

    def _kept_parts(self, builder: Builder) -> list[Value]:
        """The stores of parts that another way to the same place stores, too.

        ``case [x] | x`` takes x from the sequence, or is not tested any further.
        """
        node = self._node
        is_or = any(fact.alternatives for one in node.facts.values() for fact in one)
        parts = {target for shape in node.unpacks.values() for target in shape.targets}
        found: list[Value] = []
        for slot, source in node.moves.items():
            term = variable_of(source)
            if is_or or term not in parts or term is None:
                return []
            copy = self._function.fresh()
            builder.captures[term] = [copy]
            found.append(store(slot, load(copy)))
        return found

    def _put_before_success(self, body: list[Value]) -> None:
        """Lets statements run on the way of success."""
        blocks, node = self._function.blocks, self._node
        after, head = blocks[node.success], blocks[node.head]
        made = BasicBlock(max(blocks) + 1, body, Jump(after.id), head.region)
        made.depth = after.depth
        blocks[made.id] = made
        node.success = made.id

    def _is_private(self, after: BasicBlock) -> bool:
        preds = predecessors(flow_graph(self._function))
        # Empty blocks on the way only drop values.
        found, passed = sources(self._function, preds, after.id)
        members = self._node.members | passed
        if not found <= members or after.id in members | {self._function.entry}:
            return False
        self._node.members = members
        return True

    def _split_head(self, head: BasicBlock) -> tuple[list[Value], list[Value]]:
        """The head's statements without those that only serve its own test."""
        wanted = set(self._node.used)
        kept: list[Value] = []
        own: list[Value] = []
        for statement in reversed(head.body):
            if (
                statement.op is MicroOp.STORE
                and statement.variable in wanted
                and statement.variable.is_temporary
                and statement.variable != self._node.term
            ):
                wanted.update(read(statement))
                if not is_move(statement):
                    own.append(statement)
                    continue
            kept.append(statement)
        return kept[::-1], own

    def _is_closed(self, dropped: list[Value], kept: list[Value]) -> bool:
        """True if nothing that stays reads what goes and is not kept."""
        node = self._node
        gone = {v for s in dropped for v in written(s) if v.is_temporary}
        gone -= {store.variable for store in kept}
        skip = {id(s) for s in dropped}
        for block in self._function.blocks.values():
            values = [s for s in block.body if id(s) not in skip]
            if block.id not in node.members:
                values += terminator_values(block.terminator)
            for value in values:
                if not gone.isdisjoint(read(value)):
                    return False
        return True
