"""Fold events into a `Run`: link them by compile id, then by torch's names.

`fold` has no side effects and accepts any sequence of events, even an incomplete one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Mapping, NamedTuple, Sequence, TypeVar

from depyf.model import events as ev
from depyf.model.call_check import CallChecked, checked_calls
from depyf.model.compilations import (
    GraphNumbers,
    Group,
    compilation_of,
    graphs_of,
    kernels_of,
)
from depyf.model.crossing_values import with_crossing_values
from depyf.model.detail_events import JournalRead, PlainCalls, SourceText
from depyf.model.entry_numbers import with_entry_numbers
from depyf.model.facts import facts_of
from depyf.model.file_names import counting_key
from depyf.model.repeats import without_repeats
from depyf.model.run import Frame, Run
from depyf.model.sources import Sources
from depyf.model.whole_paths import whole_paths
from depyf.torch_text.names import CompileId, resumed_function, short_name

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Graph

_UNFINISHED = "the journal ends before torch has a result"
_Kind = TypeVar("_Kind", bound=ev.Event)


def fold(events: Iterable[ev.Event]) -> Run:
    """Fold the events of a run, in their order, into a `Run`."""
    everything = without_repeats(events)
    groups = _group(everything)
    loose = [event for event in everything if event.compile_id is None]
    numbers = GraphNumbers()
    sources, paths = _sources(everything), whole_paths(everything)
    compilations = {
        group.key: compilation_of(group, numbers, sources, paths) for group in groups
    }
    unattributed, unattributed_kernels = _unattributed(loose, numbers)
    if not all(one.ended for one in _of_kind(everything, JournalRead)):
        compilations.update(_unfinished(groups, compilations))
    frames = with_entry_numbers(_link(_owned(_frames(groups, compilations))))
    started = _of_kind(everything, ev.RunStarted)
    return Run(
        started=started[0] if started else ev.RunStarted(None),
        frames=_counted(_number(with_crossing_values(frames)), everything),
        unattributed=unattributed,
        unattributed_kernels=unattributed_kernels,
        sources=sources,
        checks=checked_calls(_of_kind(everything, CallChecked), frames),
        order=tuple(group.compile_id.key for group in groups),
        facts=facts_of(
            one for one in everything if one.keeping.of_run or one.compile_id is None
        ),
    )


def _unfinished(
    groups: Iterable[Group], compilations: Mapping[str, Compilation]
) -> dict[str, Compilation]:
    """Return the compilations without a recorded result, marked as unfinished.

    For other compilations without an entry, torch reported a reason or metrics.
    """
    found = {}
    for group in groups:
        one = compilations[group.key]
        has_result = one.entry or one.skipped or group.all(ev.Metrics)
        if not has_result and not any(event.skipped for event in one.breaks):
            why = ev.FrameSkipped(group.compile_id, reason=_UNFINISHED)
            found[group.key] = replace(one, skipped=why)
    return found


def _sources(events: Iterable[ev.Event]) -> Sources:
    """Return the distinct sources of functions; a later block may repeat some."""
    found = {(one.file, one.first_line): one for one in _of_kind(events, SourceText)}
    return Sources(found.values())


def _of_kind(events: Iterable[ev.Event], kind: type[_Kind]) -> tuple[_Kind, ...]:
    return tuple(event for event in events if isinstance(event, kind))


def _group(events: Iterable[ev.Event]) -> list[Group]:
    """Group events by compilation, in the order of each compilation's first event."""
    groups: dict[str, Group] = {}
    for event in events:
        if event.keeping.of_run:
            continue
        key = _group_key(event)
        if key is None:
            continue
        compile_id = event.compile_id or CompileId(None, None)
        group = groups.setdefault(key, Group(key, compile_id.compilation))
        group.add(event)
    return list(groups.values())


def _group_key(event: ev.Event) -> str | None:
    if event.compile_id is not None:
        return event.compile_id.compilation.key
    if isinstance(event, ev.TransformedCode):
        return event.file  # without an id from torch, each entry is its own group
    if isinstance(event, ev.FrameSkipped):
        return f"{event.file}:{event.line}:{event.co_name}"
    return None


