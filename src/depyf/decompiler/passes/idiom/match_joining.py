"""Join tests into patterns: parts of one pattern, and alternatives.

Two steps that fail to the same block are parts of one pattern. Two that succeed to the
same block are alternatives. So a pattern grows from its last step upwards.

For example, ``case [1, _]`` has three steps that fail to the same block: ``a`` is a
sequence, it has two items, and the first is 1. They become one node with all three
facts.
"""

from __future__ import annotations

from dataclasses import field

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.analysis.jump_threading import path, sources, through_empty
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable, load
from depyf.decompiler.passes.bisimulation import Renaming, equal_values
from depyf.decompiler.passes.idiom.match_tests import (
    MATCHES,
    Definitions,
    Fact,
    Slots,
    Test,
    is_move,
    leads_to_part,
    rest_of,
    test_of,
    unpacked,
)
from depyf.records import dataclass

#: The operations that a block between two steps of a pattern may have.
_QUIET = (
    MicroOp.CONST,
    MicroOp.LOAD,
    MicroOp.ATTR,
    MicroOp.LOCALS,
    MicroOp.LOAD_FROM,
    MicroOp.BUILD,
    MicroOp.LENGTH,
    MicroOp.COMPARE,
    MicroOp.IS,
    MicroOp.BINARY,
    MicroOp.ITEM,
    *MATCHES,
)


@dataclass
class Node:
    """Joined steps that form a pattern or a part of one.

    Args:
        head: the block through which control enters.
        term: the variable that the first step tests.
        facts: maps terms to the facts that the steps test.
        success: the block that follows if all steps succeed.
        failure: the block that follows if one step fails.
        members: the blocks of all steps.
        unpacks: maps terms to the parts into which the steps unpacked them.
        steps: the statements of the members after the head.
        moves: the values stored in variables that have several definitions.
        used: the temporaries that the first test uses.
        held: terms that stay on the stack while their parts are tested, each with the
            stack depth that includes it.
    """

    head: int
    term: Variable
    facts: dict[Variable, list[Fact]]
    success: int
    failure: int
    members: set[int]
    unpacks: dict[Variable, UnpackShape] = field(default_factory=dict)
    steps: list[Value] = field(default_factory=list)
    moves: dict[Variable, Value] = field(default_factory=dict)
    used: tuple[Variable, ...] = ()
    held: list[tuple[Variable, int]] = field(default_factory=list)

    def results(self) -> set[Variable]:
        """Return the variables with the results of MATCH_KEYS and MATCH_CLASS."""
        facts = [fact for known in self.facts.values() for fact in known]
        return {fact.result for fact in facts if fact.result is not None}

    def release(self, depth: int) -> None:
        """Remove terms that are no longer on the stack at a depth, or were unpacked."""
        self.held = [
            (term, top)
            for term, top in self.held
            if top <= depth and term not in self.unpacks
        ]


