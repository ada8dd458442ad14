"""Turn the control-flow graph into statements by recursion over dominator trees.

The algorithm follows N. Ramsey, "Beyond Relooper" (ICFP 2022), with loops and protected
regions as a tree. Each composite is structured on its own, and is then one node of the
graph around it. Jumps stay `Goto`s here. `structure.exits` turns them into Python
statements.

Example of `structure`::

    def f(a):
        if a:
            a()
        return a

Before::

    block 0:
        branch a ? 1 : 2
    block 1:
        evaluate(call[](a))
        jump 2
    block 2:
        return a

After::

    if a:
        evaluate(call[](a))
    return a
"""

from __future__ import annotations

from itertools import islice

from depyf.decompiler.analysis.dominators import DominatorTree
from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.analysis.traversal import predecessors
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Continue,
    For,
    Goto,
    Handler,
    If,
    Label,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    With,
    WithItem,
)
from depyf.decompiler.ir.statement_tree import Steps, complete, walk
from depyf.decompiler.ir.value import Value, inverted
from depyf.decompiler.structure.jumps import is_ready
from depyf.decompiler.structure.lowering import marked
from depyf.decompiler.structure.region_tree import Composite, build

_HIDDEN = (MicroOp.EXC_PUSH, MicroOp.EXC_POP)

#: A ``continue`` that skips at least this many statements is kept. The bytecode of
#: ``if test: continue`` and ``if not test: code`` is the same, but few people write the
#: latter around long code.
_LONG = 4


def structure(function: cfg.Function) -> list[Statement]:
    """Return the function's body as a tree that still contains `Goto` and `Label`.

    Raises:
        StructureError: `structure.region_tree.build` found no tree of regions.
    """
    root = build(function)
    structurer = _Structurer(function)
    return complete(structurer.part(root, root.blocks, function.entry, None))


class _Structurer:
    def __init__(self, function: cfg.Function) -> None:
        self._function = function
        self._around: list[int] = []  # headers of the loops around, innermost last

    def part(
        self, owner: Composite, blocks: set[int], entry: int, header: int | None
    ) -> Steps[list[Statement]]:
        """Return the statements of ``blocks``, which are a part of composite ``owner``.

        Edges to ``header``, the header of the loop itself, and edges out of ``blocks``
        become gotos.
        """
        children = [
            child
            for child in owner.children
            if child.entry in blocks and child.blocks <= blocks
        ]
        graph = _Quotient(self._function, blocks, children, header)
        if entry not in graph.edges:
            entry = graph.inside.get(entry, entry)
        tree = DominatorTree(graph.edges, entry)
        result: list[Statement] = yield self._node(entry, graph, tree)
        return result

    def _node(
        self, first: int, graph: _Quotient, tree: DominatorTree[int]
    ) -> Steps[list[Statement]]:
        """Return the statements of a node and of all nodes that it dominates."""
        result: list[Statement] = []
        pending = [first]
        while pending:
            node = pending.pop()
            if node != first:
                result.append(Label(node))
            merges = [
                child
                for child in tree.children[node]
                if graph.incoming(child) > 1 or node in graph.composites
            ]
            child = graph.composites.get(node)
            merges.sort(key=tree.position.__getitem__)
            if child is not None and child.kind == "try":
                # A short end comes last, because jumps to it can be replaced by copies.
                merges.sort(key=self._is_short_end)
            if child is not None:
                result += yield self._composite(child)
            else:
                block = self._function.blocks[node]
                result += yield self._block(block, graph, tree, merges)
            pending.extend(reversed(merges))
        return result

    def _is_short_end(self, node: int) -> bool:
        block = self._function.blocks[node]
        end = block.terminator
        return (
            isinstance(end, cfg.Return) and is_ready(end.value) and not block.statements
        )

    def _block(
        self,
        block: cfg.BasicBlock,
        graph: _Quotient,
        tree: DominatorTree[int],
        merges: list[int],
    ) -> Steps[list[Statement]]:
        result: list[Statement] = [
            Simple(value) for value in block.body if value.op not in _HIDDEN
        ]
        inlined = [c for c in tree.children[block.id] if c not in merges]

        def arm(target: int) -> Steps[list[Statement]]:
            if target in inlined and target in graph.edges[block.id]:
                result: list[Statement] = yield self._node(target, graph, tree)
                return result
            return [Goto(target)]

        end = block.terminator
        if isinstance(end, cfg.Branch) and end.if_true == end.if_false:
            goto: list[Statement] = [Goto(end.if_true)]
            result.append(If(marked(end.test, end.origins), goto, list(goto)))
            if end.if_true in inlined:
                result += [Label(end.if_true), *(yield arm(end.if_true))]
            return result
        if isinstance(end, cfg.Jump):
            following = yield arm(end.target)
            if isinstance(following[0], Goto):
                following = [Goto(end.target, end.origins)]
            result.extend(following)
        elif isinstance(end, cfg.Branch):
            true = yield arm(end.if_true)
            false = yield arm(end.if_false)
            ordered = _ordered_if(end, true, false)
            result.append(self._guarded(ordered, graph))
        elif isinstance(end, cfg.Return):
            value = marked(end.value, end.origins)
            result.append(ReturnStatement(value, end.explicit))
        elif isinstance(end, cfg.Raise):
            result.append(RaiseStatement(end.exception, end.cause, end.origins))
        elif isinstance(end, cfg.Next):
            raise StructureError(f"an iteration outside a loop at offset {block.id}")
        elif isinstance(end, cfg.Reraise):
            result.append(Simple(Value(MicroOp.INTRINSIC, (end.exception,), "reraise")))
        return result

    def _guarded(self, statement: If, graph: _Quotient) -> If:
        """Write an arm as ``continue`` if its jump or the skipped code shows one."""
        first = statement.then[0] if len(statement.then) == 1 else None
        if isinstance(first, Goto):
            if self._function.evidence.knows_jump(first.origins):
                return statement  # `exits` writes this jump as it stands in the source
        if graph.header is None:
            # From inside a `try` or `with`, only a `continue` leads to the loop's head.
            return _guard(statement, self._around[-1] if self._around else None, 1)
        if self._function.habits.tests_jump_backward:
            # The compiler lets a test jump back to the head; a separate jump is a
            # `continue`.
            return _guard(statement, graph.header, 1)
        if _leads_to(statement.then, graph.header):
            # The compiler inverted the backward jump, so `continue` and the code that
            # it skips look alike.
            statement.asked = None
        return _guard(statement, graph.header, _LONG)

    def _composite(self, composite: Composite) -> Steps[list[Statement]]:
        block = self._function.blocks[composite.entry]
        end = block.terminator
        if composite.kind == "loop":
            return [(yield self._loop(composite, block))]
        result: list[Statement] = [
            Simple(value) for value in block.body if value.op not in _HIDDEN
        ]
        if isinstance(end, cfg.EnterTry):
            body = yield self.part(composite, composite.body, end.body, None)
            handler = yield self.part(composite, composite.handler, end.handler, None)
            if end.kind == "finally":
                result.append(Try(body, finalbody=handler))
            else:
                result.append(
                    Try(body, [Handler(None, None, handler)], star=end.kind != "except")
                )
        elif isinstance(end, cfg.EnterWith):
            body = yield self.part(composite, composite.body, end.body, None)
            target = None
            if end.target is not None:
                target = Value(MicroOp.TARGET, (), end.target)
            items = [WithItem(marked(end.context, end.origins), target)]
            result.append(With(items, body, end.is_async))
            result.append(Goto(end.suppressed))
        return result

    def _loop(self, composite: Composite, block: cfg.BasicBlock) -> Steps[Statement]:
        self._around.append(composite.entry)
        statement: Statement = yield self._loop_statement(composite, block)
        self._around.pop()
        return statement

    def _loop_statement(
        self, composite: Composite, block: cfg.BasicBlock
    ) -> Steps[Statement]:
        end = block.terminator
        header = composite.entry
        if isinstance(end, cfg.Next) and not block.statements:
            inside = composite.blocks - {header}
            body: list[Statement] = [Goto(end.body)]
            if end.body in inside:
                body = yield self.part(composite, inside, end.body, header)
            target = Value(MicroOp.TARGET, (), end.item)
            after: list[Statement] = [Goto(end.exhausted)]
            iterator = marked(end.iterator, end.origins)
            return For(target, iterator, body, after, end.is_async, header)
        body = yield self.part(composite, composite.blocks, header, header)
        return While(None, body, header=header)


