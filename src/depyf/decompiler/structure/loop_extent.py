"""Find the exit blocks whose source is inside the loop.

The blocks of ``if test: foo(); break`` are in no cycle, but their source is inside the
loop. Code after the loop is outside. The bytecode may be equal in both cases. Then
lines and columns decide, if the code object has them. Otherwise the order of the blocks
does, which is source order except for handlers.

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

#: An exit that ends the function within this number of blocks belongs to the loop's
#: body.
_SHORT_END = 4

#: The number of bytes before a ``try``'s first instruction, if a few are nested
#: directly.
_SETUPS = 8

_ENDS = (Raise, Reraise, Return)


class LoopExtent:
    """The blocks in the source of one loop; `grow` adds the exit blocks.

    Attributes:
        header: the loop's header.
        around: the loop around this one, or None.
    """

    def __init__(
        self, text: TextPlaces, tree: DominatorTree[int], blocks: set[int], header: int
    ) -> None:
        """Record the parts of the graph that do not change.

        Args:
            text: the graph, with the source positions of its blocks.
            tree: the dominator tree of the graph.
            blocks: the blocks of the loop; exits are added to this set.
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
            blocks.add(end.body)  # stores the item, even if in no cycle
        self._column, self._room = first_column(text, blocks)
        self.around: LoopExtent | None = None
        self._last: tuple[int, int | None] = (0, None)
        # A loop that begins with `try` has its head before the first instruction of the
        # body.
        first = header // SPACING - (_SETUPS if isinstance(end, EnterTry) else 0)
        heads = range(first, header // SPACING + 2)
        self._end = function.evidence.loop_end(heads)
        self._normal = end.exhausted if isinstance(end, Next) else None

    def grow(self) -> None:
        """Add the exit blocks that are part of the loop's source."""
        self._absorb_exits()
        self._absorb_side_exits()

    def stands_inside(self, block: int) -> bool | None:
        """Return whether an exit's source is inside the loop; None if unknown."""
        if self._end is not None:
            known = [o for o in self._text.offsets(block) if o is not None]
            if not known and isinstance(
                self._function.blocks[block].terminator, EnterTry
            ):
                known = [block // SPACING]  # the block has no other instruction
            return bool(known) and self.header // SPACING <= known[0] <= self._end
        first = self._first(block)
        # The `raise` of an assertion has the position of the whole statement.
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
        """Return False if a ``try``'s body is too far left to be inside, else None."""
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
        """Return the index of the first statement in a block that is after the loop."""
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
        """Return the blocks outside the loop that its blocks lead to."""
        targets = {
            target
            for block in self._blocks
            for target in successors_of(self._function.blocks[block].terminator)
        }
        return targets - self._blocks

    def _is_level(self, start: Start) -> bool:
        return start.column is not None and start.column == self._column

    def _is_below(self, start: Start, inside: bool | None) -> bool:
        """Return whether a statement stands below the last line of the loop."""
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
        """Return the line of the exhausted arm, if that line is below the loop."""
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
        """Return whether a block after a ``while`` only has the implicit ``return``."""
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
        """Return the end of the loop as a block id: its exhausted arm or last block."""
        header = self._function.blocks[self.header].terminator
        if isinstance(header, Next):
            return max(header.exhausted, header.body)
        return max(self._blocks) + 1

    def _absorb_side_exits(self) -> None:
        """Add exits that lead to another exit, such as code before a ``break``.

        If two exits meet, one of them is inside the loop, because ``break`` has only
        one target.
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
                ends = False  # `else` of `while` stands after its body
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
        # Such an exit may be a loop that follows this one; then it has a predecessor
        # outside.
        return all(source in self._blocks for source in sources)

    def _is_in_else(self, sources: list[int]) -> bool:
        """Return whether only a failed test or code after the loop leads to an exit."""
        return self._end is not None and (
            sources == [self.header]
            or all(self.stands_inside(source) is False for source in sources)
        )

    def _is_entered_from_inside(self, target: int) -> bool:
        """Return whether only this loop leads to a block, which may be a loop too."""
        return not self._is_passed_before(target) and all(
            source in self._blocks or self._tree.dominates(target, source)
            for source in self._before[target]
            if source in self._tree.position
        )

    def _is_begun_inside(self, target: int) -> bool:
        """Return whether a block begins a ``for`` whose iterator this loop creates."""
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
        """Return whether a block dominates the loop, as an outer loop's head does."""
        return target in self._tree.position and self._tree.dominates(
            target, self.header
        )

    def _skips_text(self, target: int) -> bool:
        """Return whether a jump from a handler skips later lines of the loop."""
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
        """Return whether an exit is the code after a loop that has no other end.

        The target of a ``break`` may have merged with the code after the loop. It is
        the exit from which the last block is reached.
        """
        if target != max(reached, key=lambda one: (max(reached[one]), one)):
            return False
        return self._normal is None or self._line_after() is not None

    def _meet(self, one: set[int], other: set[int]) -> bool:
        """Return whether the paths of two exits join, other than in a copied end."""
        return any(
            self._tree.dominates(self.header, block)
            and not isinstance(self._function.blocks[block].terminator, _ENDS)
            for block in one & other - self._blocks
            if block in self._tree.position
        )

    def _returns_at_once(self, target: int) -> bool:
        """Return whether an exit is a ``return`` from the middle of the loop."""
        block = self._function.blocks[target]
        header = self._function.blocks[self.header]
        return (
            isinstance(block.terminator, Return)
            and not block.statements
            and (header.statements or target not in successors_of(header.terminator))
            and not block.terminator.is_plain
        )

    def _goes_on_around(self, target: int, others: set[int]) -> bool:
        """Return whether an exit leads to an outer loop's head, but not by other exits.

        No statement inside the loop can do that.
        """
        headers = set()
        around = self.around
        while around is not None:
            headers.add(around.header)
            around = around.around
        ways = reached(self._function, target, {self.header, *others})
        return not headers.isdisjoint(ways - others)


def cut_exits(function: Function, extents: list[LoopExtent]) -> bool:
    """Split exit blocks that begin inside a loop's source and continue after the loop.

    Returns:
        True if a block was split. Analyses of the graph are then out of date.
    """
    for extent in extents:
        for target in sorted(extent.exits()):
            index = extent.cut(target)
            if index is not None:
                split(function, function.blocks[target], index)
                return True
    return False
