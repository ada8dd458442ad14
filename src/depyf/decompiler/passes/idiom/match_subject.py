"""Lets all tests of a ``match`` look at one variable: the first copy of its subject.

Before::

    branch match_sequence(a) -> 1, 2      (t = a on the way)

After::

    t = a; branch match_sequence(t) -> 1, 2
"""

from __future__ import annotations

from depyf.decompiler.analysis.accesses import written
from depyf.decompiler.ir.function import BasicBlock, Branch, Function, Terminator
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, VariableKind, load, store, temporary
from depyf.decompiler.passes.idiom.match_tests import MATCHES, tested_operand


def name_constant(function: Function, block: BasicBlock) -> None:
    """Lets a pattern that looks at a constant look at a copy of it.

    Before::

        t = match_class(1, C)

    After::

        u = 1; t = match_class(u, C)
    """
    body: list[Value] = []
    for statement in block.body:
        made = statement.operands[0] if statement.op is MicroOp.STORE else statement
        subject = made.operands[0] if made.op in MATCHES else None
        if subject is None or subject.op is not MicroOp.CONST:
            body.append(statement)
            continue
        copy = temporary(function.next_temp)
        function.next_temp += 1
        body.append(store(copy, subject))
        body.append(_with_subject(statement, load(copy)))
    block.body = body


def name_subject(block: BasicBlock) -> None:
    """Lets a test of a local look at the copy of it that later tests look at."""
    index = 0
    while index < len(block.body):
        statement = block.body[index]
        source = statement.operands[0] if statement.operands else statement
        if (
            statement.op is MicroOp.STORE
            and statement.variable.is_temporary
            and _is_source(source)
        ):
            _move_up(block, index, source)
        index += 1


def _is_source(value: Value) -> bool:
    """True for a local, or a constant that nobody would test but as a subject."""
    if value.op is MicroOp.CONST:
        return True
    return value.op is MicroOp.LOAD and value.variable.kind is VariableKind.LOCAL


def _move_up(block: BasicBlock, index: int, source: Value) -> None:
    copy = block.body[index]
    first = index
    is_tested = _tests(block.terminator, source)
    for position in range(index - 1, -1, -1):
        before = block.body[position]
        if source.payload in written(before):
            break
        if _looks_at(before, source):
            first = position
            # Any two statements may load one local: only a pattern tests it.
            is_tested = is_tested or not _is_capture(before)
    if not is_tested:
        return
    del block.body[index]
    block.body.insert(first, copy)
    new = load(copy.variable)
    for position in range(first + 1, len(block.body)):
        statement = block.body[position]
        if _looks_at(statement, source):
            block.body[position] = _with_subject(statement, new)
        if source.payload in written(statement):
            return
    if _tests(block.terminator, source):
        assert isinstance(block.terminator, Branch)
        block.terminator.test = _with_subject(block.terminator.test, new)


def _looks_at(value: Value, source: Value) -> bool:
    operand = tested_operand(value)
    return (
        operand is not None
        and operand.op is source.op
        and operand.payload == source.payload
    )


def _is_capture(statement: Value) -> bool:
    return statement.op is MicroOp.STORE and statement.operands[0].op is MicroOp.LOAD


def _with_subject(value: Value, subject: Value) -> Value:
    """The test on another subject, which is its first operand."""
    if value.op is MicroOp.STORE and value.operands[0].operands:
        inner = value.operands[0]
        return value.with_operands(
            (inner.with_operands((subject, *inner.operands[1:])),)
        )
    return value.with_operands((subject, *value.operands[1:]))


def _tests(terminator: Terminator, source: Value) -> bool:
    return isinstance(terminator, Branch) and _looks_at(terminator.test, source)
