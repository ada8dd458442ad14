"""Define a record of torch's trace, and the context in which it is read."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence

from depyf.capture.source_text import source_at
from depyf.model.source_places import (
    is_of_program,
    is_of_torch,
    is_of_tracer,
    runs_operators,
)
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.capture.attribution import Attribution
    from depyf.capture.user_lines import UserLines
    from depyf.model.events import Event, GuardsReported, SourceLine
    from depyf.torch_text.names import CompileId

# Keys of a record's metadata that are not its name.
_ABOUT_ALL = {
    "rank", "frame_id", "frame_compile_id", "attempt", "has_payload", "stack",
    "compiled_autograd_id", "subgraph_name",
}  # fmt: skip


class Surroundings:
    """The context in which records are read: live, or from a log.

    A log overrides only some methods, because it knows less.

    Args:
        user_lines: maps lines of depyf's files to the user's.
        attribution: counts how often torch's numbers restarted.
    """

    def __init__(self, user_lines: UserLines, attribution: Attribution) -> None:
        self.user_lines = user_lines
        self.attribution = attribution
        self.file_names: dict[int, str] = {}  # file names by torch's numbers

    def record(self, event: Event) -> None:
        """Store an event."""
        raise NotImplementedError

    def graph(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        """Store a graph; `text` is the graph as torch prints it."""
        raise NotImplementedError

    def kernel(self, compile_id: CompileId | None, path: str, text: str) -> None:
        """Store a module that Inductor generated."""
        raise NotImplementedError

    def guards(self, compile_id: CompileId, tree: str) -> GuardsReported:
        """Return an event with the guards that torch prints as `tree`."""
        raise NotImplementedError

    def identified(self, torch_id: CompileId) -> CompileId:
        """Convert torch's id of a compilation to depyf's id."""
        return torch_id

    def begin(self, torch_id: CompileId) -> CompileId:
        """Note that an attempt begins; return its id."""
        return self.attribution.begin(torch_id)

    def interned(self, number: int) -> str | None:
        """Return the file name for a number that torch sends instead."""
        return None

    def compiled_function(self) -> tuple[SourceLine, ...]:
        """Return the first line of the function being compiled, if it is known."""
        return ()

    def callers(self) -> Iterator[SourceLine]:
        """Yield the program's lines that called the compiled code, innermost first."""
        return iter(())

    def guard_is_suppressed(self) -> bool:
        """Return True if the condition in this record is known to be no guard."""
        return False

    def source_at(self, file: str, first_line: int) -> str:
        """Return the function that begins at a line of a file; empty if unknown."""
        return source_at(file, first_line)

    def stack(self, frames: Iterable[Mapping[str, Any]]) -> tuple[SourceLine, ...]:
        """Return the locations of the frames in a stack."""
        return tuple(
            self.user_lines.source_line(
                self.file_name(frame.get("filename")),
                int(frame.get("line") or 0),
                str(frame.get("name") or ""),
                str(frame.get("loc") or ""),
            )
            for frame in frames
        )

    def file_name(self, interned: object) -> str:
        """Return the file of a frame, whose name may be a number of torch's."""
        if not isinstance(interned, int):
            return str(interned or "")
        if interned not in self.file_names:
            text = self.interned(interned)
            if text is None:
                return ""
            self.file_names[interned] = text
        return self.file_names[interned]


@dataclass(frozen=True)
class Record:
    """One record of the trace.

    `name` is torch's name; an artifact has ``artifact:`` before it.  `about` holds the
    fields under the name, and `text` is the body, which may be empty.
    """

    name: str
    compile_id: CompileId | None
    about: Mapping[str, Any]
    text: str
    place: Surroundings

    @property
    def user_lines(self) -> UserLines:
        """Return the object that maps lines of depyf's files to the user's."""
        return self.place.user_lines

    @property
    def generation(self) -> int:
        """Return how often torch began again to count compilations from 0."""
        return self.place.attribution.generation

    @property
    def object(self) -> Mapping[str, Any]:
        """Return the body as a JSON object; empty if it is no object.

        Python's fast reader is safe here: a body comes from torch itself, or it was
        checked before (`trace_fields.BODIES`).
        """
        try:
            found = json.loads(self.text or "{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def stack(self, name: str = "user_stack") -> tuple[SourceLine, ...]:
        """Return the stack in a field, with the innermost line last."""
        return self.place.stack(self.about.get(name) or [])

    @property
    def user_line(self) -> SourceLine | None:
        """Return the stack's innermost line that is not in torch, if there is one."""
        return users_own(self.stack())

    @property
    def run_line(self) -> SourceLine | None:
        """Return the program's line that torch ran as it traced, if there is one.

        Torch runs fake implementations of operators, and what these call.
        """
        inwards = self.about.get("stack") or []
        outwards = ((one, self._file_of(one)) for one in reversed(inwards))
        inside = takewhile(lambda one: not is_of_tracer(one[1]), outwards)
        own = next((one for one, file in inside if is_of_program(file)), None)
        caller = next((file for _, file in inside if is_of_torch(file)), "")
        if own is None or not runs_operators(caller):
            return None
        return self.place.stack([own])[0]

    def _file_of(self, frame: Mapping[str, Any]) -> str:
        return self.place.file_name(frame.get("filename"))


def users_own(stack: Sequence[SourceLine]) -> SourceLine | None:
    """Return the innermost line that is not in torch; otherwise the innermost line."""
    own = [line for line in stack if not is_of_torch(line.file)]
    found = own or list(stack)
    return found[-1] if found else None


def record_name(metadata: Mapping[str, Any]) -> str:
    """Return the name of a record: ``dynamo_start``, ``artifact:NAME``, ..."""
    key = _name_key(metadata)
    if key != "artifact":
        return key
    about = metadata[key]
    return f"artifact:{about.get('name', '') if isinstance(about, dict) else ''}"


def record_about(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields under a record's name; empty if there are none."""
    about = metadata.get(_name_key(metadata))
    return about if isinstance(about, dict) else {}


def _name_key(metadata: Mapping[str, Any]) -> str:
    return next((key for key in metadata if key not in _ABOUT_ALL), "")
