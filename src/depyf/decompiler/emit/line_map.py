"""Map instructions to lines of the printed source."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from typing import Iterable, Iterator, Mapping, NamedTuple, Sequence

from depyf.records import dataclass


class LineSpan(NamedTuple):
    """The lines of one printed statement or header, and the instructions it shows.

    ``leaves`` are the instructions that only push a local variable or a constant.
    """

    first: int
    last: int
    origins: frozenset[int]
    leaves: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LineMap:
    """Maps the instructions of one code object to lines of the printed source.

    Args:
        header: the line of its ``def``, or the first line of the source.
        spans: its statements, in the order of their lines.
        children: the maps of nested code objects, each with its code.
    """

    header: int
    spans: tuple[LineSpan, ...] = ()
    children: tuple[tuple[object, LineMap], ...] = ()
    _lines: Mapping[int, int] = field(init=False, repr=False, compare=False)
    _known: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lines: dict[int, int] = {}
        for span in self.spans:
            for offset in span.origins:
                lines.setdefault(offset, span.first)
        lines.update(dict(_early_leaves(lines, self.spans)))
        object.__setattr__(self, "_lines", lines)
        object.__setattr__(self, "_known", tuple(sorted(lines)))

    def line_of_offset(self, offset: int) -> int:
        """Return the line (from 1) of the statement that an instruction belongs to.

        An instruction that no line shows takes the line of the next instruction that is
        shown. So it causes no line event of its own. Its line is never before that of
        the instruction before it.
        """
        exact = self._lines.get(offset)
        if exact is not None:
            return exact
        place = bisect_right(self._known, offset)
        before = self._line_at(place - 1)
        after = self._line_at(place)
        if after is None:
            return self.header if before is None else before
        return after if before is None else max(before, after)

    def _line_at(self, place: int) -> int | None:
        if 0 <= place < len(self._known):
            return self._lines[self._known[place]]
        return None

    def child(self, code: object) -> LineMap | None:
        """Return the map of nested code at any depth; None if it is not printed."""
        for owner, child in self.children:
            found = child if owner is code else child.child(code)
            if found is not None:
                return found
        return None

    def shifted(self, lines: int) -> LineMap:
        """Return the map of the same source, printed ``lines`` lines further down."""
        return LineMap(
            self.header + lines,
            tuple(
                span._replace(first=span.first + lines, last=span.last + lines)
                for span in self.spans
            ),
            tuple((code, child.shifted(lines)) for code, child in self.children),
        )


def part_at(line_map: LineMap, line: int) -> object | None:
    """Return the innermost nested code whose source covers ``line``, or None."""
    for code, child in line_map.children:
        if child.header <= line <= _last_line(child):
            return part_at(child, line) or code
    return None


def _last_line(line_map: LineMap) -> int:
    lasts = [line_map.header, *(span.last for span in line_map.spans)]
    return max([*lasts, *(_last_line(child) for _, child in line_map.children)])


def _early_leaves(
    lines: Mapping[int, int], spans: Sequence[LineSpan]
) -> Iterator[tuple[int, int]]:
    """Yield the offset of each early push, and the line of the next instruction.

    An operand may be pushed long before the rest of its statement. Dynamo pushes the
    arguments of a resume function before it branches. With its own line, a debugger
    would jump ahead to that statement and back.
    """
    leaves = frozenset().union(*(span.leaves for span in spans))
    following: int | None = None
    for offset in sorted(lines, reverse=True):
        line = lines[offset]
        if offset not in leaves:
            following = line
        elif following is not None and following < line:
            yield offset, following


def merged_spans(spans: Iterable[LineSpan]) -> tuple[LineSpan, ...]:
    """Merge spans of the same lines, in the order of their lines.

    An instruction may do two things. If one span shows it as more than a push, it is no
    leaf.
    """
    spans = list(spans)
    solid = frozenset().union(*(span.origins - span.leaves for span in spans))
    found: dict[tuple[int, int], tuple[set[int], set[int]]] = {}
    for span in spans:
        origins, leaves = found.setdefault((span.first, span.last), (set(), set()))
        origins.update(span.origins)
        leaves.update(span.leaves - solid)
    return tuple(LineSpan(*key, *map(frozenset, found[key])) for key in sorted(found))
