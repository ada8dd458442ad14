"""Code objects as lists of instructions whose jumps lead to instructions.

Knows only `dis` and the layout of CPython's code; nothing of depyf but the writer of
exception tables.
"""

from __future__ import annotations

import dis
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.exception_table import (
    ExceptionEntry,
    parse_exception_table,
)
from tests.decompiler.bytecode.exception_tables import write_exception_table

if TYPE_CHECKING:
    import types

VERSION = sys.version_info[:2]
_CACHES = getattr(dis, "_inline_cache_entries", {})
_JUMPS = {*dis.hasjrel, *dis.hasjabs}
_RELATIVE = set(dis.hasjrel)
#: Bytes that a jump's argument counts in.
_UNIT = 2 if VERSION >= (3, 10) else 1
# The target of these lies behind them in the text, not in time.
_BACKWARD = ("BACKWARD", "END_ASYNC_FOR")


@dataclass(eq=False)
class Item:
    """One instruction."""

    opname: str
    arg: int = 0
    target: Item | None = None
    offset: int = 0
    size: int = 2
    starts_line: bool = False

    @property
    def opcode(self) -> int:
        return dis.opmap[self.opname]

    @property
    def is_jump(self) -> bool:
        return self.opcode in _JUMPS


@dataclass
class Range:
    """An entry of an exception table; ``end`` is exclusive, None for the very end."""

    start: Item
    end: Item | None
    target: Item
    depth: int
    lasti: bool


@dataclass
class Assembly:
    """A code object taken apart."""

    code: types.CodeType
    items: list[Item] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)

    @classmethod
    def of(cls, code: types.CodeType) -> Assembly:
        """Takes a code object apart."""
        made = cls(code)
        at: dict[int, Item] = {}
        jumps: list[tuple[Item, int]] = []
        start = None
        lines = {offset for offset, line in dis.findlinestarts(code) if line}
        for each in dis.get_instructions(code):
            start = each.offset if start is None else start
            if each.opname == "EXTENDED_ARG":
                continue
            item = Item(each.opname, each.arg or 0)
            item.starts_line = each.offset in lines
            at[start] = at[each.offset] = item
            if item.is_jump:
                jumps.append((item, each.argval))
            made.items.append(item)
            start = None
        for item, target in jumps:
            item.target = at[target]
        for entry in parse_exception_table(getattr(code, "co_exceptiontable", b"")):
            made.ranges.append(
                Range(
                    at[entry.start],
                    at.get(entry.end),
                    at[entry.target],
                    entry.depth,
                    entry.lasti,
                )
            )
        return made

    def index(self, item: Item) -> int:
        """Where the item stands."""
        return next(i for i, each in enumerate(self.items) if each is item)

    def assembled(self, more_stack: int = 0) -> types.CodeType:
        """The code object, without line table that means anything."""
        self._place()
        raw = b"".join(map(self._bytes, self.items))
        size = self.code.co_stacksize + more_stack
        changes: dict[str, object] = {"co_code": raw, "co_stacksize": size}
        if VERSION >= (3, 11):
            entries = [
                ExceptionEntry(
                    each.start.offset,
                    len(raw) if each.end is None else each.end.offset,
                    each.target.offset,
                    each.depth,
                    each.lasti,
                )
                for each in self.ranges
            ]
            found = sorted(e for e in entries if e.start < e.end)
            changes["co_exceptiontable"] = write_exception_table(found)
        return self.code.replace(**changes)

    def _place(self) -> None:
        """Finds offsets; arguments that get longer move what follows."""
        changed = True
        while changed:
            changed, offset = False, 0
            for item in self.items:
                changed |= item.offset != offset
                item.offset = offset
                size = 2 * (1 + _prefixes(self._argument(item)) + caches(item.opname))
                changed |= size != item.size
                item.size = max(size, item.size)
                offset += item.size

    def _argument(self, item: Item) -> int:
        if item.target is None:
            return item.arg
        target = item.target.offset
        if item.opcode not in _RELATIVE:
            return target // _UNIT
        distance = (target - item.offset - item.size) // _UNIT
        if any(part in item.opname for part in _BACKWARD):
            distance = -distance
        return max(distance, 0)

    def _bytes(self, item: Item) -> bytes:
        argument = self._argument(item)
        prefixes = item.size // 2 - 1 - caches(item.opname)
        raw = bytearray()
        for shift in range(prefixes, 0, -1):
            raw += bytes([dis.EXTENDED_ARG, argument >> 8 * shift & 255])
        return bytes(raw + bytes([item.opcode, argument & 255])) + bytes(
            2 * caches(item.opname)
        )


def caches(opname: str) -> int:
    """The number of inline caches behind an instruction."""
    if hasattr(_CACHES, "get"):  # by name from 3.13 on
        return _CACHES.get(opname, 0)
    opcode = dis.opmap[opname]
    return _CACHES[opcode] if opcode < len(_CACHES) else 0


def _prefixes(argument: int) -> int:
    return 0 if argument < 256 else (argument.bit_length() - 1) // 8
