"""Recognise the tests of `match`: each pattern becomes a single test.

The steps of one pattern are joined in pairs, as those of ``and`` and ``or`` are. Two
steps that fail to the same block are parts of one pattern. Two that succeed to the same
block are alternatives.

Before that, all tests of one value must read one variable, with no empty block between
two steps. Copy propagation does this. A local or a constant that is tested directly
first gets a temporary in its block.

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

from typing import Union

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.jump_threading import Threads, forwarded_to, sources
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.passes import copy_propagation
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.idiom.match_build import Builder, UnfitError
from depyf.decompiler.passes.idiom.match_joining import Joiner, Node
from depyf.decompiler.passes.idiom.match_tests import (
    MATCHES,
    Definitions,
    Slots,
    compared,
    is_move,
    stored,
    test_of,
    tested_operand,
)


def run(function: cfg.Function) -> bool:
    """Turn the steps of each pattern into one test; return whether there is one."""
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

    def __init__(self, function: cfg.Function, node: Node) -> None:
        self._function = function
        self._node = node
        self._known = Definitions.of(function)

    def run(self) -> bool:
        """Replace the steps by a pattern; return whether they form one."""
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
        assert isinstance(end, cfg.Branch)
        head.body = kept
        if kept_parts:
            self._put_before_success(kept_parts)
        origins = tuple(sorted({o for s in [*dropped, *own] for o in s.all_origins()}))
        head.terminator = cfg.Branch(
            value, node.success, node.failure, False, (*end.origins, *origins)
        )
        del after.body[:taken]
        for member in node.members - {node.head}:
            del self._function.blocks[member]
        return True

    def _kept_parts(self, builder: Builder) -> list[Value]:
        """Return stores of pattern parts to slots that another path fills, too.

        In ``case [x] | x``, one path takes ``x`` from the sequence. The other path
        stores the subject without another test.
        """
        node = self._node
        is_or = any(fact.alternatives for one in node.facts.values() for fact in one)
        parts = {target for shape in node.unpacks.values() for target in shape.targets}
        found: list[Value] = []
        for slot, source in node.moves.items():
            term = source.loaded
            if is_or or term not in parts or term is None:
                return []
            copy = self._function.fresh()
            builder.captures[term] = [copy]
            found.append(store(slot, load(copy)))
        return found

    def _put_before_success(self, body: list[Value]) -> None:
        """Insert statements on the success path."""
        blocks, node = self._function.blocks, self._node
        after, head = blocks[node.success], blocks[node.head]
        made = cfg.BasicBlock(max(blocks) + 1, body, cfg.Jump(after.id), head.region)
        made.depth = after.depth
        blocks[made.id] = made
        node.success = made.id

    def _is_private(self, after: cfg.BasicBlock) -> bool:
        preds = preceding_blocks(self._function)
        # Empty blocks on the path only drop values.
        found, passed = sources(self._function, preds, after.id)
        members = self._node.members | passed
        if not found <= members or after.id in members | {self._function.entry}:
            return False
        self._node.members = members
        return True

    def _split_head(self, head: cfg.BasicBlock) -> tuple[list[Value], list[Value]]:
        """Split the head into statements to keep, and statements of its own test."""
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
        """Return whether no remaining statement reads a removed variable."""
        node = self._node
        gone = {v for s in dropped for v in written(s) if v.is_temporary}
        gone -= {store.variable for store in kept}
        skip = {id(s) for s in dropped}
        for block in self._function.blocks.values():
            values = [s for s in block.body if id(s) not in skip]
            if block.id not in node.members:
                values += cfg.terminator_values(block.terminator)
            for value in values:
                if not gone.isdisjoint(read(value)):
                    return False
        return True


#: A local or a constant.
_Leaf = Union[Variable, Constant]


def prepare(function: cfg.Function) -> Slots | None:
    """Prepare the graph for joining; return None if there is no pattern.

    Returns:
        For each block, the slots that it read before copies were propagated.
    """
    if not _may_match(function):
        return None
    for block in function.blocks.values():
        subjects = _subjects(block)
        if subjects:
            _Namer(function, subjects).change(block)
    slots = _slots(function)
    if not _is_tested(function):
        return None
    _thread_level_jumps(function)
    simplify.remove_unreachable(function)
    return slots


def _may_match(function: cfg.Function) -> bool:
    """Return whether an operation of `match` occurs, or a value is tested twice.

    A value that is tested twice is read twice, or copied.
    """
    if not any(_may_test(s) for s in function.statements):
        return False
    if function.may_hold(MicroOp.LENGTH, *MATCHES):
        return True
    tested = [compared(stored(value)) for value in function.values]
    terms = {value.loaded for value in tested if value is not None}
    copies = {s.payload for s in function.statements if is_move(s)}
    reads = Usage.of(function).reads
    return any(
        one in copies or reads[one] > 1 for one in terms if one and one.is_temporary
    )


def _may_test(statement: Value) -> bool:
    # In three-address code, the statement stores only this operation.
    value = stored(statement)
    if value.op is MicroOp.COMPARE and value.payload == "==":
        left = value.operands[0].loaded
        return left is not None and left.is_temporary
    return value.op in MATCHES


def _is_tested(function: cfg.Function) -> bool:
    """Return whether a value is tested twice, or once as only `match` does."""
    known = Definitions.of(function)
    tests = [test_of(block, known) for block in function.blocks.values()]
    facts = [test.fact for test in tests if test is not None]
    return any(
        fact.kind != "value" or known.is_only_tested(fact.term) for fact in facts
    )


def _subjects(block: cfg.BasicBlock) -> set[_Leaf]:
    """Return the leaves tested as in ``match``, or tested and copied for later."""
    copied = {_leaf(s.operands[0]) for s in block.body if is_move(s)}
    found: set[_Leaf] = set()
    for value in block.values:
        leaf, test = _leaf(tested_operand(value)), stored(value)
        if leaf is None or not test.operands:
            continue  # two statements often load the same local
        if leaf in copied or test.op in MATCHES:
            found.add(leaf)
    return found


def _leaf(value: Value | None) -> _Leaf | None:
    payload = None if value is None or value.operands else value.payload
    if isinstance(payload, Variable):
        return payload if payload.kind is VariableKind.LOCAL else None
    return payload if isinstance(payload, Constant) else None


class _Namer:
    """Gives the tests of one block copies of their subjects."""

    def __init__(self, function: cfg.Function, subjects: set[_Leaf]) -> None:
        self._function = function
        self._subjects = subjects
        self._copies: dict[_Leaf, Variable] = {}
        self._body: list[Value] = []

    def change(self, block: cfg.BasicBlock) -> None:
        """Let statements and the terminator read the copies."""
        for statement in block.body:
            self._body.append(self._looking(statement))
            for variable in written(statement):
                self._copies.pop(variable, None)
        if isinstance(block.terminator, cfg.Branch):
            block.terminator.test = self._looking(block.terminator.test)
        block.body = self._body

    def _looking(self, value: Value) -> Value:
        subject = tested_operand(value)
        leaf = _leaf(subject)
        if subject is None or leaf is None or leaf not in self._subjects:
            return value
        if leaf not in self._copies:
            self._copies[leaf] = self._function.fresh()
            self._body.append(store(self._copies[leaf], subject))
        return _with_subject(value, load(self._copies[leaf]))


def _with_subject(value: Value, subject: Value) -> Value:
    """Return the test with another subject, which is its first operand."""
    if value.op is MicroOp.STORE and value.operands[0].operands:
        inner = value.operands[0]
        return value.with_operands(
            (inner.with_operands((subject, *inner.operands[1:])),)
        )
    return value.with_operands((subject, *value.operands[1:]))


def _slots(function: cfg.Function) -> Slots:
    """Propagate all copies; return the slots that each block read, by value."""
    before = {block.id: _reads(block) for block in function.blocks.values()}
    copy_propagation.propagate(function)
    slots: Slots = {}
    for block in function.blocks.values():
        found = slots[block.id] = {}
        for term, slot in zip(_reads(block), before[block.id]):
            found.setdefault(term, set()).add(slot)
    copy_propagation.drop_unread(function)
    return slots


def _reads(block: cfg.BasicBlock) -> list[Variable]:
    values = block.values
    return [variable for value in values for variable in read(value)]


def _thread_level_jumps(function: cfg.Function) -> None:
    """Redirect jumps past empty blocks that leave the stack unchanged.

    The alternatives of one pattern join in such blocks. Cases join only after the
    subject is dropped from the stack. The two targets of one test stay separate,
    because a case may be empty.
    """
    blocks = function.blocks

    def level(number: int) -> int | None:
        target = forwarded_to(blocks[number])
        if target is None or blocks[target].depth != blocks[number].depth:
            return None
        return target

    threads = Threads(level)
    for block in blocks.values():
        ends = {
            target: threads.end(target) for target in cfg.successors(block.terminator)
        }
        if len(ends) > len(set(ends.values())):
            continue
        for target, final in ends.items():
            if final != target:
                cfg.retarget(block.terminator, target, final)
