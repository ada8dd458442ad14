"""Give loops their targets and conditions, and let arms share a ``break``.

The target of a ``with`` is stored like that of a loop.

Example of `targets`::

    def f(a):
        for x in a:
            x()

Before::

    %t0 = iter(a)
    for target[%t1] in %t0:
        x = %t1
        evaluate(call[](x))
    return None

After::

    for target[x] in a:
        evaluate(call[](x))
    return None

Example of `while_condition`::

    def f(a):
        while a:
            a()

Before::

    while true:
        if a:
            evaluate(call[](a))
        else:
            break
    return None

After::

    while a:
        evaluate(call[](a))
    return None

Example of `common_breaks` (CPython 3.8 to 3.9)::

    def f(a, b, c):
        while True:
            d = a()
            if d:
                if b:
                    d = 1
                break
            c()
        return d

Before::

    while true:
        d = call[](a)
        if d:
            if b:
                d = 1
                break
            break
        evaluate(call[](c))
    return d

After::

    while true:
        d = call[](a)
        if d:
            if b:
                d = 1
            break
        evaluate(call[](c))
    return d
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Counter

from depyf.decompiler.analysis.commute import EMPTY, commute, summarize
from depyf.decompiler.analysis.usage import count_reads
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import breaks_loop, change_lists, value_of, walk
from depyf.decompiler.ir.value import Value, inverted
from depyf.decompiler.passes.tree.tidy import leaves
from depyf.decompiler.passes.value.simultaneous import as_store

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Variable


def targets(body: list[tree.Statement], _function: Function) -> list[tree.Statement]:
    """Move the first store of a body into the target of its loop or ``with``."""
    if not any(isinstance(one, (tree.For, tree.With)) for one in walk(body)):
        return body
    reads = count_reads(body)
    for statement in walk(body):
        if isinstance(statement, tree.For):
            target = _take(statement.target, statement.body, reads)
            if target is not None:
                statement.target = target
        elif isinstance(statement, tree.With):
            for item in statement.items:
                if item.target is not None:
                    item.target = _with_target(item.target, statement.body, reads)
    return change_lists(body, _iterables)


def _with_target(
    target: Value, body: list[tree.Statement], reads: Counter[Variable]
) -> Value | None:
    found = _take(target, body, reads)
    if found is not None:
        return found
    if target.op is MicroOp.TARGET and target.variable.is_temporary:
        return target if reads[target.variable] else None
    return target


def _take(
    target: Value, body: list[tree.Statement], reads: Counter[Variable]
) -> Value | None:
    """Return the target of the store that begins the body; remove the store."""
    if target.op is not MicroOp.TARGET or not target.variable.is_temporary:
        return None
    if not body or not isinstance(body[0], tree.Simple) or reads[target.variable] != 1:
        return None
    stored = as_store(body[0].value)
    if stored is None or stored[0].loaded != target.variable:
        return None
    del body[0]
    return stored[1]


def _iterables(body: list[tree.Statement]) -> list[tree.Statement]:
    """Turn ``i = ITER(y)`` followed by ``for x in i`` into ``for x in y``.

    A tool may push other values in between. These may move before it.
    """
    result: list[tree.Statement] = []
    for statement in body:
        if isinstance(statement, tree.For):
            place = _made_at(result, statement.iterable)
            if place is not None:
                maker = result.pop(place)
                assert isinstance(maker, tree.Simple)
                statement.iterable = maker.value.operands[0].operands[0]
        result.append(statement)
    return result


def _made_at(before: list[tree.Statement], iterator: Value) -> int | None:
    """Return the index of the iterator's store if it can move to the end, else None."""
    passed = EMPTY
    for place in range(len(before) - 1, -1, -1):
        statement = before[place]
        value = value_of(statement, MicroOp.STORE)
        if value is None:
            return None
        summary = summarize(value)
        if iterator.loaded == value.variable:
            is_iterator = value.operands[0].op in (MicroOp.ITER, MicroOp.AITER)
            return place if is_iterator and commute(summary, passed) else None
        passed = passed.union(summary)
        if passed.is_ordered or not value.variable.is_temporary:
            return None
    return None


def while_condition(
    body: list[tree.Statement], function: Function
) -> list[tree.Statement]:
    """Turn the test at the start of a ``while True`` body into the loop's condition.

    If the compiler copies tests of loops, only loops whose test had a copy get one.
    """
    tests = function.tests_copied if function.habits.loop_tests_copied else None
    for statement in walk(body):
        if isinstance(statement, tree.While) and statement.test is None:
            if tests is not None and statement.header not in tests:
                continue
            found = _condition(statement.body)
            if found is not None:
                statement.test, statement.body, statement.orelse = found
    return body


def _condition(
    body: list[tree.Statement],
) -> tuple[Value, list[tree.Statement], list[tree.Statement]] | None:
    """Return the test, the loop's body, and the code before the ``break``, or None."""
    if not body or not isinstance(body[0], tree.If):
        return None
    first = body[0]
    if len(body) == 1 and first.orelse and isinstance(first.orelse[-1], tree.Break):
        after = first.orelse[:-1]
        return None if breaks_loop(after) else (first.test, first.then, after)
    if _only_breaks(first.orelse):
        if len(body) > 1 and not first.then:
            return first.test, body[1:], []
        if len(body) == 1 or not leaves(first.then):
            return first.test, first.then + body[1:], []
    if _only_breaks(first.then):
        return inverted(first.test), first.orelse + body[1:], []
    return None


def _only_breaks(body: list[tree.Statement]) -> bool:
    return len(body) == 1 and isinstance(body[0], tree.Break)


def common_breaks(
    body: list[tree.Statement], function: Function
) -> list[tree.Statement]:
    """Let arms share a ``break`` in all lists of the tree."""
    return change_lists(body, partial(_once, function.evidence))


def _once(evidence: SourceEvidence, body: list[tree.Statement]) -> list[tree.Statement]:
    last = body[-1] if body else None
    if isinstance(last, tree.If) and _share(last, evidence):
        _drop(last)
        return [*body, tree.Break()]
    if isinstance(last, tree.Break) and len(body) > 1:
        _drop(body[-2])
    return body


def _share(statement: tree.If, evidence: SourceEvidence) -> bool:
    """Return whether both arms end with a ``break`` that may be the same line."""
    ends = [arm[-1] if len(arm) > 1 else None for arm in tree.bodies(statement)]
    one, other = (end.origins if isinstance(end, tree.Break) else None for end in ends)
    if one is None or other is None:
        return False
    return not evidence.stood_below(one, other) and not evidence.stood_below(other, one)


def _drop(statement: tree.Statement) -> None:
    """Drop each ``break`` at the end of an ``if`` that is followed by a ``break``."""
    pending = [statement]
    while pending:
        one = pending.pop()
        for arm in tree.bodies(one) if isinstance(one, tree.If) else ():
            if len(arm) > 1 and isinstance(arm[-1], tree.Break):
                arm.pop()
            elif arm:
                pending.append(arm[-1])
