"""Which shown line an instruction belongs to, and the other way round."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Iterable, Mapping


@dataclass(frozen=True)
class Span:
    """One printed statement (or header): its lines and the instructions it shows."""

    first: int
    last: int
    origins: frozenset[int]


@dataclass(frozen=True)
class LineMap:
    """Lines of one code object in the printed text.

    Args:
        header: the line of its ``def`` (or the first line of the text).
        spans: its statements, in order of their lines.
        children: the maps of nested code objects, each with its opaque code.
    """

    header: int
    spans: tuple[Span, ...] = ()
    children: tuple[tuple[object, LineMap], ...] = ()
    _lines: Mapping[int, int] = field(init=False, repr=False, compare=False)
    _known: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lines: dict[int, int] = {}
        for span in self.spans:
            for offset in span.origins:
                lines.setdefault(offset, span.first)
        object.__setattr__(self, "_lines", lines)
        object.__setattr__(self, "_known", tuple(sorted(lines)))

    def line_of_offset(self, offset: int) -> int:
        """Returns the line (from 1) of the statement that shows an instruction.

        An instruction that is shown nowhere belongs to the next one that is, so that
        it causes no line event of its own; it never goes back to an earlier line
        than the instruction before it has.
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

    def offsets_of_line(self, line: int) -> tuple[int, ...]:
        """Returns the sorted offsets shown by the statement that covers ``line``."""
        found: list[int] = []
        for span in self.spans:
            if span.first <= line <= span.last:
                found.extend(span.origins)
        return tuple(sorted(set(found)))

    def child(self, code: object) -> LineMap | None:
        """Returns the map of code nested at any depth, None if it is not printed."""
        for owner, child in self.children:
            found = child if owner is code else child.child(code)
            if found is not None:
                return found
        return None

    def shifted(self, lines: int) -> LineMap:
        """Returns the map of the same text printed ``lines`` further down."""
        return LineMap(
            self.header + lines,
            tuple(
                Span(span.first + lines, span.last + lines, span.origins)
                for span in self.spans
            ),
            tuple((code, child.shifted(lines)) for code, child in self.children),
        )


def merged_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Returns the spans with those of the same lines united, in order."""
    found: dict[tuple[int, int], frozenset[int]] = {}
    for span in spans:
        key = (span.first, span.last)
        found[key] = found.get(key, frozenset()) | span.origins
    return tuple(Span(first, last, found[first, last]) for first, last in sorted(found))
