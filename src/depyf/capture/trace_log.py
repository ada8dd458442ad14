"""Read the log files that ``TORCH_TRACE=DIR`` makes torch write; needs no torch."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, TypeVar

from depyf import __version__
from depyf.capture.attribution import Attribution
from depyf.capture.source_text import function_at
from depyf.capture.trace_fields import trouble
from depyf.capture.trace_input import Surroundings, record_name
from depyf.capture.trace_left_out import (
    BrokenRecords,
    sentences_of,
    sentences_of_sources,
)
from depyf.capture.trace_table import TraceReader
from depyf.capture.user_lines import UserLines
from depyf.model.bounded import first_compilations
from depyf.model.events import (
    Event,
    FrameStarted,
    GraphBreak,
    GraphReported,
    GuardsReported,
    Kernel,
    Metrics,
    Note,
    ResumeLink,
    RunStarted,
    TransformedCode,
)
from depyf.model.file_names import counting_key, transformed_file
from depyf.model.stages import BACKWARD, stage_name
from depyf.reading.left_out import LeftOut, UnreadableError
from depyf.reading.limits import LIMITS
from depyf.reading.records import json_object, lines_of
from depyf.reading.sources import Sources
from depyf.torch_text.guards import guards_of_tree
from depyf.torch_text.kernel_module import kernel_module
from depyf.torch_text.names import resumed_function
from depyf.torch_text.trace import rank_in_name, read_records

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.reading.limits import Limits
    from depyf.torch_text.names import CompileId

QUALITY = "not in the log"
_STUB = """\
def {name}(*args, **kwargs):
    # A TORCH_TRACE log holds no bytecode: how the graphs are called is not known.
    raise NotImplementedError
"""
_NO_BYTECODE = "transformed code: a TORCH_TRACE log does not hold bytecode"
_Kind = TypeVar("_Kind", bound=Event)


class NoRecordError(ValueError):
    """The file holds no record of torch's trace that can be read."""


