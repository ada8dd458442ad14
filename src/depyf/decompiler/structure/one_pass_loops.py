"""Loops that run once: what a jump ahead out of several statements is written as.

A ``break`` leads behind the loop from any depth of its tests, and neither the head of
such a loop nor its end is an instruction.

Example of `enclose` (CPython 3.12 to 3.15)::

    def f(a, b):
        try:
            a()
        finally:
            with b as c:
                b(c)
            d = b

Before::

    %t0 = exception
    with b as target[%t1]:
        c = %t1
        evaluate(call[_](b, c))
        goto 0
    goto 1
    label 1
    d = b
    intrinsic[reraise](%t0)
    label 0
    d = b
    intrinsic[reraise](%t0)

After::

    while true:
        %t0 = exception
        with b as target[%t1]:
            c = %t1
            evaluate(call[_](b, c))
            goto 0
        goto 1
        label 1
        d = b
        intrinsic[reraise](%t0)
        goto 0
    label 0
    d = b
    intrinsic[reraise](%t0)
"""

from __future__ import annotations

from typing import Collection

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Goto, If, Label, Simple, Statement, While
from depyf.decompiler.structure.jumps import gotos, labels
from depyf.decompiler.structure.loop_tests import is_mark

#: Of a loop to whose head nothing jumps.
_NO_HEADER = -1


def enclose(body: list[Statement], targets: Collection[int]) -> list[Statement]:
    """Puts what jumps ahead to these labels of the list into such loops.

    Args:
        body: a list of statements and labels; control never falls off a statement.
        targets: labels, of this list or of others.
    """
    for target in targets:
        if Label(target) in body:
            body = _enclosed(body, target)
    return body


def _enclosed(body: list[Statement], target: int) -> list[Statement]:
    end = body.index(Label(target))
    jumping = [i for i, one in enumerate(body[:end]) if _jumps(one, target)]
    if not jumping:
        return body
    start = _start(body, jumping[0], end)
    return [*body[:start], _loop(body[start:end], target), *body[end:]]


def _jumps(statement: Statement, target: int) -> bool:
    return not isinstance(statement, Goto) and target in gotos([statement])


def _start(body: list[Statement], start: int, end: int) -> int:
    """Where the loop begins: nothing before it jumps or belongs into its middle."""
    while start > 0:
        inside = set(labels(body[start:end]))
        entered = [i for i in range(start) if inside & set(gotos([body[i]]))]
        if entered:
            start = entered[0]
        elif _is_part(body[start - 1]):
            start -= 1
        else:
            break
    return start


def _is_part(statement: Statement) -> bool:
    """True for a value of the statement behind it, as the iterator of a ``for``."""
    if not isinstance(statement, Simple) or statement.value.op is not MicroOp.STORE:
        return False
    return statement.value.variable.is_temporary


def _loop(part: list[Statement], target: int) -> While:
    written = [one for one in part if not is_mark(one)]
    only = written[0] if len(written) == 1 else None
    if isinstance(only, If) and only.orelse == [Goto(target)]:
        return While(only.test, only.then, only.orelse, _NO_HEADER)
    return While(None, [*part, Goto(target)], header=_NO_HEADER)