class Joiner:
    """Joins steps until no two fit together."""

    def __init__(self, function: cfg.Function, slots: Slots) -> None:
        self._function = function
        self._slots = slots
        self._known = Definitions.of(function)
        self._before = preceding_blocks(function)
        self._follow = through_empty(function.blocks)
        self._nodes: dict[int, Node] = {}

    def nodes(self) -> list[Node]:
        """Return the joined nodes, by position."""
        for block in self._function.blocks.values():
            test = test_of(block, self._known)
            if test is not None:
                self._nodes[block.id] = self._first(block, test)
        changed = True
        while changed:
            changed = False
            for head in sorted(self._nodes, reverse=True):
                node = self._nodes.get(head)
                while node is not None and self._grow(node):
                    changed = True
        found = sorted(self._nodes.values(), key=lambda node: node.head)
        return [node for node in found if self._is_pattern(node)]

    def _first(self, block: cfg.BasicBlock, test: Test) -> Node:
        return Node(
            block.id,
            test.fact.term,
            {test.fact.term: [test.fact]},
            test.success,
            path(test.failure, self._follow)[-1],
            {block.id},
            self._unpacks(block.body),
            moves=self._several(block.body),
            used=test.used,
            held=_held(test, self._function.blocks[test.success].depth),
        )

    def _several(self, body: list[Value]) -> dict[Variable, Value]:
        return {
            s.variable: s.operands[0]
            for s in body
            if is_move(s) and s.variable not in self._known.single
        }

    def _unpacks(self, body: list[Value]) -> dict[Variable, UnpackShape]:
        found = {}
        for statement in body:
            shape = unpacked(statement)
            if shape is not None:
                term = statement.operands[0].loaded
                if term is not None:
                    found[term] = shape
        return found

    def _is_pattern(self, node: Node) -> bool:
        facts = [fact for known in node.facts.values() for fact in known]
        if len(facts) > 1 or facts[0].kind != "value":
            return True
        if not self._known.is_only_tested(node.term):
            return False
        head = self._function.blocks[node.head]
        return not any(
            node.term in read(statement)
            for statement in head.body
            if statement.op is MicroOp.STORE and not statement.variable.is_temporary
        )

    def _grow(self, node: Node) -> bool:
        return self._pass_moves(node) or self._and(node) or self._or(node)

    def _only_from(self, block: int, node: Node) -> bool:
        return (
            block != self._function.entry
            and block not in node.members
            and sources(self._function, self._before, block)[0] <= node.members
            and self._function.blocks[block].region
            == self._function.blocks[node.head].region
        )

    def _is_quiet(self, statement: Value) -> bool:
        if statement.op in (MicroOp.ORIGIN, MicroOp.UNPACK):
            return True
        return statement.stores_temporary and (
            statement.operands[0].op in _QUIET or rest_of(statement) is not None
        )

    def _pass_moves(self, node: Node) -> bool:
        """Add a block after success that only moves values; return whether it did."""
        block = self._function.blocks[node.success]
        if not isinstance(block.terminator, cfg.Jump):
            return False
        if block.terminator.target in {block.id, *node.members}:
            return False  # an endless loop
        level = self._function.blocks[block.terminator.target].depth
        if not block.body and not any(top > level for _, top in node.held):
            return False
        if not self._only_from(block.id, node):
            return False
        if not all(self._is_reading(s, node) for s in block.body):
            return False
        node.members.add(block.id)
        node.steps += block.body
        node.unpacks.update(self._unpacks(block.body))
        node.moves.update(self._several(block.body))
        node.success = block.terminator.target
        node.release(level)
        return True

    def _is_reading(self, statement: Value, node: Node) -> bool:
        """Return whether a statement only takes parts of the terms, or moves them."""
        if statement.op in (MicroOp.ORIGIN, MicroOp.UNPACK, MicroOp.DEL_ITEM):
            return statement.op is not MicroOp.DEL_ITEM or self._is_rest(statement)
        if statement.op is MicroOp.EXTEND:
            return statement.payload == "dict" and self._is_rest(statement)
        terms = {*node.facts, *node.results()}
        whole = rest_of(statement)
        if whole is not None:
            return whole.loaded in terms
        return leads_to_part(statement, terms, self._known)

    def _is_rest(self, statement: Value) -> bool:
        made = self._known.definition(statement.operands[0])
        return made.op is MicroOp.BUILD and made.payload == "dict"

    def _and(self, node: Node) -> bool:
        other = self._nodes.get(node.success)
        if other is None or not self._fail_alike(node, other):
            return False
        if not self._only_from(other.head, node):
            return False
        body = self._function.blocks[other.head].body
        if not all(map(self._is_quiet, body)) or not self._belongs(node, other, body):
            return False
        for term, facts in other.facts.items():
            node.facts.setdefault(term, []).extend(facts)
        node.members |= other.members
        node.unpacks.update(other.unpacks)
        node.steps += [*body, *other.steps]
        node.moves.update(other.moves)
        node.success = other.success
        node.held = [*node.held, *other.held]
        node.release(self._function.blocks[node.success].depth)
        del self._nodes[other.head]
        return True

    def _fail_alike(self, node: Node, other: Node) -> bool:
        """Return whether two nodes fail to one block, or to copies of a short end."""
        if node.failure == other.failure:
            return True
        one = self._function.blocks[node.failure]
        two = self._function.blocks[other.failure]
        ends = isinstance(one.terminator, (cfg.Return, cfg.Raise))
        return ends and _equal_ends(one, two, self._known)

    def _belongs(self, node: Node, other: Node, body: list[Value]) -> bool:
        """Return whether ``other`` tests a term of ``node``, or a part of a term."""
        if other.term in node.facts:
            return True
        shapes = {**node.unpacks, **self._unpacks(body)}
        results = node.results()
        for term, shape in shapes.items():
            if term in node.facts or term in results:
                if other.term in shape.targets:
                    return True
        source = self._known.single.get(other.term)
        if source is None or source.op is not MicroOp.ITEM:
            return False
        whole = source.operands[0].loaded
        return whole in node.facts or whole in results

    def _or(self, node: Node) -> bool:
        other = self._nodes.get(node.failure)
        if other is None or other.term != node.term:
            return False
        if not self._only_from(other.head, node) or not self._is_alternative(
            node, other
        ):
            return False
        meeting = self._meeting(node, other)
        if meeting is None and not self._is_copied(node, other):
            return False
        body = self._function.blocks[other.head].body
        if not all(map(self._is_quiet, body)):
            return False
        first = Node(**vars(node))
        node.facts = {node.term: [Fact(node.term, "or", alternatives=(first, other))]}
        node.unpacks, node.moves = dict(first.unpacks), dict(first.moves)
        for slot in set(first.moves) & set(other.moves):
            node.moves[slot] = load(slot)  # the value from either of them
        node.steps = [*first.steps, *body, *other.steps]
        node.members = first.members | other.members
        if meeting is None:
            node.steps += self._function.blocks[other.success].body
            node.members.add(other.success)
        else:
            node.success, node.held = meeting, []
        node.failure = other.failure
        del self._nodes[other.head]
        return True

    def _meeting(self, node: Node, other: Node) -> int | None:
        """Return the block at which both nodes continue after success, or None."""
        # Empty blocks on the path only drop values.
        ways = path(node.success, self._follow), path(other.success, self._follow)
        for target in ways[0]:
            if target in ways[1]:
                direct = ways[0][0] == ways[1][0] == target
                level = self._function.blocks[other.head].depth
                if not direct and self._function.blocks[target].depth < level:
                    break
                return target
        return None

    def _is_alternative(self, node: Node, other: Node) -> bool:
        """Return whether the stack shows an alternative, not a separate case.

        An alternative tests a copy of the value that the next case tests, and leaves
        the value on the stack.
        """
        slots = self._slots[other.failure].get(other.term, set())
        if slots:
            return slots.isdisjoint(self._slots[other.head].get(other.term, set()))
        return self._meeting(node, other) is not None or (
            self._depth(node) == self._depth(other)
        )

    def _is_copied(self, node: Node, other: Node) -> bool:
        """Return whether two nodes lead, on success, to copies of one short end."""
        one = self._function.blocks[node.success]
        two = self._function.blocks[other.success]
        return (
            one.region == two.region
            and self._only_from(one.id, node)
            and self._only_from(two.id, other)
            and _equal_ends(one, two, self._known)
        )

    def _depth(self, node: Node) -> int:
        """Return the stack depth after success, without terms of the pattern."""
        return self._function.blocks[node.success].depth - len(node.held)


