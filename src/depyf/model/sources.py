"""Find the recorded function that contains a line."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Sequence, Tuple

if TYPE_CHECKING:
    from depyf.model.detail_events import SourceText


class Sources(Tuple["SourceText", ...]):
    """The functions of a run whose source is known."""

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that contain the functions."""
        return tuple(self._of_file)

    def at(self, file: str, line: int, name: str) -> SourceText | None:
        """Return the innermost function around a line; one of the given name first.

        Args:
            file: the file of the line.
            line: its number.
            name: the function's name; a function whose qualified name ends with it is
                preferred.
        """
        around: SourceText | None = None
        known = self._of_file.get(file)
        if known is None:
            return None
        for number in reversed(range(bisect_right(known.first, line))):
            if known.until[number] < line:
                break
            one = known.texts[number]
            if known.last[number] >= line:
                if one.qualified_name.endswith(name):
                    return one
                around = around or one
        return around

    @cached_property
    def _of_file(self) -> dict[str, _OfFile]:
        found: dict[str, list[SourceText]] = {}
        for one in self:
            found.setdefault(one.file, []).append(one)
        return {file: _in_order(texts) for file, texts in found.items()}


NO_SOURCES = Sources()


class _OfFile(NamedTuple):
    """The functions of a file, in the order of their first lines.

    Attributes:
        texts: the functions.
        first: the first line of each function.
        last: the last line of each function.
        until: the largest last line of each function and those before it.
    """

    texts: Sequence[SourceText]
    first: Sequence[int]
    last: Sequence[int]
    until: Sequence[int]


def _in_order(texts: Sequence[SourceText]) -> _OfFile:
    listed = sorted(texts, key=lambda one: one.first_line)
    last = [one.last_line for one in listed]
    first = [one.first_line for one in listed]
    return _OfFile(listed, first, last, [*accumulate(last, max)])
