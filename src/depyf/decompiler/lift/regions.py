"""Turn exception tables (3.11 and later) into protected regions.

Ranges of a table never overlap, because each instruction names only its innermost
handler. So entries are grouped by handler, and the parent of a region is the region
that covers the *entry* of its handler. CPython adds some handlers for its own cleanup.
These are removed here, and the code that such a handler covers belongs to the region
around the handler:

- ``COPY 3 | POP_EXCEPT | RERAISE 1`` restores the handled exception, which leaving an
  ``except`` clause implies.
- ``CALL_INTRINSIC_1 STOPITERATION_ERROR | RERAISE 1`` is the handler around a
  generator.
- ``CLEANUP_THROW`` and ``END_ASYNC_FOR``: see `lift.protocols`.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, List, Optional, Sequence, Tuple

from depyf.decompiler.bytecode.opcodes import INTRINSICS_1
from depyf.decompiler.lift.operations import (
    FALLS,
    TERMINATORS,
    LiftError,
    Operation,
    RegionKey,
)

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.bytecode.disassemble import Instruction
    from depyf.decompiler.bytecode.exception_table import ExceptionEntry


_Pattern = Tuple[Tuple[str, Optional[int]], ...]
#: A region, the slots restored on the path to its handler, and the stack depth needed.
_UnwindPath = Tuple[Optional[RegionKey], List[int], int]
_RESTORING: _Pattern = (("COPY", 3), ("POP_EXCEPT", None), ("RERAISE", 1))
_WRAPPING: _Pattern = (
    ("CALL_INTRINSIC_1", INTRINSICS_1.index("stopiteration_error")),
    ("RERAISE", 1),
)
_PATTERNS: tuple[_Pattern, ...] = (
    _RESTORING,
    _WRAPPING,
    (("CLEANUP_THROW", None),),
    (("END_ASYNC_FOR", None),),
)


def _cleanup_pattern(code: Sequence[Instruction], position: int) -> _Pattern | None:
    """Return the cleanup pattern of the handler at ``position``, or None."""
    for pattern in _PATTERNS:
        found = code[position : position + len(pattern)]
        if len(found) == len(pattern) and all(
            each.opname == name and (arg is None or each.arg == arg)
            for each, (name, arg) in zip(found, pattern)
        ):
            return pattern
    return None


def _values_before(unit: CodeUnit) -> int:
    """Return the number of stack slots in use where a generator begins."""
    names = [instruction.opname for instruction in unit.instructions]
    if "RETURN_GENERATOR" not in names:
        return 0
    before = names[names.index("RETURN_GENERATOR") - 1]
    return {"GET_ITER": unit.behaviour.iterator_slots, "GET_AITER": 1}.get(before, 0)


class RegionTable:
    """Finds the region of an offset.

    Attributes:
        is_empty: whether there is no protected region.
    """

    def __init__(self, unit: CodeUnit) -> None:
        """Read the exception table of ``unit``.

        Raises:
            LiftError: ranges overlap.
        """
        self._entries: list[ExceptionEntry] = sorted(unit.exceptions)
        for before, entry in zip(self._entries, self._entries[1:]):
            if entry.start < before.end:
                raise LiftError("ranges of the exception table overlap", entry.start)
        self.is_empty: bool = not self._entries
        self._starts = [entry.start for entry in self._entries]
        self._code = unit.instructions
        self._position = (
            {each.start: index for index, each in enumerate(self._code)}
            if self._entries
            else {}
        )
        self._patterns: dict[int, _Pattern | None] = {}
        self._paths: dict[int, _UnwindPath] = {}
        self._begun = _values_before(unit) if self._entries else 0

    def _entry_at(self, offset: int) -> ExceptionEntry | None:
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return None
        entry = self._entries[index]
        return entry if offset < entry.end else None

    def _pattern_at(self, target: int) -> _Pattern | None:
        if target not in self._patterns:
            position = self._position.get(target)
            self._patterns[target] = (
                None if position is None else _cleanup_pattern(self._code, position)
            )
        return self._patterns[target]

    def _reraised_at(self, target: int, pattern: _Pattern) -> int:
        """Return the offset at which a cleanup handler reraises its exception."""
        return self._code[self._position[target] + len(pattern) - 1].start

    def region_at(self, offset: int) -> RegionKey | None:
        """Return the innermost region that covers ``offset``."""
        return self._path_from(offset)[0]

    def restored_at(self, offset: int) -> list[int]:
        """Return the slots from which handlers restore the previous exception.

        These are the cleanup handlers between ``offset`` and the handler of its region,
        innermost first. A handler without such a slot counts as -1.
        """
        return self._path_from(offset)[1]

    def required_depth_at(self, offset: int) -> int:
        """Return the stack depth that an exception at ``offset`` needs to unwind.

        The cleanup handlers before the handler of its region need this depth.
        """
        return self._path_from(offset)[2]

    def _path_from(self, offset: int) -> _UnwindPath:
        """Return the region of ``offset``, and data about its cleanup handlers."""
        entry = self._entry_at(offset)
        if entry is None:
            return None, [], 0
        found = self._paths.get(entry.start)
        if found is None:
            found = self._paths[entry.start] = self._path_through(entry)
        return found

    def _path_through(self, first: ExceptionEntry) -> _UnwindPath:
        restored: list[int] = []
        required = 0
        seen = set()
        entry: ExceptionEntry | None = first
        while entry is not None:
            pattern = self._pattern_at(entry.target)
            if pattern is None:
                region = RegionKey(entry.target, entry.depth, entry.lasti)
                return region, restored, required
            if entry.target in seen:
                reason = "a handler raises its exception to itself"
                raise LiftError(reason, entry.target)
            seen.add(entry.target)
            if pattern is _WRAPPING and entry.depth != self._begun:
                reason = "a generator's handler of StopIteration expects another depth"
                raise LiftError(reason, entry.target)
            required = max(required, entry.depth)
            if pattern is _RESTORING:
                restored.append(entry.depth - 1 if entry.lasti else -1)
            entry = self._entry_at(self._reraised_at(entry.target, pattern))
        return None, restored, required

    def is_wrapped(self, offset: int) -> bool:
        """Return whether a generator's StopIteration handler covers ``offset``."""
        seen: set[int] = set()
        entry = self._entry_at(offset)
        while entry is not None and entry.target not in seen:
            seen.add(entry.target)
            pattern = self._pattern_at(entry.target)
            if pattern is _WRAPPING and entry.lasti:
                return True
            offset = entry.target
            if pattern is not None:
                offset = self._reraised_at(entry.target, pattern)
            entry = self._entry_at(offset)
        return False

    def parent_of(self, region: RegionKey) -> RegionKey | None:
        """Return the region around another one, which covers its handler."""
        parent = self.region_at(region.target)
        return None if parent == region else parent


