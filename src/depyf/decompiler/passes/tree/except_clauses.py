"""Turn the chain of type tests in a handler into ``except`` clauses.

Example::

    def f(a):
        try:
            a()
        except KeyError as e:
            e()

Before::

    try:
        evaluate(call[](a))
    except:
        %t0 = exception
        if exc_match(%t0, global:KeyError):
            e = %t0
            evaluate(call[](e))
        else:
            intrinsic[reraise](%t0)
    return None

After::

    try:
        evaluate(call[](a))
    except global:KeyError as e:
        evaluate(call[](e))
    return None
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import change_lists, lists, value_of, walk
from depyf.decompiler.passes.idiom.exception_groups import BEHIND
from depyf.decompiler.passes.tree.tidy import raises_on

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value, Variable

_STATE = (MicroOp.EXCEPTION, MicroOp.LASTI, MicroOp.PREVIOUS_EXCEPTION)


def run(body: list[tree.Statement], _function: Function) -> list[tree.Statement]:
    """Rewrite all ``try`` statements.

    Raises:
        StructureError: a handler uses its exception in a way that no clause can.
    """
    for statement in walk(body):
        if isinstance(statement, tree.Try):
            _rewrite(statement)
    body = change_lists(body, _take_out_rest)
    return change_lists(body, _drop_reraise)


def _rewrite(statement: tree.Try) -> None:
    if statement.finalbody:
        statement.finalbody, exception = _without_state(statement.finalbody)
        _break_at_end(statement.finalbody, exception)
    if len(statement.handlers) != 1 or statement.handlers[0].type is not None:
        return
    rest, exception = _without_state(statement.handlers[0].body)
    statement.handlers = _clauses(rest, exception)


def _break_at_end(body: list[tree.Statement], exception: Variable | None) -> None:
    """Turn the reraise in a loop that ends a ``finally`` into a ``break``."""
    pending = [body]
    while pending:
        rest = [one for one in pending.pop() if not _is_reraise(one, exception)]
        last = rest[-1] if rest else None
        if isinstance(last, (tree.For, tree.While)):
            _break_instead(last.body, exception)
        elif isinstance(last, tree.If):
            pending += [last.then, last.orelse]


def _break_instead(body: list[tree.Statement], exception: Variable | None) -> None:
    for part in lists(body, tree.bodies_in_loop):
        for index, statement in enumerate(part):
            if _is_reraise(statement, exception):
                part[index] = tree.Break(_origins(statement))


def _take_out_rest(body: list[tree.Statement]) -> list[tree.Statement]:
    """Move code out of the last clause of an ``except*`` whose clauses all raise."""
    result: list[tree.Statement] = []
    for statement in body:
        result.append(statement)
        last = statement.handlers[-1:] if isinstance(statement, tree.Try) else []
        for handler in last:
            kept = handler.body[0] if handler.type is None and handler.body else None
            if isinstance(kept, tree.If) and kept.test.payload == BEHIND:
                assert isinstance(statement, tree.Try)
                statement.handlers.pop()
                result += kept.then
    return result


def _without_state(
    body: list[tree.Statement],
) -> tuple[list[tree.Statement], Variable | None]:
    """Return the body without interpreter state, and the variable of the exception."""
    exception: Variable | None = None
    result = []
    for statement in body:
        stored = value_of(statement, MicroOp.STORE)
        if stored is None or stored.operands[0].op not in _STATE:
            result.append(statement)
        elif stored.operands[0].op is MicroOp.EXCEPTION:
            exception = stored.variable
    return result, exception


def _clauses(
    body: list[tree.Statement], exception: Variable | None
) -> list[tree.Handler]:
    handlers: list[tree.Handler] = []
    rest = body
    while rest:
        first = rest[0]
        test = first.test if isinstance(first, tree.If) else None
        negated = False
        if test is not None and test.is_negation:
            test, negated = test.operands[0], True
        if (
            not isinstance(first, tree.If)
            or test is None
            or test.op is not MicroOp.EXC_MATCH
            or test.payload == BEHIND
        ):
            break
        then, orelse = first.then, first.orelse
        if negated:
            then, orelse = orelse, then
        if len(rest) > 1:
            if not _leaves(then):
                then = then + _jump_of(rest[1:])
            orelse = orelse + rest[1:]
        handlers.append(_clause(test.operands[1], then, exception))
        rest = orelse
    # If the rest only reraises the exception, it is implicit. Otherwise it is a clause
    # that catches all exceptions.
    if not rest or not all(_is_reraise(statement, exception) for statement in rest):
        handlers.append(_clause(None, rest, exception))
    return handlers


def _jump_of(behind: list[tree.Statement]) -> list[tree.Statement]:
    """Return the jump that ends each ``except`` clause, to one common target.

    Raises:
        StructureError: there is other code.
    """
    if len(behind) > 1 or not isinstance(behind[0], (tree.Break, tree.Continue)):
        raise StructureError("code after the clauses of a handler")
    return [replace(behind[0])]


def _clause(
    kind: Value | None, body: list[tree.Statement], exception: Variable | None
) -> tree.Handler:
    name: Variable | None = None
    if body and isinstance(body[0], tree.Simple) and exception is not None:
        first = body[0].value
        if first.op is MicroOp.STORE and first.operands[0].loaded == exception:
            name, body = first.variable, body[1:]
    return tree.Handler(kind, name, change_lists(body, partial(_raising, exception)))


def _raising(
    exception: Variable | None, body: list[tree.Statement]
) -> list[tree.Statement]:
    """Turn a reraise inside a clause into a ``raise`` statement."""
    return [
        _raise(statement) if _is_reraise(statement, exception) else statement
        for statement in body
    ]


def _is_reraise(statement: tree.Statement, exception: Variable | None) -> bool:
    return (
        isinstance(statement, tree.Simple)
        and raises_on(statement)
        and exception is not None
        and statement.value.operands[0].loaded == exception
    )


def _raise(reraise: tree.Statement) -> tree.Statement:
    return tree.RaiseStatement(origins=_origins(reraise))


def _origins(reraise: tree.Statement) -> tuple[int, ...]:
    assert isinstance(reraise, tree.Simple)
    return tuple(sorted(reraise.value.all_origins()))


def _leaves(body: list[tree.Statement]) -> bool:
    return bool(body) and isinstance(
        body[-1], (tree.ReturnStatement, tree.RaiseStatement)
    )


def _drop_reraise(body: list[tree.Statement]) -> list[tree.Statement]:
    """Drop the reraise that ends the clauses or a ``finally``: it is implicit."""
    return [statement for statement in body if not raises_on(statement)]
