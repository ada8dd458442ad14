"""Cache entries that a trace log tells of, although it does not hold their code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterable, Iterator, TypeVar

from depyf.model.events import (
    Event,
    FrameStarted,
    GraphBreak,
    GuardsReported,
    Metrics,
    ResumeLink,
    TransformedCode,
)
from depyf.model.file_names import counting_key, resumed_function, transformed_file

if TYPE_CHECKING:
    from depyf.model.ids import CompileId

QUALITY = "not in the log"
_STUB = """\
def {name}(*args, **kwargs):
    # A TORCH_TRACE log holds no bytecode: how the graphs are called is not known.
    raise NotImplementedError
"""
_Kind = TypeVar("_Kind", bound=Event)


def entries_of(events: list[Event]) -> Iterator[TransformedCode]:
    """Yields an entry for each compilation that made one, without its code.

    Its resume functions are those that torch names after the function and the line of
    a graph break in it, and that ran.
    """
    started = _by_compilation(events, FrameStarted)
    breaks = _by_compilation(events, GraphBreak)
    numbers: Counter[str] = Counter()
    for compile_id in _made(events):
        frame = started.get(compile_id, [None])[0]
        if frame is None:
            continue
        number = numbers[counting_key(frame.co_name)]
        numbers[counting_key(frame.co_name)] += 1
        resumes = _resumes(frame, breaks.get(compile_id, []), started.values())
        yield TransformedCode(
            compile_id,
            co_name=frame.co_name,
            index=number,
            file=transformed_file(frame.co_name, number),
            source=_STUB.format(name=frame.co_name),
            quality=QUALITY,
            qualified_name=frame.qualified_name or frame.co_name,
            original_file=frame.file,
            original_first_line=frame.first_line,
            original_source=frame.source,
            resumes=tuple(resumes),
        )


def _by_compilation(
    events: list[Event], kind: type[_Kind]
) -> dict[CompileId, list[_Kind]]:
    found: dict[CompileId, list[_Kind]] = {}
    for event in events:
        if isinstance(event, kind) and event.compile_id is not None:
            found.setdefault(event.compile_id.compilation, []).append(event)
    return found


def _made(events: list[Event]) -> list[CompileId]:
    """The compilations that ended with an entry, in the order in which they began."""
    guarded = _by_compilation(events, GuardsReported)
    metrics = _by_compilation(events, Metrics)
    found = []
    for compile_id in _by_compilation(events, FrameStarted):
        forward = [one for one in metrics.get(compile_id, []) if not one.backward]
        failed = any(not one.made_entry or one.fail_type for one in forward)
        if not failed and (forward or compile_id in guarded):
            found.append(compile_id)
    return found


def _resumes(
    frame: FrameStarted,
    breaks: list[GraphBreak],
    all_started: Iterable[list[FrameStarted]],
) -> list[ResumeLink]:
    root = resumed_function(frame.co_name) or frame.co_name
    lines = {one.user_stack[-1].line for one in breaks if one.user_stack}
    links = [
        ResumeLink(name, name, file=other.file, first_line=other.first_line)
        for name, other in ((events[0].co_name, events[0]) for events in all_started)
        if resumed_function(name) == root
        and other.file == frame.file
        and other.first_line in lines
    ]
    return list(dict.fromkeys(links))
