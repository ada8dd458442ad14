"""Find the source column in which a statement began, from its instructions.

An instruction has the position of the expression that it was compiled from. The
beginning of a statement (``if``, ``return``, ``not``) has no instruction, but its width
is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement_tree import walk

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import SourceEvidence, Span
    from depyf.decompiler.ir.value import Value

_JUNCTIONS = (MicroOp.AND, MicroOp.OR, MicroOp.CONDITIONAL)
_DELETES = (MicroOp.DELETE, MicroOp.DEL_ATTR, MicroOp.DEL_ITEM)
_USUAL_UNIT = 4
#: A test may begin with a parenthesis, which no instruction shows.
_PARENTHESIS = 1


class Columns:
    """Finds the columns of the statements of one function."""

    def __init__(self, evidence: SourceEvidence, body: list[tree.Statement]) -> None:
        """Args: evidence: has the positions. body: the tree of the function."""
        self.evidence = evidence
        # By id; the values are kept alive, so that no other value gets the same id.
        self._places: dict[int, tuple[Value, Span | None]] = {}
        #: The number of columns by which a body is indented.
        self.unit: int = self._indentation(body)

    def first(
        self, body: list[tree.Statement], around: int | None = None
    ) -> int | None:
        """Return the column of a statement list; None if unknown.

        Statements that may be nested more deeply, or begin with a parenthesis, do not
        count.

        Args:
            body: the list.
            around: the column of the statement around the list.
        """
        found = [self.starts(statement) for statement in body]
        certain = [starts[0] for starts in found if len(starts) == 1]
        least = min(certain, default=0)
        usual = None if around is None else around + self.unit
        if body and usual is not None and usual < least:
            if self.starts_at(body[0], usual):
                return usual  # the other statements were nested in the first
        if certain and not any(starts and max(starts) < least for starts in found):
            return least
        if usual is not None:
            return usual
        return min((max(starts) for starts in found if starts), default=None)

    def starts(self, statement: tree.Statement) -> tuple[int, ...]:
        """Return the columns in which a statement may have begun; none if unknown."""
        if isinstance(statement, tree.Simple):
            return self._simple(statement.value)
        if isinstance(statement, (tree.Break, tree.Continue)):
            return self._own(statement.origins)
        if isinstance(statement, tree.ReturnStatement):
            return self._keyword(statement.value, "return ")
        if isinstance(statement, tree.RaiseStatement):
            own = self._own(statement.origins)
            return own or self._keyword(statement.exception, "raise ")
        if isinstance(statement, tree.If) and statement.asked is None:
            # A test at the end of a loop has the same code as its opposite.
            place = self._place(statement.test)
            found = () if place is None else (place.column - len("if "),)
            return (*found, *(start - len("not ") for start in found))
        keyword, value = _header(statement)
        if value is not None:
            return _known(self._before(value, keyword))
        if isinstance(statement, (tree.Try, tree.While)):
            inner = self.first(statement.body[:1])
            return _known(None if inner is None else inner - self.unit)
        return ()

    def elif_starts_at(self, statement: tree.Statement, column: int) -> bool:
        """Return whether a statement may follow an ``elif`` that begins in a column."""
        if not isinstance(statement, tree.If):
            return False
        width = len("elif ") - len("if ")
        found = [start - width for start in self.starts(statement)]
        return any(start - column in (0, _PARENTHESIS) for start in found)

    def starts_at(self, statement: tree.Statement, column: int) -> bool:
        """Return whether the statement may have begun in a column."""
        starts = self.starts(statement)
        if isinstance(statement, (tree.If, tree.While, tree.Assert)):
            starts = (*starts, *(start - _PARENTHESIS for start in starts))
        return column in starts

    def test_start(self, test: Value) -> int | None:
        """Return the column of the ``if`` before a test."""
        return self._before(test, "if ")

    def _indentation(self, body: list[tree.Statement]) -> int:
        found: set[int] = set()
        for statement in walk(body):
            if isinstance(statement, tree.Simple):
                found.update(self.starts(statement))
        ordered = sorted(found)
        steps = [b - a for a, b in zip(ordered, ordered[1:])]
        step = min((s for s in steps if s > 1), default=_USUAL_UNIT)
        return step if step % _USUAL_UNIT else _USUAL_UNIT

    def _place(self, value: Value) -> Span | None:
        known = self._places.get(id(value))
        if known is None:
            known = self._places[id(value)] = value, self.evidence.span_of(value)
        return known[1]

    def _before(self, value: Value, keyword: str) -> int | None:
        place = self._place(value)
        if place is None:
            return None
        column = place.column - len(keyword) - _lead(value)
        return column if column >= 0 else None

    def _simple(self, value: Value) -> tuple[int, ...]:
        if self._hides_start(value):
            return ()
        return _known(self._before(value, "del " if value.op in _DELETES else ""))

    def _hides_start(self, value: Value) -> bool:
        """Return whether one instruction stores the first two targets (3.13)."""
        target = value.operands[-1] if value.op is MicroOp.ASSIGN else value
        if target.op is not MicroOp.BUILD or len(target.operands) < 2:
            return False
        first, second = map(self._place, target.operands[:2])
        return first is None or first == second

    def _own(self, origins: tuple[int, ...]) -> tuple[int, ...]:
        """Return the column of a statement without a value."""
        place = self.evidence.span(origins)
        return () if place is None else (place.column,)

    def _keyword(self, value: Value | None, keyword: str) -> tuple[int, ...]:
        """Return the value's column, and the column of a keyword before it."""
        place = None if value is None else self._place(value)
        if place is None:
            return ()
        return (place.column, place.column - len(keyword))


def _known(column: int | None) -> tuple[int, ...]:
    return () if column is None else (column,)


def _lead(value: Value) -> int:
    """Return the number of columns of a test before its first instruction."""
    width = 0
    while True:
        if value.is_negation:
            inner = value.operands[0]
            if inner.op in (MicroOp.IS, MicroOp.CONTAINS):
                return width  # `is not` or `not in`
            width += len("not (") if inner.op in _JUNCTIONS else len("not ")
        elif value.op in (MicroOp.AND, MicroOp.OR):
            inner = value.operands[0]
            width += inner.op in _JUNCTIONS
        else:
            return width
        value = inner


def _header(statement: tree.Statement) -> tuple[str, Value | None]:
    """Return the first words of a statement, and the first value in it."""
    if isinstance(statement, tree.If):
        return "if ", statement.asked or statement.test
    if isinstance(statement, tree.While):
        return "while ", statement.test
    if isinstance(statement, tree.Assert):
        return "assert ", statement.test
    if isinstance(statement, tree.Match):
        return "match ", statement.subject
    if isinstance(statement, (tree.For, tree.With)):
        keyword = "async " if statement.is_async else ""
        if isinstance(statement, tree.For):
            return f"{keyword}for ", statement.target
        return f"{keyword}with ", statement.items[0].context
    return "", None
