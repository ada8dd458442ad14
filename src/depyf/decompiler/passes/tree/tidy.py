"""Restore small forms: ``assert``, guards, ``elif``; drop redundant jumps.

Example of `tidy`::

    def f(a):
        if a:
            return 1
        else:
            a()

Before::

    if a:
        return 1
    else:
        evaluate(call[](a))
        return None

After::

    if a:
        return 1
    evaluate(call[](a))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import breaks_loop, change_lists, value_of, walk
from depyf.decompiler.ir.value import CallShape, Value, const, inverted

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

#: Statements that leave a list; gotos occur only until they are resolved.
_LEAVING = (
    tree.Break,
    tree.Continue,
    tree.Goto,
    tree.RaiseStatement,
    tree.ReturnStatement,
)


def run(body: list[tree.Statement], function: Function) -> list[tree.Statement]:
    """Restore the small forms in a whole tree."""
    if function.evidence.assertions:
        _raise_own_class(body, function.evidence.assertions)
    body = change_lists(body, _tidy)
    drop_tail(body, tree.ReturnStatement)
    body = change_lists(body, _merge_nested)
    if not function.is_function and body and isinstance(body[-1], tree.ReturnStatement):
        body.pop()
    return body


def shorten_returns(
    body: list[tree.Statement], _function: Function
) -> list[tree.Statement]:
    """Use ``return`` without a value in a function that only returns None."""
    returns = [item for item in walk(body) if isinstance(item, tree.ReturnStatement)]
    if all(map(_says_nothing, returns)):
        for statement in returns:
            statement.value = None
    return body


def leaves(body: list[tree.Statement], *, is_handler: bool = False) -> bool:
    """Return whether control never falls off the end of the list.

    Args:
        body: the list.
        is_handler: whether it belongs to ``except``. At the end of a ``finally``, a
            reraise is implicit, so there it counts as falling off the end.
    """
    last: tree.Statement | None = body[-1] if body else None
    while isinstance(last, tree.If):
        if not last.orelse or not leaves(last.then, is_handler=is_handler):
            return False
        last = last.orelse[-1]
    if isinstance(last, _LEAVING) or (is_handler and raises_on(last)):
        return True
    if isinstance(last, (tree.For, tree.While)):
        goes_on = not _is_endless(last) and not leaves(last.orelse)
        return not goes_on and not breaks_loop(last.body)
    if isinstance(last, tree.With):
        return False
    if isinstance(last, tree.Match):
        is_total = last.cases[-1].is_default
        return is_total and all(leaves(case.body) for case in last.cases)
    if isinstance(last, tree.Try):
        if leaves(last.finalbody) or last.star:
            # Exceptions raised in clauses of `except*` are raised after the last
            # clause.
            return leaves(last.finalbody)
        ends = [handler.body for handler in last.handlers]
        normal = last.orelse or last.body
        return leaves(normal) and all(leaves(end, is_handler=True) for end in ends)
    return False


def raises_on(statement: tree.Statement | None) -> bool:
    """Return whether a statement reraises a handler's exception."""
    value = value_of(statement, MicroOp.INTRINSIC)
    return value is not None and value.payload == "reraise"


def _is_endless(loop: tree.For | tree.While) -> bool:
    return isinstance(loop, tree.While) and loop.test is None


def _tidy(body: list[tree.Statement]) -> list[tree.Statement]:
    result: list[tree.Statement] = []
    for statement in body:
        if leaves(result):
            break  # the rest is unreachable
        if value_of(statement, MicroOp.ORIGIN):
            continue
        if isinstance(statement, (tree.For, tree.While)):
            drop_tail(statement.body, tree.Continue)
        if isinstance(statement, tree.RaiseStatement):
            result.append(_failure(statement) or statement)
        elif isinstance(statement, tree.If):
            result.extend(_tidy_if(statement))
        else:
            result.append(statement)
    return result


def _tidy_if(statement: tree.If) -> list[tree.Statement]:
    _fill_first_arm(statement)
    asserted = _assertion(statement)
    if asserted is not None:
        return [asserted, *statement.orelse]
    if statement.orelse and leaves(statement.then):
        rest, statement.orelse = statement.orelse, []
        return [statement, *rest]
    return [statement]