def _unattributed(
    loose: Sequence[ev.Event], numbers: GraphNumbers
) -> tuple[tuple[Graph, ...], tuple[ev.Kernel, ...]]:
    """Return graphs and kernels that torch reported outside any compilation."""
    graphs: list[Graph] = []
    by_prefix: dict[str, list[ev.GraphReported]] = {}
    for event in _of_kind(loose, ev.GraphReported):
        prefix = short_name(event.compiled_fn) or "unattributed"
        by_prefix.setdefault(prefix, []).append(event)
    for prefix, reported in by_prefix.items():
        graphs += graphs_of(reported, (), prefix, numbers)
    kernels = kernels_of(_of_kind(loose, ev.Kernel), "unattributed", numbers)
    return tuple(graphs), kernels


def _frames(
    groups: Sequence[Group], compilations: dict[str, Compilation]
) -> list[Frame]:
    """Group compilations into frames by their code objects."""
    keys = _frame_keys(groups)
    frames: dict[str, Frame] = {}
    made: dict[str, list[Compilation]] = {}
    with_entry = set()
    for group in groups:
        key = keys.get(group.key)
        if key is None:
            continue  # only stray records, which name no frame
        if key not in frames:
            frames[key] = _described(key, group)
        if key not in with_entry:
            frames[key] = _described(key, group, frames[key])
        compilation = compilations[group.key]
        made.setdefault(key, []).append(compilation)
        if compilation.entry is not None:
            with_entry.add(key)
    return [
        replace(frame, compilations=tuple(made[key])) for key, frame in frames.items()
    ]


class _Function(NamedTuple):
    """The compiled function, as described by the most informative event."""

    co_name: str
    qualified_name: str
    file: str
    first_line: int
    original_source: str = ""

    @property
    def place(self) -> str:
        return _place(self.file, self.first_line, self.co_name)


def _function_of(group: Group) -> _Function | None:
    entry = group.last(ev.TransformedCode)
    if entry is not None:
        return _Function(
            entry.co_name,
            entry.qualified_name or entry.co_name,
            entry.original_file,
            entry.original_first_line,
            entry.original_source,
        )
    started = group.all(ev.FrameStarted)
    if started:
        last, name = started[-1], started[-1].co_name
        source = next((one.source for one in started if one.source), "")
        return _Function(name, name, last.file, last.first_line, source)
    skipped = group.last(ev.FrameSkipped)
    if skipped is not None:
        name = skipped.co_name
        return _Function(name, name, skipped.file, skipped.line)
    return None


def _code_key_of(group: Group) -> str:
    started = group.last(ev.FrameStarted)
    return started.code_key if started is not None else ""


def _frame_keys(groups: Sequence[Group]) -> dict[str, str]:
    """Return the frame key of each group.

    A group with an entry has the key of the original code object.  A group without an
    entry takes the key of another group with the same frame number.  Or else it takes
    the key of the resume function that it is, or of the only one at its location that
    has no entry, or the key of its location.
    """
    keys: dict[str, str] = {}
    by_number: dict[tuple[int, int | None], str] = {}
    by_place: dict[str, str] = {}
    resumed: dict[str, dict[str, None]] = {}
    functions = [(group, _function_of(group)) for group in groups]
    for group, function in functions:
        entry = group.last(ev.TransformedCode)
        if entry is None or function is None:
            continue
        key = keys[group.key] = entry.code_key or function.place
        by_place.setdefault(function.place, key)
        for link in entry.resumes:
            place = _place(link.file, link.first_line, link.co_name)
            resumed.setdefault(place, {})[link.code_key] = None
        if group.compile_id.frame is not None:
            by_number[_number_of(group)] = key
    known = set(keys.values())
    for group, function in functions:
        if group.key in keys:
            continue
        if _number_of(group) in by_number:
            keys[group.key] = by_number[_number_of(group)]
        elif function is not None:
            links = resumed.get(function.place, {})
            free = [one for one in links if one not in known]
            only = free[0] if len(free) == 1 else ""
            own = _code_key_of(group)
            key = own if own in links else only
            keys[group.key] = key or by_place.get(function.place, function.place)
        elif group.compile_id.frame is None and group.all(ev.GraphReported):
            keys[group.key] = group.key  # compiled autograd's own graph
    return keys


def _number_of(group: Group) -> tuple[int, int | None]:
    return group.compile_id.generation, group.compile_id.frame


def _place_of(frame: Frame) -> str:
    return _place(frame.file, frame.first_line, frame.co_name)


def _place(file: str, line: int, co_name: str) -> str:
    return f"{file}:{line}:{co_name}"


