"""Move each ``return`` to the computation of its value, and restructure classes.

The compiler keeps a returned value on the stack while it leaves handlers, loops and
``try`` statements. The ``return`` is moved back to the computation of the value. Bodies
of classes and modules have no ``return``. Code after a statement that returns is moved
into the arm that continues.

Example of `returned_values`::

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

Example of `returns_in_classes` (CPython 3.11 to 3.12)::

    class C:
        try:
            a()
        except KeyError:
            b()

Before::

    name:__module__ = name:__name__
    name:__qualname__ = 'C'
    origin
    try:
        evaluate(call[](name:a))
    except name:KeyError:
        evaluate(call[](name:b))
    return None

After::

    name:__module__ = name:__name__
    name:__qualname__ = 'C'
    origin
    try:
        evaluate(call[](name:a))
    except name:KeyError:
        evaluate(call[](name:b))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, List, Optional, Sequence, Tuple

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import change_lists, lists, value_of, walk
from depyf.decompiler.passes.inlining import substitute
from depyf.decompiler.passes.tree.tidy import drop_tail, leaves

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.value import Value, Variable


#: Statement lists that compute the value, and how many last statements to remove.
_Ends = Optional[List[Tuple[List[tree.Statement], int]]]


def returned_values(
    body: list[tree.Statement], _function: Function
) -> list[tree.Statement]:
    """Put each returned value back into its ``return``."""
    return change_lists(body, _put_back)


def _put_back(body: list[tree.Statement]) -> list[tree.Statement]:
    result: list[tree.Statement] = []
    for statement in body:
        if isinstance(statement, tree.Try) and len(statement.orelse) == 1:
            if _moved(statement.orelse[0], statement.body):
                statement.orelse.clear()
        if not _moved(statement, result):
            result.append(statement)
    return result


def _moved(end: tree.Statement, before: list[tree.Statement]) -> bool:
    """Move a ``return`` into the code before it, if that always sets its value."""
    value = end.value if isinstance(end, tree.ReturnStatement) else None
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
            moved = tree.ReturnStatement(whole)
            if not _moved(moved, part):
                part.append(moved)
        return True
    return False


def _only_builds(value: Value) -> bool:
    """Return whether a value can be computed anywhere without raising."""
    return all(
        node.op in (MicroOp.CONST, MicroOp.BUILD) or node.loads_temporary
        for node in value.walk()
    )


def _computed(ends: Sequence[tuple[list[tree.Statement], int]]) -> Iterator[Value]:
    for part, count in ends:
        statement = part[-count]
        assert isinstance(statement, tree.Simple)
        yield statement.value.operands[0]


def _ends(body: list[tree.Statement], variable: Variable) -> _Ends:
    """Return where `body` last sets the variable; None if some path does not set it."""
    last = body[-1] if body else None
    if _sets(last, variable):
        return [(body, 1)]
    if isinstance(last, tree.Try) and not last.star:
        ends = [handler.body for handler in last.handlers]
        return _all_ends([last.orelse or last.body, *ends], variable)
    if isinstance(last, tree.If):
        return _all_ends([last.then, last.orelse], variable)
    if isinstance(last, (tree.For, tree.While)):
        is_endless = isinstance(last, tree.While) and last.test is None
        if is_endless or leaves(last.orelse):
            return _breaks(last.body, variable)
    return None


def _all_ends(parts: list[list[tree.Statement]], variable: Variable) -> _Ends:
    found: list[tuple[list[tree.Statement], int]] = []
    for part in parts:
        if leaves(part):
            continue
        ends = _ends(part, variable)
        if ends is None:
            return None
        found += ends
    return found


def _breaks(body: list[tree.Statement], variable: Variable) -> _Ends:
    """Return where a loop sets the variable before each ``break``, or None."""
    found: list[tuple[list[tree.Statement], int]] = []
    for part in lists(body, tree.bodies_in_loop):
        for index, statement in enumerate(part):
            if isinstance(statement, tree.Break):
                if index == 0 or not _sets(part[index - 1], variable):
                    return None
                found.append((part, len(part) - index + 1))
    return found


def _sets(statement: tree.Statement | None, variable: Variable) -> bool:
    stored = value_of(statement, MicroOp.STORE)
    return stored is not None and stored.variable == variable


def returns_in_classes(
    body: list[tree.Statement], _function: Function
) -> list[tree.Statement]:
    """Move code after a statement with a ``return`` into the arm that continues.

    Each return is then the last statement of its list, and is dropped. In a loop at the
    end of the body, it becomes a ``break``. In any other loop it stays, because no
    other statement ends both.
    """
    _open_arms(body)
    drop_tail(body, tree.ReturnStatement)
    _break_last_loops(body)
    return body


def _open_arms(body: list[tree.Statement]) -> None:
    if not _has_return(body):
        return
    for position, statement in enumerate(body[:-1]):
        arm = _going_on(statement) if _has_return([statement]) else None
        if arm is not None:
            arm.extend(body[position + 1 :])
            del body[position + 1 :]
            break
    for statement in body:
        for arm in _arms(statement):
            _open_arms(arm)


def _break_last_loops(body: list[tree.Statement]) -> None:
    last = body[-1] if body else None
    if isinstance(last, (tree.For, tree.While)):
        for part in lists(last.body, tree.bodies_in_loop):
            for index, one in enumerate(part):
                if isinstance(one, tree.ReturnStatement):
                    part[index] = tree.Break()
        drop_tail(last.orelse, tree.ReturnStatement)
        _break_last_loops(last.orelse)
    elif last is not None:
        for arm in tree.bodies(last):
            _break_last_loops(arm)


def _has_return(body: list[tree.Statement]) -> bool:
    return any(isinstance(statement, tree.ReturnStatement) for statement in walk(body))


def _arms(statement: tree.Statement) -> list[list[tree.Statement]]:
    if isinstance(statement, tree.If):
        return [statement.then, statement.orelse]
    if isinstance(statement, tree.Match):
        return [case.body for case in statement.cases]
    if isinstance(statement, tree.Try) and not statement.finalbody:
        # Code after the body is not protected, so it cannot move into the body.
        return [statement.orelse, *(each.body for each in statement.handlers)]
    return []


def _going_on(statement: tree.Statement) -> list[tree.Statement] | None:
    """Return the only arm whose end control can reach; None if there are several."""
    found = [arm for arm in _arms(statement) if not leaves(arm)]
    if isinstance(statement, tree.Try) and leaves(statement.body):
        found = [arm for arm in found if arm is not statement.orelse]
    if isinstance(statement, tree.Match):
        if not statement.cases[-1].is_default:
            if found:
                return None
            statement.cases.append(tree.Case(tree.Pattern("capture"), None, []))
            return statement.cases[-1].body
    return found[0] if len(found) == 1 else None