def _held(test: Test, depth: int) -> list[tuple[Variable, int]]:
    """Return the terms that a test leaves on the stack after success."""
    result = test.fact.result
    if test.fact.kind == "mapping" and result is not None:
        return [(test.fact.term, depth - 1), (result, depth)]  # keys and values
    if result is not None:
        return [(result, depth)]
    kept = test.fact.kind in ("mapping", "sequence")
    return [(test.fact.term, depth)] if kept else []


def _equal_ends(one: cfg.BasicBlock, other: cfg.BasicBlock, known: Definitions) -> bool:
    """Return whether two blocks do the same, apart from dropping values."""
    names = Renaming()
    ends = one.terminator, other.terminator
    values = [
        [s for s in block.body if not is_move(s) and not _drops(s, known)]
        + list(cfg.terminator_values(block.terminator))
        for block in (one, other)
    ]
    return (
        type(ends[0]) is type(ends[1])
        and cfg.successors(ends[0]) == cfg.successors(ends[1])
        and len(values[0]) == len(values[1])
        and all(equal_values(a, b, names) for a, b in zip(*values))
    )


def _drops(statement: Value, known: Definitions) -> bool:
    shape = unpacked(statement)
    unread = shape is not None and not any(
        known.reads[target] for target in shape.targets
    )
    return unread or statement.op is MicroOp.ORIGIN
