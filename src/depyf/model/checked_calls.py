"""What `depyf.check` said while a run went on: each answer once, with its function."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.model.ids import CompileId

if TYPE_CHECKING:
    from depyf.model.call_check import Entry
    from depyf.model.detail_events import CallChecked
    from depyf.model.run import Compilation, Frame

__all__ = ["CheckedCall", "checked_calls", "compilation_of"]


@dataclass(frozen=True)
class CheckedCall:
    """An answer of `depyf.check`.

    Attributes:
        said: the answer, and the line that asked.
        times: how often it was given at this line.
        frame: the key of the function's frame, None where this run has none.
    """

    said: CallChecked
    times: int = 1
    frame: str | None = None


def checked_calls(
    events: Iterable[CallChecked], frames: Sequence[Frame]
) -> tuple[CheckedCall, ...]:
    """Return each answer once, in the order in which they were first given."""
    times: Counter[CallChecked] = Counter()
    for event in events:
        times[replace(event, times=1)] += event.times
    by_key = {frame.key: frame.key for frame in frames}
    by_place = {(one.file, one.first_line, one.co_name): one.key for one in frames}

    def frame_of(said: CallChecked) -> str | None:
        place = said.file, said.first_line, said.co_name
        return by_key.get(said.code_key) or by_place.get(place)

    return tuple(
        CheckedCall(said, number, frame_of(said)) for said, number in times.items()
    )


def compilation_of(
    frame: Frame | None, entry: Entry | None, generation: int
) -> Compilation | None:
    """Return the compilation that made an entry, None where this run has none.

    Its file tells, which no other entry of the process bears; where depyf left torch's
    own file name in place, its compile id does.
    """
    if frame is None or entry is None:
        return None
    made = [(one, one.entry) for one in frame.compilations if one.entry is not None]
    by_file = (one for one, code in made if entry.file and code.file == entry.file)
    named = CompileId.parse(entry.compile_id, generation)
    by_id = (one for one, _ in made if named and one.id.key == named.key)
    return next(by_file, None) or next(by_id, None)
