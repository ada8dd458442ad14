"""Makes a test that leaves a loop its condition: ``else`` leads elsewhere.

Example of `take_test` (CPython 3.8 to 3.13)::

    def f(a, b):
        for x in a:
            while True:
                x()
                while b:
                    if b():
                        break
                else:
                    break

Before::

    while true:
        if b:
            if call[](b):
                goto 0
            else:
                goto 1
        else:
            goto 2

After::

    while b:
        if call[](b):
            goto 0
        else:
            goto 1
    else:
        goto 2
"""

from __future__ import annotations

from typing import Collection

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import If, Simple, Statement, While
from depyf.decompiler.ir.value import inverted
from depyf.decompiler.structure.jumps import gotos, headers, labels


def take_test(loop: While, targets: Collection[int]) -> None:
    """Rewrites a loop that begins with a test of which one arm only leads there.

    Args:
        loop: the statement, changed in place if it has no condition yet.
        targets: labels outside of the loop.
    """
    first = next((one for one in loop.body if not is_mark(one)), None)
    if loop.test is not None or loop.orelse or not isinstance(first, If):
        return
    for arm, other, test in (
        (first.orelse, first.then, first.test),
        (first.then, first.orelse, inverted(first.test)),
    ):
        ways = set(gotos(arm))
        if ways and ways <= set(targets) | set(labels(arm)) | set(headers(arm)):
            loop.test, loop.orelse = test, arm
            loop.body = other + loop.body[loop.body.index(first) + 1 :]
            return


def is_mark(statement: Statement) -> bool:
    """True for what only keeps the offset of an instruction."""
    return isinstance(statement, Simple) and statement.value.op is MicroOp.ORIGIN
