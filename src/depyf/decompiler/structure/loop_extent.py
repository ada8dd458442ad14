"""Find the exit blocks whose source is inside the loop.

The cycle itself is in it for sure. The blocks of ``if test: foo(); break`` lie in no
cycle, but in the text, too; what follows the loop does not. The code may be the same
either way, so where the code object tells lines and columns they decide; else the
order of the blocks does, which is source order but for handlers.

Example of `LoopExtent.grow` (CPython 3.10 to 3.15)::

    def f(a, b):
        while a:
            if b: return b

Before::

    (no block)

After::

    block 3:
        return b
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.blocks import SPACING, split
from depyf.decompiler.analysis.traversal import reached
from depyf.decompiler.ir.function import EnterTry, Next, Raise, Reraise, Return
from depyf.decompiler.ir.function import successors as successors_of
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.structure.text_places import (
    TextPlaces,
    first_column,
    stands_within,
)

if TYPE_CHECKING:
    from depyf.decompiler.analysis.dominators import DominatorTree
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.structure.text_places import Start

#: An exit of a loop that ends the function in so many blocks belongs to its body.
_SHORT_END = 4

#: Bytes that the beginning of some ``try`` statements in each other takes.
_SETUPS = 8

_ENDS = (Raise, Reraise, Return)


class LoopExtent:
    """The blocks in the source of one loop, to be completed by `grow`.

    Attributes:
        header: the loop's header.
        around: the loop that it is in.
    """

    def __init__(
        self, text: TextPlaces, tree: DominatorTree[int], blocks: set[int], header: int
    ) -> None:
        """Record what never changes.

        Args:
            text: the graph, and where its blocks stood in the source.
            tree: its dominator tree.
            blocks: the loop's blocks, to be added to.
            header: the loop's header.
        """
        self._function = function = text.function
        self._before = text.preds
        self._text = text
        self._tree = tree
        self._blocks = blocks
        self.header = header
        end = function.blocks[header].terminator
        if isinstance(end, Next) and text.preds[end.body] == [header]:
            blocks.add(end.body)  # where the item is stored, be it no cycle
        self._column, self._room = first_column(text, blocks)
        self.around: LoopExtent | None = None
        self._last: tuple[int, int | None] = (0, None)
        # What begins with `try` has its head in front of what is tried.
        first = header // SPACING - (_SETUPS if isinstance(end, EnterTry) else 0)
        heads = range(first, header // SPACING + 2)
        self._end = function.evidence.loop_end(heads)
        self._normal = end.exhausted if isinstance(end, Next) else None

    def grow(self) -> None:
        """Add the exits that are part of the loop's source."""
        self._absorb_exits()
        self._absorb_side_exits()

    def stands_inside(self, block: int) -> bool | None:
        """Return whether the source has an exit in the loop; None if unknown."""
        if self._end is not None:
            known = [o for o in self._text.offsets(block) if o is not None]
            if not known and isinstance(
                self._function.blocks[block].terminator, EnterTry
            ):
                known = [block // SPACING]  # it has no other instruction
            return bool(known) and self.header // SPACING <= known[0] <= self._end
        first = self._first(block)
        # What an assertion raises has the place of the whole statement.
        is_raise = isinstance(self._function.blocks[block].terminator, Raise)
        room = self._room if is_raise else 0
        inside = None if first is None else self._is_inside(first, room)
        if first is None:
            inside = self._stands_try_inside(block)
        if inside is None and self.around is not None:
            return False if self.around.stands_inside(block) is False else None
        return inside

    def _first(self, block: int) -> Start | None:
        starts = self._text.starts(block)
        return next((start for start in starts if start.line is not None), None)

    def _stands_try_inside(self, block: int) -> bool | None:
        """Return whether the head of a ``try`` stands inside, judged by its body."""
        first, end = None, self._function.blocks[block].terminator
        while first is None and isinstance(end, EnterTry):
            first = self._first(end.body)
            end = self._function.blocks[end.body].terminator
        if first is None or first.column is None or self._column is None:
            return None
        if first.is_exact and first.column <= self._column:
            return False
        return None

    def cut(self, block: int) -> int | None:
        """Return the index of the first statement after the loop's source."""
        if self._end is not None:
            return self._cut_by_offset(block, self._end)
        starts = self._text.starts(block)
        was_inside = False
        for index, start in enumerate(starts):
            if start.line is None:
                continue
            inside = self._is_inside(start)
            if was_inside and inside is not True and self._is_below(start, inside):
                return index
            was_inside = was_inside or bool(inside) or self._is_level(start)
        return None

    def _cut_by_offset(self, block: int, end: int) -> int | None:
        was_inside = False
        for index, offset in enumerate(self._text.offsets(block)):
            if offset is None:
                continue
            if offset > end:
                return index if was_inside else None
            was_inside = offset >= self.header // SPACING
        return None

    def exits(self) -> set[int]:
        """Return the outside blocks that an edge from inside leads to."""
        targets = {
            target
            for block in self._blocks
            for target in successors_of(self._function.blocks[block].terminator)
        }
        return targets - self._blocks

    def _is_level(self, start: Start) -> bool:
        return start.column is not None and start.column == self._column

    def _is_below(self, start: Start, inside: bool | None) -> bool:
        """Return whether a statement comes after the loop."""
        if inside is False:
            return True
        last = self._last_line()
        if start.column is not None or start.line is None or last is None:
            return False
        return start.line > max(last, self._line_after() or last)

    def _is_inside(self, start: Start, room: int = 0) -> bool | None:
        inside = stands_within(start, self._column, room)
        if inside is not None or start.line is None:
            return inside
        last = self._last_line()
        if last is not None and start.line <= last:
            return True
        after = self._line_after()
        return None if after is None else start.line < after

    def _last_line(self) -> int | None:
        known, line = self._last
        if known != len(self._blocks):  # blocks are only ever added
            lines = [self._text.last_line(block) for block in self._blocks]
            line = max((line for line in lines if line is not None), default=None)
            self._last = len(self._blocks), line
        return line

    def _line_after(self) -> int | None:
        """Return the line after an exhausted iterator, if it is below the loop."""
        last = self._last_line()
        if self._normal is None or last is None:
            return None
        line = self._text.first_line(self._normal)
        return line if line is not None and line > last else None

    def _absorb_exits(self) -> None:
        end = self._offset_after()
        pending = sorted(self.exits())
        while pending:
            target = pending.pop()
            if target in self._blocks or target == self._normal:
                continue
            if not self._is_entered_from_inside(target):
                continue
            if self._is_begun_inside(target):
                inside = True
            elif self._end is None and self._text.first_line(target) is None:
                inside = self.header < target < end
                inside = inside and not self._follows_while(target)
                inside = inside and self.stands_inside(target) is not False
            else:
                inside = self.stands_inside(target) is True
            if inside:
                self._blocks.add(target)
                pending.extend(successors_of(self._function.blocks[target].terminator))

    def _follows_while(self, target: int) -> bool:
        """Return whether only an implicit ``return`` follows, after no ``for``."""
        block = self._function.blocks[target]
        end = block.terminator
        return (
            self._normal is None
            and self._function.evidence.has_columns
            and isinstance(end, Return)
            and end.is_plain
            and not end.explicit
            and not block.statements
        )

    def _offset_after(self) -> int:
        """Return the end of the loop's source: its exhausted arm, or its last block."""
        header = self._function.blocks[self.header].terminator
        if isinstance(header, Next):
            return max(header.exhausted, header.body)
        return max(self._blocks) + 1

    def _absorb_side_exits(self) -> None:
        """Add exits that lead to another exit: code before a ``break``.

        So is one of two exits that meet: there is one place that ``break`` leads to.
        """
        targets = self.exits()
        only = min(targets) if len(targets) == 1 else None
        if (
            only is not None
            and self._is_side_exit(only)
            and self._returns_at_once(only)
        ):
            self._blocks |= targets
            return
        sides = [t for t in sorted(targets - {self._normal}) if self._is_side_exit(t)]
        ways = {
            target: reached(self._function, target, {self.header})
            for target in targets
            if sides
        }
        for target in sides:
            others = targets - {target}
            if self._goes_on_around(target, others):
                continue
            leads_to_another = bool(others & ways[target])
            meets = any(self._meet(ways[target], ways[o]) for o in others)
            ends = self.header not in ways[target] and (len(ways[target]) <= _SHORT_END)
            ends = ends and not self._is_follow(target, ways)
            if self._end is not None and self.stands_inside(target) is False:
                ends = False  # `else` of `while` stands behind the end of its body
            if leads_to_another or meets or ends:
                self._blocks.add(target)
                return

    def _is_side_exit(self, target: int) -> bool:
        sources = self._before[target]
        if self._is_passed_before(target):
            return False
        if self.stands_inside(target) is False and not self._is_in_else(sources):
            return False
        if not self._function.evidence.has_columns and self._skips_text(target):
            return False
        # A loop of its own may follow this one: only its place tells that it does not.
        return all(source in self._blocks for source in sources)

    def _is_in_else(self, sources: list[int]) -> bool:
        """Return whether only a failed test, or code after the loop, leads there."""
        return self._end is not None and (
            sources == [self.header]
            or all(self.stands_inside(source) is False for source in sources)
        )

    def _is_entered_from_inside(self, target: int) -> bool:
        """Return whether only the loop leads there; it may be a loop itself."""
        return not self._is_passed_before(target) and all(
            source in self._blocks or self._tree.dominates(target, source)
            for source in self._before[target]
            if source in self._tree.position
        )

    def _is_begun_inside(self, target: int) -> bool:
        """True for the head of a ``for`` loop whose iterator this loop creates."""
        end = self._function.blocks[target].terminator
        if not isinstance(end, Next) or end.iterator.op is not MicroOp.LOAD:
            return False
        iterator = end.iterator.variable
        return iterator.is_temporary and all(
            any(
                value.op is MicroOp.STORE and value.variable == iterator
                for value in self._function.blocks[source].body
            )
            for source in self._before[target]
            if source in self._blocks
        )

    def _is_passed_before(self, target: int) -> bool:
        """Return whether all paths to the loop pass a block: an outer loop's head."""
        return target in self._tree.position and self._tree.dominates(
            target, self.header
        )

    def _skips_text(self, target: int) -> bool:
        """Return whether a handler leads past all later lines of the loop."""
        line, last = self._text.first_line(target), self._last_line()
        if line is None or last is None or line <= last:
            return False
        for source in self._before[target]:
            values = self._function.blocks[source].body
            until = self._text.last_line(source)
            if all(value.op is not MicroOp.EXC_POP for value in values):
                return False
            if until is None or until >= last:
                return False
        return True

    def _is_follow(self, target: int, reached: dict[int, set[int]]) -> bool:
        """Return whether it is the last exit and the loop has no other end.

        Code that a ``break`` leads to may have become one block with it: it is the
        last one that goes on to the last code.
        """
        if target != max(reached, key=lambda one: (max(reached[one]), one)):
            return False
        return self._normal is None or self._line_after() is not None

    def _meet(self, one: set[int], other: set[int]) -> bool:
        """Return whether the paths join other than in an end that may be copied."""
        return any(
            self._tree.dominates(self.header, block)
            and not isinstance(self._function.blocks[block].terminator, _ENDS)
            for block in one & other - self._blocks
            if block in self._tree.position
        )

    def _returns_at_once(self, target: int) -> bool:
        """Return whether an exit is a ``return`` from the loop's middle."""
        block = self._function.blocks[target]
        header = self._function.blocks[self.header]
        return (
            isinstance(block.terminator, Return)
            and not block.statements
            and (header.statements or target not in successors_of(header.terminator))
            and not block.terminator.is_plain
        )

    def _goes_on_around(self, target: int, others: set[int]) -> bool:
        """Return whether it leads to an outer loop's next pass by no other exit.

        No statement in this loop does that.
        """
        headers = set()
        around = self.around
        while around is not None:
            headers.add(around.header)
            around = around.around
        ways = reached(self._function, target, {self.header, *others})
        return not headers.isdisjoint(ways - others)


def cut_exits(function: Function, extents: list[LoopExtent]) -> bool:
    """Split exits that begin in a loop's source and continue after it.

    Returns:
        True if there were any; what was found out about the graph is void then.
    """
    for extent in extents:
        for target in sorted(extent.exits()):
            index = extent.cut(target)
            if index is not None:
                split(function, function.blocks[target], index)
                return True
    return False
