"""Reads the log files that ``TORCH_TRACE=DIR`` makes torch write; needs no torch.

A record is a line ``V0331 17:02:11.123456 PID FILE:LINE] {metadata}``, then the lines
of its payload, each behind a tab.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from depyf import __version__
from depyf.capture.attribution import Attribution
from depyf.capture.kernel_text import kernel_event
from depyf.capture.source_text import source_at
from depyf.capture.trace_entries import entries_of
from depyf.capture.trace_reader import TraceReader
from depyf.capture.user_lines import UserLines
from depyf.model.events import GraphReported, GuardsReported, Note, RunStarted
from depyf.model.guard_text import guards_of_tree
from depyf.model.stages import BACKWARD, stage_name

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.model.events import Event, SourceLine
    from depyf.model.ids import CompileId

_HEAD = re.compile(
    r"^[VDIWEF](?P<month>\d\d)(?P<day>\d\d) (?P<time>[\d:.]+) (?P<process>\d+) "
    r"[^\]]*\] (?P<metadata>\{.*\})$"
)
_RANK = re.compile(r"_rank_(\d+)_")


@dataclass(frozen=True)
class TraceRecord:
    """One record: what torch says about it, and its body."""

    metadata: Mapping[str, Any]
    payload: str = ""


@dataclass
class _Torn:
    """What of a log could not be read."""

    records: int = 0
    first: str = ""

    def note(self, line: str) -> None:
        self.records += 1
        self.first = self.first or line[:80]


def read_records(
    lines: Iterable[str], torn: _Torn | None = None
) -> Iterator[TraceRecord]:
    """Yields the records of a log; what is no record is left out and counted."""
    head: Mapping[str, Any] | None = None
    body: list[str] = []
    for line in (each.rstrip("\n") for each in lines):
        if line.startswith("\t"):
            body.append(line[1:])
            continue
        if head is not None:
            yield TraceRecord(head, "\n".join(body))
        head, body = _metadata(line), []
        if head is None and line and torn is not None:
            torn.note(line)
    if head is not None:
        yield TraceRecord(head, "\n".join(body))


def _metadata(line: str) -> Mapping[str, Any] | None:
    found = _HEAD.match(line)
    if found is None:
        return None
    try:
        metadata = json.loads(found["metadata"])
    except ValueError:
        return None
    return metadata if isinstance(metadata, dict) else None


class TraceLog:
    """One log file, turned into events; see `trace_input.Surroundings`."""

    def __init__(self) -> None:
        self.user_lines: UserLines = UserLines()
        self.events: list[Event] = []
        self._attribution = Attribution()
        self._strings: dict[int, str] = {}

    @property
    def generation(self) -> int:
        """Return how often torch's numbers have begun again."""
        return self._attribution.generation

    def read(self, path: Path) -> None:
        """Reads a whole file into `events`.

        Raises:
            OSError: it cannot be read.
            ValueError: it holds no record of a trace.
        """
        reader, torn, count = TraceReader(self), _Torn(), 0
        rank: int | None = None
        versions: Mapping[str, Any] = {}
        with path.open(encoding="utf-8", errors="replace") as lines:
            for record in read_records(lines, torn):
                count += 1
                self._intern(record.metadata)
                rank = record.metadata.get("rank", rank)
                if _is_version(record.metadata):
                    versions = _versions(record.payload)
                reader.take(record.metadata, record.payload)
        if not count:
            message = f"{path} is no TORCH_TRACE log: it holds no record"
            raise ValueError(message)
        self.events.insert(0, _started(path, rank, versions))
        self.events += list(entries_of(self.events))
        self._note_limits(torn)

    def _intern(self, metadata: Mapping[str, Any]) -> None:
        entry = metadata.get("str")
        if isinstance(entry, list) and len(entry) == 2:
            self._strings[entry[1]] = str(entry[0])

    def _note_limits(self, torn: _Torn) -> None:
        text = "transformed code: a TORCH_TRACE log does not hold bytecode"
        self.record(Note(None, text=text))
        if torn.records:
            text = f"{torn.records} lines of the log are no records: {torn.first}"
            self.record(Note(None, text=text))

    # -- Surroundings --------------------------------------------------------------

    def record(self, event: Event) -> None:
        """Take an event."""
        self.events.append(event)

    def graph(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        """Take a graph, as text."""
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
        """Take a module that Inductor generated."""
        self.record(kernel_event(compile_id, path, text))

    def guards(self, compile_id: CompileId, tree: str) -> GuardsReported:
        """Return the guards that torch prints as ``tree``."""
        return GuardsReported(compile_id, parts=guards_of_tree(tree), tree=tree)

    def identified(self, torch_id: CompileId) -> CompileId:
        """Return the compilation that torch means by its id."""
        return torch_id

    def begin(self, torch_id: CompileId) -> CompileId:
        """Note that an attempt begins; return its id."""
        return self._attribution.begin(torch_id)

    def interned(self, number: int) -> str | None:
        """Return the file name that torch sends as a number."""
        return self._strings.get(number)

    def source_at(self, file: str, line: int) -> str:
        """Return the function that begins there, empty if unknown."""
        return source_at(file, line)

    def compiled_function(self) -> tuple[SourceLine, ...]:
        """Return nothing: a log does not tell."""
        return ()

    def caller(self) -> None:
        """Return None: a log does not tell."""
        return

    def guard_is_suppressed(self) -> bool:
        """Return False: a log does not tell."""
        return False


def _is_version(metadata: Mapping[str, Any]) -> bool:
    artifact = metadata.get("artifact")
    return isinstance(artifact, dict) and artifact.get("name") == "torch_version"


def _versions(payload: str) -> Mapping[str, Any]:
    try:
        found = json.loads(payload)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _started(path: Path, rank: int | None, versions: Mapping[str, Any]) -> RunStarted:
    named = _RANK.search(path.name)
    if rank is None:
        rank = int(named.group(1)) if named else 0
    return RunStarted(
        None,
        program=path.name,
        depyf_version=__version__,
        torch_version=str(versions.get("pytorch_version") or "?"),
        python_version="?",
        rank=rank,
    )
