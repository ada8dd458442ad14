"""Find the source positions of a graph's blocks, if the code object has positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple

from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.ir.function import Raise, Return, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.evidence import Span
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.ir.value import Value

#: The most columns between the beginning of a statement and its first value:
#: ``assert``, ``elif`` and ``while`` have no instruction of their own.
_KEYWORD = 7

#: The same for a statement whose test begins with ``not``.
ROOM_BEFORE_VALUE = _KEYWORD + len("not ")


class Start(NamedTuple):
    """The position at which a statement of a block begins.

    Args:
        line: the first line of the statement.
        column: the column of its first character, or of its first value.
        is_exact: whether ``column`` is that of its first character.
    """

    line: int | None
    column: int | None
    is_exact: bool


class TextPlaces:
    """The lines and columns of a graph's blocks, each computed once."""

    def __init__(self, function: Function) -> None:
        """Args: function: the graph, which must not change any more."""
        self.function = function
        self._evidence = function.evidence
        self.preds: dict[int, list[int]] = preceding_blocks(function)
        self._starts: dict[int, list[Start]] = {}

    def starts(self, block: int) -> list[Start]:
        """Return the start of each statement of a block, its terminator last."""
        found = self._starts.get(block)
        if found is None:
            found = list(self._find(self.function.blocks[block]))
            self._starts[block] = found
        return found

    def offsets(self, block: int) -> list[int | None]:
        """Return the offset of each statement of a block, its terminator last."""
        found = self.function.blocks[block]
        end = found.terminator
        offsets = [
            None
            if value.op is MicroOp.ORIGIN
            else min(value.all_origins(), default=None)
            for value in found.body
        ]
        last = set(end.origins)
        last.update(*(value.all_origins() for value in terminator_values(end)))
        return [*offsets, min(last, default=None)]

    def first_line(self, block: int) -> int | None:
        """Return the smallest line on which a statement of a block begins."""
        lines = [s.line for s in self.starts(block) if s.line is not None]
        return min(lines, default=None)

    def last_line(self, block: int) -> int | None:
        """Return the largest line on which a statement of a block begins."""
        lines = [s.line for s in self.starts(block) if s.line is not None]
        return max(lines, default=None)

    def _find(self, block: BasicBlock) -> Iterator[Start]:
        for statement in block.body:
            yield self._of_statement(statement)
        end = block.terminator
        if isinstance(end, Return) and end.is_plain and not end.explicit:
            yield Start(None, None, is_exact=False)  # the compiler added this return
        elif isinstance(end, Raise):
            yield self._of_last(end.origins)
        elif isinstance(end, Return):
            yield self._of_return(end)
        else:
            for value in terminator_values(end):
                yield self._of_value(value, is_exact=False)

    def _of_statement(self, statement: Value) -> Start:
        if statement.op is MicroOp.ORIGIN:
            return Start(None, None, is_exact=False)
        is_exact = statement.op is not MicroOp.STORE or not (
            statement.variable.is_temporary
        )
        start = self._of_value(statement, is_exact=is_exact)
        if statement.op is MicroOp.ASSIGN and statement.operands[-1].operands:
            # One instruction may store two targets, with the position of the second.
            return start._replace(column=None)
        return start

    def _of_return(self, end: Return) -> Start:
        place = self._evidence.span_of_return(end.value, end.origins)
        if place is not None:
            return Start(place.line, place.column, is_exact=True)
        value = self._of_value(end.value, is_exact=False)
        if value.line is not None:
            return value
        return self._of_last(end.origins)

    def _of_value(self, value: Value, *, is_exact: bool) -> Start:
        # Instructions before the last one may belong to an earlier part without a
        # value.
        last = (max(node.origins) for node in value.walk() if node.origins)
        return self._start(self._evidence.span_of(value), last, is_exact=is_exact)

    def _of_last(self, origins: tuple[int, ...]) -> Start:
        """Return a statement's start, as the position of its last instruction."""
        last = origins[-1:]
        return self._start(self._evidence.span(last), last, is_exact=True)

    def _start(
        self, place: Span | None, offsets: Iterable[int], *, is_exact: bool
    ) -> Start:
        if place is not None:
            return Start(place.line, place.column, is_exact)
        lines = self._evidence.lines_of(offsets)
        return Start(min(lines, default=None), None, is_exact=False)


def first_column(text: TextPlaces, blocks: set[int]) -> tuple[int | None, int]:
    """Return the first column of a loop's statements, and how far it may be off.

    If a statement begins with a keyword, only the column of its first value is known.
    """
    starts = [start for block in blocks for start in text.starts(block)]
    columns = [(s.column, not s.is_exact) for s in starts if s.column is not None]
    column, is_value = min(columns, default=(None, False))
    return column, ROOM_BEFORE_VALUE if is_value else 0


def stands_within(start: Start, column: int | None, room: int = 0) -> bool | None:
    """Return whether a statement is indented at least as far as a body.

    Args:
        start: where the statement begins.
        column: where the statements of the body begin.
        room: how many columns further left the body may really begin.

    Returns:
        None if the columns do not decide: ``assert a`` after a loop and ``if a`` inside
            it may have their values in the same column.
    """
    if column is None or start.column is None:
        return None
    if start.column < column - room:
        return False
    if start.column < column:
        return None
    if start.is_exact:
        return start.column > column or None
    return start.column > column + _KEYWORD or None