def _described(key: str, group: Group, frame: Frame | None = None) -> Frame:
    """Return a frame with the name, file and source of its function, if known."""
    described = frame or Frame(key, "", "", "", 0)
    if described.co_name and group.last(ev.TransformedCode) is None:
        return described
    function = _function_of(group)
    if function is not None:
        return replace(described, **function._asdict())
    if group.compile_id.frame is None:
        name = "compiled_autograd"
        return Frame(key, name, f"compiled autograd {group.compile_id}", "", 0)
    return described


def _owned(frames: Sequence[Frame]) -> list[Frame]:
    """Set the owners and decorator of each frame, as its compilations recorded them."""
    found = []
    for frame in frames:
        known = [item.instance for item in frame.compilations if item.instance]
        owners = dict.fromkeys(one.owner for one in known if one.owner)
        is_bare = frame.qualified_name == frame.co_name and not frame.entries
        is_method = frame.co_name.isidentifier() and not resumed_function(frame.co_name)
        if not owners and is_bare and is_method:
            # Without an entry, torch reports only the method's bare name.
            classes = (one.instance_class for one in known if one.instance_class)
            owners = dict.fromkeys(f"{one}.{frame.co_name}" for one in classes)
        decorator = next((one.decorator for one in known if one.decorator), "")
        found.append(replace(frame, owners=tuple(owners), decorator=decorator))
    return found


def _link(frames: Sequence[Frame]) -> list[Frame]:
    """Link frames and their resume functions: set `Frame.parent` and `resumes`."""
    by_key = {frame.key: frame for frame in frames}
    by_place: dict[str, str] = {}
    for frame in frames:
        if frame.key == _place_of(frame):  # others are identified by their code
            by_place.setdefault(_place_of(frame), frame.key)
    parents: dict[str, str] = {}
    linked: list[Frame] = []
    for frame in frames:
        compilations = []
        for compilation in frame.compilations:
            links = compilation.entry.resumes if compilation.entry else ()
            resumes = tuple(_resume(link, by_key, by_place) for link in links)
            for resume in resumes:
                if resume.frame and not _leads_to(parents, frame.key, resume.frame):
                    parents.setdefault(resume.frame, frame.key)
            compilations.append(replace(compilation, resumes=resumes))
        linked.append(replace(frame, compilations=tuple(compilations)))
    _adopt_by_name(frames, parents)
    return [replace(frame, parent=parents.get(frame.key)) for frame in linked]


def _adopt_by_name(frames: Sequence[Frame], parents: dict[str, str]) -> None:
    """Give a resume function without a parent the function that its name contains."""
    for position, frame in enumerate(frames):
        named = resumed_function(frame.co_name)
        if not named or frame.key in parents:
            continue
        for earlier in reversed(frames[:position]):
            same = earlier.co_name == named and earlier.file == frame.file
            if same and not _leads_to(parents, earlier.key, frame.key):
                parents[frame.key] = earlier.key
                break


def _resume(
    link: ev.ResumeLink, by_key: dict[str, Frame], by_place: dict[str, str]
) -> ev.ResumeLink:
    key: str | None = link.code_key if link.code_key in by_key else None
    if key is None:
        key = by_place.get(_place(link.file, link.first_line, link.co_name))
    return replace(link, full_name=link.full_name or link.name, frame=key)


def _leads_to(parents: dict[str, str], key: str | None, target: str) -> bool:
    """Return whether `target` is `key` or an ancestor of it; prevents cycles."""
    while key is not None:
        if key == target:
            return True
        key = parents.get(key)
    return False


def _number(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """Number the ``full_code`` files of the user's functions that have entries."""
    counts: Counter[str] = Counter()
    numbered = []
    for frame in frames:
        index = None
        if frame.parent is None and frame.entries:
            name = counting_key(frame.co_name)
            index = counts[name]
            counts[name] += 1
        numbered.append(replace(frame, full_code_index=index))
    return tuple(numbered)


def _counted(frames: Sequence[Frame], events: Iterable[ev.Event]) -> tuple[Frame, ...]:
    """Set for each frame the number of its plain-Python calls, over all blocks."""
    calls: Counter[str] = Counter()
    for event in _of_kind(events, PlainCalls):
        calls[event.code_key] += event.calls
    return tuple(
        replace(frame, plain_calls=calls[frame.key]) if frame.key in calls else frame
        for frame in frames
    )
