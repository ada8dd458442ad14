"""In which column of the source a statement began, as far as its instructions tell.

An instruction has the place of the expression it was compiled from. What a statement
begins with (``if``, ``return``, ``not``) has no instruction; its width is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Assert,
    Break,
    Continue,
    For,
    If,
    Match,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    With,
)
from depyf.decompiler.ir.statement_tree import walk

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence
    from depyf.decompiler.ir.value import Value

_JUNCTIONS = (MicroOp.AND, MicroOp.OR, MicroOp.CONDITIONAL)
_DELETES = (MicroOp.DELETE, MicroOp.DEL_ATTR, MicroOp.DEL_ITEM)
_USUAL_UNIT = 4
#: A test may begin with one, which no instruction shows.
_PARENTHESIS = 1


class Columns:
    """Answers for the statements of one function."""

    def __init__(self, evidence: SourceEvidence, body: list[Statement]) -> None:
        """Args: evidence: has the places. body: the tree of the function."""
        self.evidence = evidence
        #: How far a body is indented.
        self.unit: int = self._indentation(body)

    def first(self, body: list[Statement], around: int | None = None) -> int | None:
        """The column of a statement list; None if unknown.

        What belongs deeper does not count, nor what is behind a parenthesis.

        Args:
            body: the list.
            around: the column of the statement that it is in.
        """
        found = [self.starts(statement) for statement in body]
        certain = [starts[0] for starts in found if len(starts) == 1]
        least = min(certain, default=0)
        usual = None if around is None else around + self.unit
        if body and usual is not None and usual < least:
            if self.starts_at(body[0], usual):
                return usual  # the rest was in the first one
        if certain and not any(starts and max(starts) < least for starts in found):
            return least
        if usual is not None:
            return usual
        return min((max(starts) for starts in found if starts), default=None)

    def starts(self, statement: Statement) -> tuple[int, ...]:
        """Columns in which a statement may have begun, none if unknown."""
        find = _STARTS.get(type(statement))
        return () if find is None else find(self, statement)

    def elif_starts_at(self, statement: Statement, column: int) -> bool:
        """True if the statement is behind an ``elif`` in a column."""
        if not isinstance(statement, If):
            return False
        width = len("elif ") - len("if ")
        found = [start - width for start in self.starts(statement)]
        return any(start - column in (0, _PARENTHESIS) for start in found)

    def starts_at(self, statement: Statement, column: int) -> bool:
        """True if the statement may have begun in a column."""
        starts = self.starts(statement)
        if isinstance(statement, (If, While, Assert)):
            starts = (*starts, *(start - _PARENTHESIS for start in starts))
        return column in starts

    def test_start(self, test: Value) -> int | None:
        """The column of ``if`` before a test."""
        return self._before(test, len("if "))

    def _indentation(self, body: list[Statement]) -> int:
        found: set[int] = set()
        for statement in walk(body):
            if isinstance(statement, Simple):
                found.update(self.starts(statement))
        ordered = sorted(found)
        steps = [b - a for a, b in zip(ordered, ordered[1:])]
        step = min((s for s in steps if s > 1), default=_USUAL_UNIT)
        return step if step % _USUAL_UNIT else _USUAL_UNIT

    def _before(self, value: Value, width: int) -> int | None:
        place = self.evidence.span_of(value)
        if place is None:
            return None
        column = place.column - width - _lead(value)
        return column if column >= 0 else None

    def _simple(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, Simple)
        if self._hides_start(statement.value):
            return ()
        width = len("del ") if statement.value.op in _DELETES else 0
        return _known(self._before(statement.value, width))

    def _hides_start(self, value: Value) -> bool:
        """True if one instruction stores both targets, with the place of one (3.13)."""
        target = value.operands[-1] if value.op is MicroOp.ASSIGN else value
        if target.op is not MicroOp.BUILD or len(target.operands) < 2:
            return False
        first, second = map(self.evidence.span_of, target.operands[:2])
        return first is None or first == second

    def _returned(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, ReturnStatement)
        return self._keyword(statement.value, "return ")

    def _raised(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, RaiseStatement)
        place = self.evidence.span(statement.origins)
        if place is not None:
            return (place.column,)
        return self._keyword(statement.exception, "raise ")

    def _keyword(self, value: Value | None, keyword: str) -> tuple[int, ...]:
        """With or without an instruction of the statement itself."""
        place = None if value is None else self.evidence.span_of(value)
        if place is None:
            return ()
        return (place.column, place.column - len(keyword))

    def _jump(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, (Break, Continue))
        place = self.evidence.span(statement.origins)
        return () if place is None else (place.column,)

    def _header(self, statement: Statement) -> tuple[int, ...]:
        value, width = _HEADERS[type(statement)](statement)
        return () if value is None else _known(self._before(value, width))

    def _tested(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, If)
        if statement.asked is None:
            # Nothing tells a test at the end of a loop from its opposite.
            place = self.evidence.span_of(statement.test)
            found = () if place is None else (place.column - len("if "),)
            return (*found, *(start - len("not ") for start in found))
        return self._header(statement)

    def _bare(self, statement: Statement) -> tuple[int, ...]:
        assert isinstance(statement, (Try, While))
        if isinstance(statement, While) and statement.test is not None:
            return self._header(statement)
        inner = self.first(statement.body[:1])
        return _known(None if inner is None else inner - self.unit)


def _known(column: int | None) -> tuple[int, ...]:
    return () if column is None else (column,)


def _lead(value: Value) -> int:
    """How many columns of a test stand before its first instruction's place."""
    width = 0
    while True:
        if value.op is MicroOp.UNARY and value.payload == "not":
            inner = value.operands[0]
            if inner.op in (MicroOp.IS, MicroOp.CONTAINS):
                return width  # it is `is not`
            width += len("not (") if inner.op in _JUNCTIONS else len("not ")
        elif value.op in (MicroOp.AND, MicroOp.OR):
            inner = value.operands[0]
            width += inner.op in _JUNCTIONS
        else:
            return width
        value = inner


def _with_header(statement: Statement) -> tuple[Value | None, int]:
    assert isinstance(statement, With)
    width = len("async with ") if statement.is_async else len("with ")
    return statement.items[0].context, width


def _for_header(statement: Statement) -> tuple[Value | None, int]:
    assert isinstance(statement, For)
    width = len("async for ") if statement.is_async else len("for ")
    return statement.target, width


_HEADERS: dict[type, Callable[[Statement], tuple[Value | None, int]]] = {
    If: lambda s: (s.asked or s.test if isinstance(s, If) else None, len("if ")),
    While: lambda s: (s.test if isinstance(s, While) else None, len("while ")),
    Assert: lambda s: (s.test if isinstance(s, Assert) else None, len("assert ")),
    Match: lambda s: (s.subject if isinstance(s, Match) else None, len("match ")),
    For: _for_header,
    With: _with_header,
}

_STARTS: dict[type, Callable[[Columns, Statement], tuple[int, ...]]] = {
    Simple: Columns._simple,  # noqa: SLF001
    ReturnStatement: Columns._returned,  # noqa: SLF001
    RaiseStatement: Columns._raised,  # noqa: SLF001
    Break: Columns._jump,  # noqa: SLF001
    Continue: Columns._jump,  # noqa: SLF001
    If: Columns._tested,  # noqa: SLF001
    Assert: Columns._header,  # noqa: SLF001
    Match: Columns._header,  # noqa: SLF001
    For: Columns._header,  # noqa: SLF001
    With: Columns._header,  # noqa: SLF001
    While: Columns._bare,  # noqa: SLF001
    Try: Columns._bare,  # noqa: SLF001
}
