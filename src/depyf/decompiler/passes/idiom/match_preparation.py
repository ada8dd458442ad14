"""Brings a function into the form in which the steps of patterns are joined.

All tests of one value look at one variable, and no empty block lies between two steps.
That is copy propagation; a local or a constant, which the stack holds as it is, first
gets a variable by value numbering inside of a block.

Example of `prepare` (CPython 3.10 to 3.15)::

    def f(a):
        match a:
            case [1, _]:
                a()

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
        %t6 = compare[==](%t4, 1)
        %t7 = %t5
        branch %t6 ? 4 : 2

After::

    block 0:
        %t9 = a
        %t0 = match_sequence(%t9)
        branch %t0 ? 1 : 2
    block 1 depth 1:
        %t2 = length(%t9)
        %t3 = compare[==](%t2, 2)
        branch %t3 ? 3 : 2
    block 3 depth 1:
        unpack[%t4, %t5](%t9)
        %t6 = compare[==](%t4, 1)
        branch %t6 ? 4 : 2
"""

from __future__ import annotations

from typing import Dict, Set, Union

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.jump_threading import Threads, forwarded_to
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    Function,
    retarget,
    successors,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.passes import copy_propagation
from depyf.decompiler.passes.cfg import simplify
from depyf.decompiler.passes.idiom.match_tests import (
    MATCHES,
    Definitions,
    is_move,
    stored,
    test_of,
    tested_operand,
    variable_of,
)

#: For each block the stack slots that it reads, by what they are copies of.
Slots = Dict[int, Dict[Variable, Set[Variable]]]

#: A local or a constant.
_Leaf = Union[Variable, Constant]


def prepare(function: Function) -> Slots | None:
    """Changes the graph; None if there is no pattern.

    Returns:
        For each block the slots that it read before copies were propagated.
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


def _may_match(function: Function) -> bool:
    """True if a temporary is compared, or if an operation only `match` has."""
    return any(_may_test(s) for s in function.statements)


def _may_test(statement: Value) -> bool:
    # In three-address form the operation is all that is stored.
    value = stored(statement)
    if value.op is MicroOp.COMPARE and value.payload == "==":
        left = variable_of(value.operands[0])
        return left is not None and left.is_temporary
    return value.op in MATCHES


def _is_tested(function: Function) -> bool:
    """True if a value is tested twice, or once as only `match` does."""
    known = Definitions.of(function)
    tests = [test_of(block, known) for block in function.blocks.values()]
    facts = [test.fact for test in tests if test is not None]
    return any(
        fact.kind != "value" or known.is_only_tested(fact.term) for fact in facts
    )


def _subjects(block: BasicBlock) -> set[_Leaf]:
    """What is tested as only ``match`` does, or tested and copied for later tests."""
    copied = {_leaf(s.operands[0]) for s in block.body if is_move(s)}
    found: set[_Leaf] = set()
    for value in block.values:
        leaf, test = _leaf(tested_operand(value)), stored(value)
        if leaf is None or not test.operands:
            continue  # any two statements may load one local: only a pattern tests it
        if leaf in copied or test.op in MATCHES:
            found.add(leaf)
    return found


def _leaf(value: Value | None) -> _Leaf | None:
    payload = None if value is None or value.operands else value.payload
    if isinstance(payload, Variable):
        return payload if payload.kind is VariableKind.LOCAL else None
    return payload if isinstance(payload, Constant) else None


class _Namer:
    """Makes copies in one block."""

    def __init__(self, function: Function, subjects: set[_Leaf]) -> None:
        self._function = function
        self._subjects = subjects
        self._copies: dict[_Leaf, Variable] = {}
        self._body: list[Value] = []

    def change(self, block: BasicBlock) -> None:
        """Lets statements and the terminator look at the copies."""
        for statement in block.body:
            self._body.append(self._looking(statement))
            for variable in written(statement):
                self._copies.pop(variable, None)
        if isinstance(block.terminator, Branch):
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
    """The test on another subject, which is its first operand."""
    if value.op is MicroOp.STORE and value.operands[0].operands:
        inner = value.operands[0]
        return value.with_operands(
            (inner.with_operands((subject, *inner.operands[1:])),)
        )
    return value.with_operands((subject, *value.operands[1:]))


def _slots(function: Function) -> Slots:
    """Propagates all copies; which of them each block looked at, by value."""
    before = {block.id: _reads(block) for block in function.blocks.values()}
    copy_propagation.propagate(function)
    slots: Slots = {}
    for block in function.blocks.values():
        found = slots[block.id] = {}
        for term, slot in zip(_reads(block), before[block.id]):
            found.setdefault(term, set()).add(slot)
    copy_propagation.drop_unread(function)
    return slots


def _reads(block: BasicBlock) -> list[Variable]:
    values = block.values
    return [variable for value in values for variable in read(value)]


def _thread_level_jumps(function: Function) -> None:
    """Leads jumps past empty blocks that leave the stack as it is.

    The alternatives of one pattern meet there; cases meet only after the subject
    is gone from the stack. Both ways of one test stay apart: a case may do nothing.
    """
    blocks = function.blocks

    def level(number: int) -> int | None:
        target = forwarded_to(blocks[number])
        if target is None or blocks[target].depth != blocks[number].depth:
            return None
        return target

    threads = Threads(level)
    for block in blocks.values():
        ends = {target: threads.end(target) for target in successors(block.terminator)}
        if len(ends) > len(set(ends.values())):
            continue
        for target, final in ends.items():
            if final != target:
                retarget(block.terminator, target, final)
