"""Choose between source forms that compile to the same code, by original columns.

Without columns nothing changes: up to CPython 3.10, and if a tool wrote the code.

Example (CPython 3.11 to 3.15)::

    def f(a):
        if not a:
            return 1
        else:
            return 2

Before::

    if unary[not](a):
        return 1
    return 2

After::

    if unary[not](a):
        return 1
    else:
        return 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import (
    Steps,
    breaks_loop,
    change_lists,
    complete,
    lists,
)
from depyf.decompiler.ir.value import Value, inverted
from depyf.decompiler.passes.tree.columns import Columns
from depyf.decompiler.passes.tree.tidy import drop_tail, leaves
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(body: list[tree.Statement], function: Function) -> list[tree.Statement]:
    """Return the tree in the forms that the source has."""
    if not function.evidence.has_columns:
        return body
    if tree.WITH_BODIES.isdisjoint(map(type, body)):
        drop_tail(body, tree.ReturnStatement)
        return body
    columns = Columns(function.evidence, body)
    body = complete(_Layout(columns).arrange(body, _Surroundings(None, at_end=True)))
    drop_tail(body, tree.ReturnStatement)
    return body


@dataclass(frozen=True)
class _Surroundings:
    """The surroundings of a statement list.

    Args:
        column: the column of the statement around it, or None.
        at_end: whether the function ends after the list.
        again: whether a loop continues with its next item after the list.
    """

    column: int | None
    at_end: bool = False
    again: bool = False

    def of(self, column: int | None, *, is_last: bool) -> _Surroundings:
        """Return the surroundings of a list inside a statement of this list."""
        return _Surroundings(column, self.at_end and is_last, self.again and is_last)


class _Layout:
    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def arrange(
        self,
        body: list[tree.Statement],
        place: _Surroundings,
        column: int | None = None,
    ) -> Steps[list[tree.Statement]]:
        """Arrange one statement list; ``column`` is its column, if that is known."""
        if tree.WITH_BODIES.isdisjoint(map(type, body)):
            return list(body)  # nothing to move
        if column is None:
            column = self._columns.first(body, place.column)
        result: list[tree.Statement] = []
        rest = list(body)
        while rest:
            statement = rest.pop(0)
            if column is not None:
                rest = self._move(statement, rest, column)
                if not rest and place.again and isinstance(statement, tree.If):
                    rest = self._give_guard(statement, column)
            yield self._inside(statement, place.of(column, is_last=not rest))
            result.append(statement)
        return result

    def _inside(self, statement: tree.Statement, place: _Surroundings) -> Steps[None]:
        if isinstance(statement, (tree.For, tree.While)):
            if place.at_end:  # here `break` and `return` have the same code
                statement.body[:] = change_lists(statement.body, _with_break)
            inside = _Surroundings(place.column, again=True)
            statement.body[:] = yield self.arrange(statement.body, inside)
            drop_tail(statement.body, tree.Continue)
            statement.orelse[:] = yield self.arrange(statement.orelse, place)
            return
        if isinstance(statement, tree.If):
            orelse = statement.orelse
            own = self._columns.starts(statement)
            column: int | None = None
            if orelse and own and self._columns.elif_starts_at(orelse[0], own[0]):
                column = own[0]
            statement.then[:] = yield self.arrange(statement.then, place)
            orelse[:] = yield self.arrange(orelse, place, column)
            return
        if isinstance(statement, tree.Try):
            place = _Surroundings(place.column)
        for inner in tree.bodies(statement):
            inner[:] = yield self.arrange(inner, place)

    def _move(
        self, statement: tree.Statement, rest: list[tree.Statement], column: int
    ) -> list[tree.Statement]:
        """Move following statements into ``statement``, and others out of it."""
        if isinstance(statement, tree.If):
            rest = self._empty_arm(statement, rest, column)
            rest = self._fill_else(statement, rest, column)
            self._split_or_join(statement, column)
        elif isinstance(statement, tree.While) and statement.test is None:
            rest = self._pull_out(statement, rest, column)
        elif isinstance(statement, (tree.For, tree.While)):
            if not breaks_loop(statement.body):
                rest = self._fill_clause(statement, rest, column)
        elif isinstance(statement, tree.Try) and not statement.finalbody:
            if all(leaves(handler.body) for handler in statement.handlers):
                rest = self._fill_clause(statement, rest, column)
        return rest

    def _empty_arm(
        self, statement: tree.If, rest: list[tree.Statement], column: int
    ) -> list[tree.Statement]:
        """Move statements out of an arm if the source has them after the statement."""
        other = statement.orelse or rest
        if not leaves(other) or leaves(statement.then) == bool(statement.orelse):
            return rest
        for count in range(1, len(statement.then)):
            # The `if` may have a `not`, and begin further to the left.
            if max(self._columns.starts(statement.then[count]), default=-1) == column:
                following = statement.then[count:]
                del statement.then[count:]
                if not statement.orelse:
                    statement.orelse, rest = rest, []
                return following + rest
        return rest

    def _fill_else(
        self, statement: tree.If, rest: list[tree.Statement], column: int
    ) -> list[tree.Statement]:
        if statement.orelse or not leaves(statement.then) or not rest:
            return rest
        inside = self._columns.first(statement.then, column)
        is_elif = self._columns.elif_starts_at(rest[0], column)
        if not is_elif and not self._is_deeper(rest[0], column, inside):
            return rest
        if inside is None:
            inside = self._columns.first(rest[:1])
        count = 1
        while count < len(rest) and (
            not self._columns.starts_at(rest[count], column)
            or (inside is not None and self._columns.starts_at(rest[count], inside))
        ):
            count += 1
        inner, rest = rest[:count], rest[count:]
        guard = statement.then[0] if len(statement.then) == 1 else None
        if isinstance(guard, tree.Continue) and not guard.explicit and not rest:
            statement.test = inverted(statement.test)
            statement.then = inner
        else:
            statement.orelse = inner
        return rest

    def _give_guard(self, statement: tree.If, column: int) -> list[tree.Statement]:
        """Turn ``if not a: b()`` into ``if a: continue``; return ``b()``."""
        if statement.orelse or not statement.then:
            return []
        first = statement.then[0]
        if not self._columns.starts_at(first, column):
            return []
        if isinstance(first, tree.If) and not first.orelse:
            # If it only seems to begin with a `not`, its body shows that.
            inside = self._columns.first(first.then)
            if inside is not None and inside > column + self._columns.unit:
                return []
        rest = statement.then
        statement.test = inverted(statement.test)
        statement.then = [tree.Continue()]
        return rest

    def _is_deeper(
        self, statement: tree.Statement, column: int, inside: int | None
    ) -> bool:
        if inside is not None:
            return column < inside and self._columns.starts_at(statement, inside)
        starts = self._columns.starts(statement)
        return bool(starts) and min(starts) > column + 1

    def _fill_clause(
        self,
        statement: tree.For | tree.While | tree.Try,
        rest: list[tree.Statement],
        column: int,
    ) -> list[tree.Statement]:
        """Fill ``else`` with statements indented like the body; move others out."""
        starts_at, body = self._columns.starts_at, statement.body
        if statement.orelse:
            if starts_at(statement.orelse[0], column):
                rest = statement.orelse + rest
                statement.orelse = []
            return rest
        while (
            isinstance(statement, tree.Try)
            and len(body) > 1
            and starts_at(body[-1], column)
        ):
            rest = [body.pop(), *rest]
        inside = self._columns.first(body, column)
        count = 0
        while count < len(rest) and self._is_deeper(rest[count], column, inside):
            count += 1
        statement.orelse.extend(rest[:count])
        return rest[count:]

    def _pull_out(
        self, loop: tree.While, rest: list[tree.Statement], column: int
    ) -> list[tree.Statement]:
        """Move the code at the only exit of a ``while True`` to after the loop."""
        parts = lists(loop.body, tree.bodies_in_line)
        ends = [part for part in parts if part and _ends_loop(part[-1])]
        if rest or len(ends) != 1:
            return rest
        (body,) = ends
        after = [] if isinstance(body[-1], tree.Break) else [body.pop()]
        if not after and len(body) > 1 and self._columns.starts_at(body[-2], column):
            after = [body.pop(-2)]
        elif not (after and self._columns.starts_at(after[0], column)):
            body += after
            return rest
        else:
            body.append(tree.Break())
        while len(body) > 1 and self._columns.starts_at(body[-2], column):
            after.insert(0, body.pop(-2))
        return after

    def _split_or_join(self, statement: tree.If, column: int) -> None:
        if statement.orelse:
            return
        inner = statement.then[0] if len(statement.then) == 1 else None
        if isinstance(inner, tree.If) and not inner.orelse:
            if self._same_statement(statement.test, inner.test):
                statement.test = _and(statement.test, inner.test)
                statement.then = inner.then
                self._split_or_join(statement, column)
                return
        inside = self._columns.first(statement.then)
        if statement.test.op is not MicroOp.AND or inside is None:
            return
        unit = self._columns.unit
        for index, operand in enumerate(statement.test.operands):
            start = self._columns.test_start(operand)
            # Between the two there must be room for another `if`, not only for a
            # parenthesis.
            if index and start is not None and column + unit <= start <= inside - unit:
                if not self._same_statement(
                    statement.test.operands[index - 1], operand
                ):
                    self._split(statement, index)
                    self._split_or_join(statement, column)
                    return

    def _same_statement(self, one: Value, other: Value) -> bool:
        """Return whether the second value begins on the line where the first ends."""
        room = self._columns.evidence.room_between(one, other)
        return room is not None and room > 0

    def _split(self, statement: tree.If, index: int) -> None:
        operands = statement.test.operands
        inner = tree.If(_all(operands[index:]), statement.then)
        statement.test = _all(operands[:index])
        statement.then = [inner]


def _ends_loop(statement: tree.Statement) -> bool:
    if isinstance(statement, tree.ReturnStatement):
        return statement.explicit not in ("return", "return None")
    return isinstance(statement, (tree.Break, tree.RaiseStatement))


def _all(operands: tuple[Value, ...]) -> Value:
    return operands[0] if len(operands) == 1 else Value(MicroOp.AND, operands)


def _and(one: Value, other: Value) -> Value:
    operands = (*_conjuncts(one), *_conjuncts(other))
    return Value(MicroOp.AND, operands, None, one.origins | other.origins)


def _conjuncts(value: Value) -> tuple[Value, ...]:
    return value.operands if value.op is MicroOp.AND else (value,)


def _with_break(body: list[tree.Statement]) -> list[tree.Statement]:
    last = body[-1] if body else None
    if isinstance(last, tree.ReturnStatement) and last.explicit == "break":
        return [*body[:-1], tree.Break()]
    return body