def _merge_nested(body: list[tree.Statement]) -> list[tree.Statement]:
    """Merge two nested statements that can be written as one."""
    result: list[tree.Statement] = []
    for statement in body:
        if isinstance(statement, tree.Try):
            result.append(_merged_try(statement))
        elif isinstance(statement, tree.With):
            result.append(_merged_with(statement))
        else:
            result.append(statement)
    return result


def _merged_try(statement: tree.Try) -> tree.Try:
    """Merge ``try: (try/except) finally`` into one statement."""
    body = statement.body
    if statement.handlers or not statement.finalbody or len(body) != 1:
        return statement
    inner = body[0]
    if not isinstance(inner, tree.Try) or inner.finalbody:
        return statement
    inner.finalbody = statement.finalbody
    return inner


def _merged_with(statement: tree.With) -> tree.With:
    """Merge ``with a: with b:`` into ``with a, b:``."""
    inner = statement.body[0] if len(statement.body) == 1 else None
    if isinstance(inner, tree.With) and inner.is_async == statement.is_async:
        return tree.With(statement.items + inner.items, inner.body, statement.is_async)
    return statement


def _assertion(statement: tree.If) -> tree.Assert | None:
    """Return the ``assert`` for ``if not a: raise AssertionError(m)``, or None."""
    if len(statement.then) != 1 or not isinstance(statement.then[0], tree.Assert):
        return None
    failure = statement.then[0]
    if failure.test.payload != Constant(False):
        return None
    return tree.Assert(inverted(statement.test), failure.message)


def _raise_own_class(body: list[tree.Statement], assertions: Collection[int]) -> None:
    """Mark raises of AssertionError that an ``assert`` compiles to."""
    for statement in walk(body):
        if not isinstance(statement, tree.If) or len(statement.then) != 1:
            continue
        failure = statement.then[0]
        if not isinstance(failure, tree.RaiseStatement) or failure.cause is not None:
            continue
        if failure.exception is not None:
            failure.exception = _with_own_class(failure.exception, assertions)


def _with_own_class(raised: Value, assertions: Collection[int]) -> Value:
    if raised.op is MicroOp.CALL and raised.payload == CallShape((None,)):
        own = _with_own_class(raised.operands[0], assertions)
        return raised.with_operands((own, raised.operands[1]))
    if raised.op is not MicroOp.LOAD or raised.origins.isdisjoint(assertions):
        return raised
    return Value(MicroOp.COMMON_CONSTANT, (), "AssertionError", raised.origins)


def _failure(raised: tree.RaiseStatement) -> tree.Assert | None:
    """Return ``assert False, m`` for a raise that only an ``assert`` compiles to."""
    value = raised.exception
    if value is None or raised.cause is not None:
        return None
    message: Value | None = None
    if value.op is MicroOp.CALL and len(value.operands) == 2:
        value, message = value.operands
    if value.op is not MicroOp.COMMON_CONSTANT or value.payload != "AssertionError":
        return None
    return tree.Assert(const(False), message)


def drop_tail(body: list[tree.Statement], kind: type) -> None:
    """Remove a final ``return`` or ``continue`` that falling off the end implies."""
    chosen: list[tree.If] = []
    pending = [body]
    while pending:
        part = pending.pop()
        while part and _is_tail(part[-1], kind):
            part.pop()
        last = part[-1] if part else None
        if isinstance(last, tree.If):
            pending += [last.orelse, last.then]
            chosen.append(last)
        elif isinstance(last, tree.Match):
            pending += [case.body for case in last.cases]
        elif isinstance(last, tree.With):
            pending.append(last.body)
        elif isinstance(last, tree.Try):
            pending.append(last.orelse or last.body)
            pending += [handler.body for handler in last.handlers]
    for statement in chosen:
        _fill_first_arm(statement)


def _fill_first_arm(statement: tree.If) -> None:
    if not statement.then and statement.orelse:
        statement.test = inverted(statement.test)
        statement.then, statement.orelse = statement.orelse, []


def _is_tail(last: tree.Statement, kind: type) -> bool:
    return isinstance(last, kind) and _says_nothing(last) and not _is_written(last)


def _is_written(statement: tree.Statement) -> bool:
    return isinstance(statement, (tree.ReturnStatement, tree.Continue)) and bool(
        statement.explicit
    )


def _says_nothing(statement: tree.Statement) -> bool:
    if isinstance(statement, tree.ReturnStatement):
        value = statement.value
        return value is None or (
            value.op is MicroOp.CONST and value.payload == Constant(None)
        )
    return isinstance(statement, (tree.Continue, tree.Pass))
