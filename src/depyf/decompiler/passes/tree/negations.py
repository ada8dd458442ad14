"""Restore ``not`` in tests where the source has it, if the code shows it.

``in`` and ``not in`` are different instructions, and so are ``is`` and ``is not``. A
``not`` before another test only inverts the jump. So the instructions of the former
decide about the latter.

Example (CPython 3.11 to 3.15)::

    def f(a, b):
        for x in a:
            if x in b:
                pass
            else:
                x()

Before::

    for target[x] in a:
        if unary[not](contains[False](x, b)):
            evaluate(call[](x))

After::

    for target[x] in a:
        if contains[False](x, b):
            continue
        evaluate(call[](x))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.held import bits, holds
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import Steps, complete, map_values
from depyf.decompiler.ir.value import Value, inverted
from depyf.decompiler.passes.deep import rewrite_deep

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

_DUAL = {MicroOp.AND: MicroOp.OR, MicroOp.OR: MicroOp.AND}

#: The costs of forms; the cheapest form is printed. People usually write a ``not``
#: before each of two operands, but one ``not`` before parentheses with three.
_NOT = 2
_NOT_AROUND = 5
#: The width of `` or not `` is at least this, that of ``) and (`` is smaller.
_ROOM_FOR_NOT = 8
#: Two parts of a test are too close to each other, or too far apart.
_MISPLACED = 8
#: The form has another instruction than the code.
_WRONG = 100


#: Statements that have a test or contain other statements.
_TESTING = tree.WITH_BODIES | {tree.Assert}


class _Form(NamedTuple):
    cost: int
    value: Value


def run(body: list[tree.Statement], function: Function) -> list[tree.Statement]:
    """Write all tests of the tree in their best form, in place."""
    negations = _Negations(function)
    map_values(body, negations.in_value)
    skip: list[tree.Statement] = (
        [tree.ReturnStatement(None)] if function.is_function else []
    )
    body = complete(negations.statements(body, skip))
    if not function.habits.tests_keep_not:
        map_values(body, _flipped)
    return body


def in_comprehension(value: Value, function: Function) -> Value:
    """Rewrite the conditions of a comprehension that was a separate function."""
    changed = _Negations(function).in_value(value)
    keeps_not = function.habits.tests_keep_not
    return changed if keeps_not else _flipped(changed)


class _Negations:
    def __init__(self, function: Function) -> None:
        self._function = function
        self._none_is_free = function.habits.none_tests_fused
        self._keeps_not = function.habits.tests_keep_not

    def statements(
        self, body: list[tree.Statement], skip: list[tree.Statement]
    ) -> Steps[list[tree.Statement]]:
        """Return the list with its tests rewritten; ``skip`` is the jump at its end."""
        if _TESTING.isdisjoint(map(type, body)):
            return list(body)
        result: list[tree.Statement] = []
        for index, statement in enumerate(body):
            after = skip if index == len(body) - 1 else []
            if isinstance(statement, (tree.For, tree.While)):
                statement.body = yield self.statements(
                    statement.body, [tree.Continue()]
                )
                statement.orelse = yield self.statements(statement.orelse, after)
            elif isinstance(statement, tree.Try):
                for inner in tree.bodies(statement):
                    inner[:] = yield self.statements(inner, [])
            elif isinstance(statement, (tree.With, tree.Match, tree.If)):
                for inner in tree.bodies(statement):
                    inner[:] = yield self.statements(inner, after)
            if isinstance(statement, tree.If):
                result += self._if(statement, after)
                continue
            if isinstance(statement, tree.Assert):
                result.append(self._assert(statement))
                continue
            if isinstance(statement, tree.While) and statement.test is not None:
                statement.test = self.test(statement.test)
            result.append(statement)
        return result

    def _assert(self, statement: tree.Assert) -> tree.Statement:
        """Write an ``assert`` as ``if a in b: assert c`` if the code requires it."""
        chosen = self._best(statement.test, negative=False)
        inverse = statement.test.is_negation
        junction = statement.test.operands[0] if inverse else statement.test
        count = len(junction.operands) if chosen.cost >= _WRONG else 0
        if junction.op is not (MicroOp.AND if inverse else MicroOp.OR):
            count = 0
        for cut in range(1, count):
            asked = self._best(_part(junction, 0, cut), negative=not inverse)
            rest = self._best(_part(junction, cut), negative=inverse)
            if asked.cost + rest.cost < _WRONG:
                return tree.If(
                    asked.value, [tree.Assert(rest.value, statement.message)]
                )
        statement.test = chosen.value
        return statement

    def _if(
        self, statement: tree.If, skip: list[tree.Statement]
    ) -> list[tree.Statement]:
        """Return the ``if`` with its test in the best form.

        If the instructions are those of the opposite test, an ``if`` without ``else``
        was another statement. At the end of a list it was a guard
        (``if opposite: continue``, then the arm). Elsewhere it had an empty arm
        (``if opposite: pass``, with the arm as ``else``).

        Args:
            statement: the statement, whose test is changed in place.
            skip: the jump to the end of the list; empty if there is none.
        """
        opposite = self._best(statement.test, negative=True)
        chosen = self._best(statement.test, negative=False)
        statement_is_other = opposite.cost < _WRONG <= chosen.cost
        if statement_is_other and not statement.orelse:
            if skip:
                return [tree.If(opposite.value, list(skip)), *statement.then]
            # If `not` has its own code, only a `not` that a pass added is wrong.
            is_inverted = statement.asked is not None and (
                statement.asked.is_negation != statement.test.is_negation
            )
            if is_inverted or not self._keeps_not:
                return [tree.If(opposite.value, [tree.Pass()], statement.then)]
        statement.test = chosen.value
        return [statement]

    def test(self, value: Value) -> Value:
        """Return the best form of a value that is only tested for truth."""
        return self._best(value, negative=False).value

    def _best(self, value: Value, *, negative: bool) -> _Form:
        """Return the cheapest form of ``value``, or of ``not value``."""
        if value.is_negation:
            return self._best(value.operands[0], negative=not negative)
        if value.op in _DUAL:
            return self._best_junction(value, negative=negative)
        if not negative:
            return _Form(0, value)
        if value.op in (MicroOp.IS, MicroOp.CONTAINS):
            is_free = self._is_free(value)
            if self._keeps_not and not is_free:
                return _Form(_WRONG, inverted(value))
            flipped = Value(value.op, value.operands, not value.payload, value.origins)
            return _Form(0 if is_free else _WRONG, flipped)
        return _Form(_NOT, inverted(value))

    def _best_junction(self, value: Value, *, negative: bool) -> _Form:
        spread = self._joined(value, negative=negative)
        inside = self._joined(value, negative=not negative)
        around = _Form(inside.cost + _NOT_AROUND, inverted(inside.value))
        return min(spread, around, key=lambda form: form.cost)

    def _joined(self, value: Value, *, negative: bool) -> _Form:
        """Return the best form of a boolean operation or of its opposite."""
        forms = [self._best(operand, negative=negative) for operand in value.operands]
        op = _DUAL[value.op] if negative else value.op
        operands: list[Value] = []
        for form in forms:
            flat = form.value.op is op
            operands += form.value.operands if flat else (form.value,)
        cost = sum(form.cost for form in forms)
        operands = self._with_shared_nots(op, operands)
        cost += _MISPLACED * sum(map(self._is_odd, operands, operands[1:]))
        return _Form(cost, Value(op, tuple(operands), None, value.origins))

    def _with_shared_nots(self, op: MicroOp, operands: list[Value]) -> list[Value]:
        """Turn ``not a and not b`` into ``not (a or b)`` if the columns say so."""
        result: list[Value] = []
        run: list[Value] = []

        def close() -> None:
            if len(run) > 1:
                parts = tuple(operand.operands[0] for operand in run)
                result.append(inverted(Value(_DUAL[op], parts, None, run[0].origins)))
            else:
                result.extend(run)
            run.clear()

        for operand in operands:
            if run and not (operand.is_negation and self._is_odd(run[-1], operand)):
                close()
            if operand.is_negation:
                run.append(operand)
            else:
                result.append(operand)
        close()
        return result if len(result) > 1 else operands

    def _is_odd(self, one: Value, other: Value) -> bool:
        """Return whether ``other`` has or lacks a ``not`` contrary to the columns."""
        room = self._function.evidence.room_between(one, other)
        if room is None:
            return False
        has_room = room - self._hidden(one) >= _ROOM_FOR_NOT
        return has_room != other.is_negation

    def _hidden(self, value: Value) -> int:
        """Return the width of ``is None`` if no instruction shows its position."""
        while value.is_negation:
            value = value.operands[0]
        if (
            not self._is_free(value)
            or self._function.evidence.spans.keys() >= value.origins
        ):
            return 0
        return len(" is not None" if value.payload else " is None")

    def _is_free(self, value: Value) -> bool:
        """Return whether a test and its opposite have the same code."""
        return (
            self._none_is_free
            and value.op is MicroOp.IS
            and value.operands[1].payload == Constant(None)
        )

    def in_value(self, value: Value) -> Value:
        """Return the value with its inner tests in their best form."""

        def change(node: Value) -> Value:
            if node.op is MicroOp.CONDITIONAL:
                test, *arms = node.operands
                return node.with_operands((self.test(test), *arms))
            return node

        if not holds(value, _HAVE_TESTS):
            return value
        return rewrite_deep(value, change, test=self.test)


def _part(junction: Value, first: int, end: int | None = None) -> Value:
    """Return some neighbouring operands of an ``and`` or ``or``."""
    operands = junction.operands[first:end]
    if len(operands) == 1:
        return operands[0]
    return Value(junction.op, operands, None, junction.origins)


#: Only values with one of these operations contain a test.
_HAVE_TESTS = bits(MicroOp.CONDITIONAL, MicroOp.COMPREHENSION)
_MAY_FLIP = bits(MicroOp.UNARY, MicroOp.COMPREHENSION)


def _flipped(value: Value) -> Value:
    """Return the value with ``a not in b`` for each ``not a in b``."""
    if not holds(value, _MAY_FLIP):
        return value
    return rewrite_deep(value, _flip)


def _flip(node: Value) -> Value:
    """Return ``a not in b`` for ``not a in b``; other nodes stay unchanged."""
    if node.is_negation and node.operands[0].op in (MicroOp.IS, MicroOp.CONTAINS):
        asked = node.operands[0]
        origins = asked.origins | node.origins
        return Value(asked.op, asked.operands, not asked.payload, origins)
    return node
