"""The time that compiling took: a bar for each compilation, its phases inside it.

torch tells how long phases took and not when they began.  So the bars are put end to
end, in the order in which compiling began, a backward behind its forward; and a phase
stands at the end of the one that it is a part of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.model.events import Metrics
from depyf.model.wording import counted
from depyf.records import dataclass
from depyf.render.details import phases
from depyf.render.drawing.picture import SOFT, Picture
from depyf.render.drawing.text_size import clean, cut, width_of
from depyf.render.spans import compiled_name
from tests.docs.drawing.parts import PHASES, Bar, Drawing, Tag

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run

WIDTH = 760.0
_MOST_ROWS = 24
_ROW, _BAR = 26.0, 18.0
_LABELS = 250.0  # the room at the left
_NUMBERS = 74.0  # the room for seconds at the right
_TAG = 10.0  # what stands around the text of a tag
_THINNEST = 1.0
_COMPILER = "the C++ or Triton compiler"


@dataclass(frozen=True)
class Row:
    """One thing that was compiled: its name, and its phases from the outermost in.

    The seconds of a phase are without those of the phases inside it.
    """

    name: str
    phases: Mapping[str, float]

    @property
    def seconds(self) -> float:
        """Return the time it all took."""
        return sum(self.phases.values())


def rows_of(run: Run) -> list[Row]:
    """Return what was compiled, in the order in which that began."""
    return [row for one in run.in_order() for row in _rows(one.frame, one.compilation)]


def _rows(frame: Frame, compilation: Compilation) -> Iterator[Row]:
    name = compiled_name(frame)
    for metrics in compilation.facts.all(Metrics):
        found = phases(compilation, metrics) or {"compiling": metrics.seconds}
        if metrics.seconds > 0:
            what = ", backward" if metrics.backward else ""
            yield Row(f"{compilation.id} {name}{what}", found)


def timeline_picture(run: Run, width: float = WIDTH) -> Picture:
    """Return the times of a run in their places."""
    rows = rows_of(run)
    total = sum(row.seconds for row in rows)
    shown = _folded(rows)
    scale = (width - _LABELS - _NUMBERS) / total if total else 0.0
    bars: list[Bar] = []
    tags: list[Tag] = []
    start = _LABELS
    for number, row in enumerate(shown):
        top = number * _ROW + (_ROW - _BAR) / 2
        length = row.seconds * scale
        label = cut(clean(row.name), SOFT, _LABELS - _TAG - 8)
        tip = _tip(row)
        tags.append(Tag(0, top + _BAR / 2, label, SOFT, tip))
        bars += _bars(row, start, top, scale)
        end = start + max(length, _THINNEST)
        tags.append(Tag(end + 6, top + _BAR / 2, seconds_words(row.seconds), SOFT, tip))
        start += length
    below = len(shown) * _ROW + _ROW / 2 + 4
    for tag, bar in _legend(rows, below, width):
        tags.append(tag)
        bars.append(bar)
    return Drawing(
        f"Compiling took {seconds_words(total)}",
        f"{counted(len(rows), 'bar')} end to end, one for each compilation and each "
        "backward, in the order in which compiling began; inside each the phases. "
        "What ran between them is left out.",
        width,
        below + _ROW / 2,
        tags=tuple(tags),
        bars=tuple(bars),
    )


def _folded(rows: list[Row]) -> list[Row]:
    """Return as many rows as can be read; the quickest of more stand in the last."""
    if len(rows) <= _MOST_ROWS:
        return rows
    longest = sorted(range(len(rows)), key=lambda at: -rows[at].seconds)
    kept = sorted(longest[: _MOST_ROWS - 1])
    rest: dict[str, float] = {}
    for at in longest[_MOST_ROWS - 1 :]:
        for name, seconds in rows[at].phases.items():
            rest[name] = rest.get(name, 0.0) + seconds
    known = dict.fromkeys(name for row in rows for name in row.phases)
    inner = {name: rest[name] for name in known if name in rest}
    more = len(rows) - len(kept)
    return [*(rows[at] for at in kept), Row(f"{more} more, each quicker", inner)]


def _bars(row: Row, start: float, top: float, scale: float) -> Iterator[Bar]:
    """Yield a bar for each phase; those inside it cover its end."""
    end = start + max(row.seconds * scale, _THINNEST)
    left = row.seconds
    for name, seconds in row.phases.items():
        length = max(left * scale, _THINNEST)
        said = f"{name}: {seconds_words(seconds)}"
        yield Bar(end - length, top, length, _BAR, _kind(name), said)
        left -= seconds


def _kind(phase: str) -> str:
    if phase == _COMPILER:
        return "compiler"
    return phase if phase in PHASES else "phase"


def _tip(row: Row) -> str:
    parts = [f"{name} {seconds_words(seconds)}" for name, seconds in row.phases.items()]
    return f"{row.name}: {seconds_words(row.seconds)} ({', '.join(parts)})"


def _legend(rows: list[Row], y: float, width: float) -> Iterator[tuple[Tag, Bar]]:
    sums: dict[str, float] = {}
    for row in rows:
        for name, seconds in row.phases.items():
            sums[name] = sums.get(name, 0.0) + seconds
    x = 0.0
    for name, seconds in sums.items():
        text = f"{name} {seconds_words(seconds)}"
        room = 16 + width_of(text, SOFT) + _TAG
        if x + room > width:
            return  # the rest is in the words of each bar
        yield Tag(x + 16, y, text, SOFT), Bar(x, y - 6, 12, 12, _kind(name), text)
        x += room + 14


def seconds_words(seconds: float) -> str:
    """Return a duration.

    >>> seconds_words(18.37), seconds_words(0.0123)
    ('18.4 s', '12 ms')
    """
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds * 1000:.0f} ms"