#: Actions that cannot raise and only move values or control.
_TRANSPARENT = frozenset(
    {"skip", "origin", "jump", "return", "swap", "copy", "pop", "drop"}
)


#: From 3.13 on, TO_BOOL or the comparison tests the truth before the jump.
_BRANCHES = frozenset({"branch", "branch_none"})
_NO_WAY_ON = TERMINATORS - FALLS


def close_gaps(
    operations: Sequence[Operation],
    found: Sequence[RegionKey | None],
    leaders: Sequence[bool],
    *,
    branches_raise: bool,
) -> list[RegionKey | None]:
    """Extend regions over adjacent instructions that cannot raise.

    CPython leaves some instructions that cannot raise out of its ranges. Examples are
    NOT_TAKEN in 3.14, and the return after the last call of a ``try`` body. Such
    instructions are added to the region before them, if that region follows again or if
    control ends there.

    Args:
        operations: all operations.
        found: the region of each operation in the exception table.
        leaders: for each operation, whether a jump or a handler leads to it.
        branches_raise: whether a conditional jump itself tests the truth of an object.
    """
    quiet = _TRANSPARENT if branches_raise else _TRANSPARENT | _BRANCHES
    regions = list(found)
    for position in range(1, len(operations)):
        before = regions[position - 1]
        if (
            before is not None
            and regions[position] != before
            and not leaders[position]
            and operations[position - 1].action not in _NO_WAY_ON
        ):
            end = _gap_end(operations, regions, leaders, position, quiet)
            regions[position:end] = [before] * (end - position)
    return regions


def _gap_end(
    operations: Sequence[Operation],
    regions: Sequence[RegionKey | None],
    leaders: Sequence[bool],
    begin: int,
    quiet: frozenset[str],
) -> int:
    """Return the end of the gap that begins at ``begin``; ``begin`` if it is no gap."""
    before = regions[begin - 1]
    for position in range(begin, len(operations)):
        if leaders[position]:
            break
        here = regions[position]
        if here == before:
            return position
        if here is not None and before is not None and here.depth > before.depth:
            break  # a nested region, such as that of an empty ``with``
        if operations[position].action not in quiet:
            break
        if operations[position].action in TERMINATORS:
            return position + 1
    return begin
