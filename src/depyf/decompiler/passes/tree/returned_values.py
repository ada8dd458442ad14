"""Puts the value of a ``return`` back to where it is computed.

The compiler keeps it on the stack while it leaves handlers, loops and ``try``.

Example::

    def f(a):
        try:
            return a()
        except KeyError as e:
            return e.args

Before::

    try:
        return call[](a)
    except global:KeyError as e:
        %t0 = attr[args](e)
        return %t0

After::

    try:
        return call[](a)
    except global:KeyError as e:
        return attr[args](e)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, List, Optional, Sequence, Tuple

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Break,
    For,
    If,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    bodies,
)
from depyf.decompiler.ir.statement_tree import change_lists
from depyf.decompiler.passes.inlining import substitute
from depyf.decompiler.passes.tree.tidy import leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value, Variable

#: Statement lists that compute the value, and how many of their last statements go.
_Ends = Optional[List[Tuple[List[Statement], int]]]


def run(body: list[Statement], _function: Function) -> list[Statement]:
    """Rewrites the tree."""
    return change_lists(body, _put_back)


def _put_back(body: list[Statement]) -> list[Statement]:
    result: list[Statement] = []
    for statement in body:
        if isinstance(statement, Try) and len(statement.orelse) == 1:
            if _moved(statement.orelse[0], statement.body):
                statement.orelse.clear()
        if not _moved(statement, result):
            result.append(statement)
    return result


def _moved(end: Statement, before: list[Statement]) -> bool:
    """Moves a ``return`` into what runs before it, if that always sets its value."""
    value = end.value if isinstance(end, ReturnStatement) else None
    if value is None:
        return False
    for variable in dict.fromkeys(reversed(read(value))):
        found = _ends(before, variable) if variable.is_temporary else None
        if found and found[0][0] is not before and not _only_builds(value):
            continue
        values = [
            substitute(value, variable, computed) for computed in _computed(found or ())
        ]
        if not found or None in values:
            continue
        for (part, count), whole in zip(found, values):
            part[-count:] = []
            moved = ReturnStatement(whole)
            if not _moved(moved, part):
                part.append(moved)
        return True
    return False


def _only_builds(value: Value) -> bool:
    """True for what raises nothing, wherever it is computed."""
    return all(
        node.op in (MicroOp.CONST, MicroOp.BUILD) or node.loads_temporary
        for node in value.walk()
    )


def _computed(ends: Sequence[tuple[list[Statement], int]]) -> Iterator[Value]:
    for part, count in ends:
        statement = part[-count]
        assert isinstance(statement, Simple)
        yield statement.value.operands[0]


def _ends(body: list[Statement], variable: Variable) -> _Ends:
    """Where a list that goes on sets the variable last; None if it may not have."""
    last = body[-1] if body else None
    if _sets(last, variable):
        return [(body, 1)]
    if isinstance(last, Try) and not last.star:
        ends = [handler.body for handler in last.handlers]
        return _all([last.orelse or last.body, *ends], variable)
    if isinstance(last, If):
        return _all([last.then, last.orelse], variable)
    if isinstance(last, (For, While)):
        is_endless = isinstance(last, While) and last.test is None
        if is_endless or leaves(last.orelse):
            return _breaks(last.body, variable)
    return None


def _all(parts: list[list[Statement]], variable: Variable) -> _Ends:
    found: list[tuple[list[Statement], int]] = []
    for part in parts:
        if leaves(part):
            continue
        ends = _ends(part, variable)
        if ends is None:
            return None
        found += ends
    return found


def _breaks(body: list[Statement], variable: Variable) -> _Ends:
    """The same for what leaves a loop with ``break``."""
    found: list[tuple[list[Statement], int]] = []
    for index, statement in enumerate(body):
        if isinstance(statement, Break):
            if index == 0 or not _sets(body[index - 1], variable):
                return None
            found.append((body, len(body) - index + 1))
        own = bodies(statement)
        if isinstance(statement, (For, While)):
            own = [statement.orelse]
        for part in own:
            ends = _breaks(part, variable)
            if ends is None:
                return None
            found += ends
    return found


def _sets(statement: Statement | None, variable: Variable) -> bool:
    return (
        isinstance(statement, Simple)
        and statement.value.op is MicroOp.STORE
        and statement.value.variable == variable
    )