class TraceLog(Surroundings):
    """Turns one log file into events.

    Args:
        sources: reads the source files that the log names; by default none may be read.
        limits: how large a log and its records may be.
    """

    def __init__(self, sources: Sources | None = None, limits: Limits = LIMITS) -> None:
        self._sources = sources or Sources()
        self._limits = limits
        super().__init__(UserLines(self._sources.line), Attribution())
        self.events: list[Event] = []

    def read(self, path: Path) -> None:
        """Read a whole file into `events`.

        Raises:
            OSError: the file cannot be read, or is no regular file.
            NoRecordError: the file holds no record that can be read.
        """
        reader, left_out, broken = TraceReader(self), LeftOut(), BrokenRecords()
        rank: int | None = None
        versions: Mapping[str, Any] = {}
        lines = lines_of(path, left_out, self._limits)
        for number, metadata, body in read_records(lines, left_out, self._limits):
            wrong = trouble(metadata, body)
            if wrong:
                broken.add(wrong, number)
                continue
            left_out.read += 1
            self._intern(metadata)
            rank = rank if metadata.get("rank") is None else metadata["rank"]
            if record_name(metadata) == "artifact:torch_version":
                versions = _versions(body)
            reader.take(metadata, body)
        if not left_out.read:
            told = [*sentences_of(left_out), *broken.sentences()]
            raise NoRecordError(" ".join(["it holds no record of torch.", *told]))
        self.events = [*first_compilations(self.events, left_out, self._limits)]
        self.events.insert(0, _started(path, rank, versions))
        self.events += list(entries_of(self.events))
        self._note(_NO_BYTECODE)
        for text in (*sentences_of(left_out), *broken.sentences()):
            self._note(text)
        for text in sentences_of_sources(self._sources):
            self._note(text)

    def _intern(self, metadata: Mapping[str, Any]) -> None:
        entry = metadata.get("str")
        if entry is not None:
            self.file_names[entry[1]] = entry[0]

    def _note(self, text: str) -> None:
        self.record(Note(None, text=text))

    def source_at(self, file: str, first_line: int) -> str:
        """Return the source of the function at a line, if the file may be read."""
        return function_at(self._sources.lines(file), first_line)

    def record(self, event: Event) -> None:
        """Store an event."""
        self.events.append(event)

    def graph(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        """Store a graph; `text` is the graph as torch prints it."""
        stage = stage_name(kind)
        self.record(
            GraphReported(
                compile_id,
                stage=stage,
                text=text,
                backward=stage == BACKWARD,
            )
        )

    def kernel(self, compile_id: CompileId | None, path: str, text: str) -> None:
        """Store a module that Inductor generated."""
        module = kernel_module(text)
        self.record(
            Kernel(
                compile_id,
                text=text,
                language=module.language,
                names=module.names,
                backward=module.backward,
                path=path,
            )
        )

    def guards(self, compile_id: CompileId, tree: str) -> GuardsReported:
        """Return an event with the guards that torch prints as `tree`."""
        return GuardsReported(compile_id, parts=guards_of_tree(tree), tree=tree)


def _versions(payload: str) -> Mapping[str, Any]:
    try:
        return json_object(payload)
    except UnreadableError:  # the record has no body
        return {}


def _started(path: Path, rank: int | None, versions: Mapping[str, Any]) -> RunStarted:
    return RunStarted(
        None,
        program=path.name,
        depyf_version=__version__,
        torch_version=str(versions.get("pytorch_version") or "?"),
        python_version="?",
        rank=rank_in_name(path.name) if rank is None else rank,
    )


# --- entries, without their code ------------------------------------------------------


def entries_of(events: list[Event]) -> Iterator[TransformedCode]:
    """Yield an entry without code for each compilation that made one.

    The entry's resume functions are functions that ran, and whose names contain the
    function and the line of a graph break in it.
    """
    started = _by_compilation(events, FrameStarted)
    breaks = _by_compilation(events, GraphBreak)
    resumed = _by_resumed(started.values())
    numbers: Counter[str] = Counter()
    for compile_id in _made(events):
        frame = started.get(compile_id, [None])[0]
        if frame is None:
            continue
        number = numbers[counting_key(frame.co_name)]
        numbers[counting_key(frame.co_name)] += 1
        resumes = _resumes(frame, breaks.get(compile_id, []), resumed)
        yield TransformedCode(
            compile_id,
            co_name=frame.co_name,
            index=number,
            file=transformed_file(frame.co_name, number),
            source=_STUB.format(name=frame.co_name),
            quality=QUALITY,
            qualified_name=frame.co_name,
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
    """Return the compilations that made an entry, in the order of their beginnings."""
    guarded = _by_compilation(events, GuardsReported)
    metrics = _by_compilation(events, Metrics)
    found = []
    for compile_id in _by_compilation(events, FrameStarted):
        forward = [one for one in metrics.get(compile_id, []) if not one.backward]
        failed = any(not one.made_entry or one.fail_type for one in forward)
        if not failed and (forward or compile_id in guarded):
            found.append(compile_id)
    return found


def _by_resumed(
    all_started: Iterable[list[FrameStarted]],
) -> dict[tuple[str, str], list[FrameStarted]]:
    """Map a resumed function and its file to the resume functions that ran."""
    found: dict[tuple[str, str], list[FrameStarted]] = {}
    for first, *_ in all_started:
        root = resumed_function(first.co_name)
        if root:
            found.setdefault((root, first.file), []).append(first)
    return found


def _resumes(
    frame: FrameStarted,
    breaks: list[GraphBreak],
    resumed: Mapping[tuple[str, str], list[FrameStarted]],
) -> list[ResumeLink]:
    root = resumed_function(frame.co_name) or frame.co_name
    lines = {one.user_stack[-1].line for one in breaks if one.user_stack}
    links = [
        ResumeLink(one.co_name, one.co_name, file=one.file, first_line=one.first_line)
        for one in resumed.get((root, frame.file), ())
        if one.first_line in lines
    ]
    return list(dict.fromkeys(links))