class _Quotient:
    """The graph of a part's blocks, in which each child composite is one node."""

    def __init__(
        self,
        function: cfg.Function,
        blocks: set[int],
        children: list[Composite],
        header: int | None,
    ) -> None:
        self.header = header
        self.composites: dict[int, Composite] = {}
        self.inside: dict[int, int] = {}
        for child in children:
            self.composites[child.entry] = child
            for block in child.blocks:
                self.inside[block] = child.entry
        found: dict[int, list[int]] = {}
        for block in sorted(blocks):
            node = self.inside.get(block, block)
            targets = found.setdefault(node, [])
            for target in cfg.successors(function.blocks[block].terminator):
                if target == header or target not in blocks:
                    continue
                goal = self.inside.get(target, target)
                if goal != node:
                    targets.append(goal)
        self.edges: dict[int, tuple[int, ...]] = {
            node: tuple(dict.fromkeys(targets)) for node, targets in found.items()
        }
        self._before = predecessors(self.edges)

    def incoming(self, node: int) -> int:
        """Return the number of nodes that have an edge to ``node``."""
        return len(self._before[node])


def _guard(statement: If, header: int | None, long: int) -> If:
    """Write a jump to the loop's head as ``continue`` if it skips long code."""
    if (
        header is not None
        and _leads_to(statement.then, header)
        and _has_statements(statement.orelse, long)
    ):
        statement.then = [Continue()]
    return statement


def _leads_to(body: list[Statement], target: int) -> bool:
    """Return whether a body consists only of a jump to the target."""
    first = body[0] if len(body) == 1 else None
    return isinstance(first, Goto) and first.target == target


def _has_statements(body: list[Statement], count: int) -> bool:
    """Return whether the tree has at least ``count`` statements."""
    found = (item for item in walk(body) if not isinstance(item, (Goto, Label)))
    return sum(1 for _ in islice(found, count)) == count


def _ordered_if(end: cfg.Branch, true: list[Statement], false: list[Statement]) -> If:
    """Return an ``if`` whose first arm is the code that the jump skips."""
    test = marked(end.test, end.origins)
    if end.jumps_if:
        return If(inverted(test), false, true, inverted(test))
    return If(test, true, false, test)
