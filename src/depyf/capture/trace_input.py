"""One record of torch's trace, and what reading it needs of where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Protocol

from depyf.capture.trace_details import users_own

if TYPE_CHECKING:
    from depyf.capture.user_lines import UserLines
    from depyf.model.events import Event, GuardsReported, SourceLine
    from depyf.model.ids import CompileId

# Keys of a record's metadata that are not its name.
_ABOUT_ALL = {
    "rank", "frame_id", "frame_compile_id", "attempt", "has_payload", "stack",
    "compiled_autograd_id", "subgraph_name",
}  # fmt: skip


class Surroundings(Protocol):
    """What reading records needs of the place in which it happens."""

    user_lines: UserLines

    def record(self, event: Event) -> None:
        """Take an event."""

    def graph(self, compile_id: CompileId | None, kind: str, text: str) -> None:
        """Take a graph, as text."""

    def kernel(self, compile_id: CompileId | None, path: str, text: str) -> None:
        """Take a module that Inductor generated."""

    def guards(self, compile_id: CompileId, tree: str) -> GuardsReported:
        """Return the guards that torch prints as ``tree``."""

    def identified(self, torch_id: CompileId) -> CompileId:
        """Return the compilation that torch means by its id."""

    def begin(self, torch_id: CompileId) -> CompileId:
        """Note that an attempt begins; return its id."""

    def interned(self, number: int) -> str | None:
        """Return the file name that torch sends as a number."""

    def source_at(self, file: str, line: int) -> str:
        """Return the function that begins there, empty if unknown."""

    def compiled_function(self) -> tuple[SourceLine, ...]:
        """Return where the function begins that is being compiled, if that is known."""

    def caller(self) -> SourceLine | None:
        """Return the line of the program that called it, if that is known."""

    def guard_is_suppressed(self) -> bool:
        """Return whether the condition in this record is no guard; False if unknown."""

    @property
    def generation(self) -> int:
        """Return how often torch's numbers have begun again."""


@dataclass(frozen=True)
class Record:
    """One record: what torch says in it, and where it comes from.

    `name` is torch's, with ``artifact:`` before that of an artifact; `about` is what
    torch says beside the body, `text` the body, which may be empty.
    """

    name: str
    compile_id: CompileId | None
    about: Mapping[str, Any]
    text: str
    place: Surroundings
    files: FileNames

    @property
    def user_lines(self) -> UserLines:
        """Return what leads back to the lines of the user."""
        return self.place.user_lines

    def stack(self, name: str = "user_stack") -> tuple[SourceLine, ...]:
        """Return the stack that torch gives under a name, innermost last."""
        return tuple(self.files.lines(self.about.get(name) or []))

    @property
    def user_line(self) -> SourceLine | None:
        """Return the innermost line of the stack that is not torch's own."""
        return users_own(self.stack())


class FileNames:
    """The file names that torch sends as numbers, each looked up once.

    Args:
        place: where the records come from.
    """

    def __init__(self, place: Surroundings) -> None:
        self._place = place
        self._known: dict[int, str] = {}

    def lines(self, frames: Iterable[Mapping[str, Any]]) -> Iterable[SourceLine]:
        """Yield the places that the frames of a stack stand for."""
        for frame in frames:
            yield self._place.user_lines.source_line(
                self._named(frame.get("filename")),
                int(frame.get("line") or 0),
                str(frame.get("name") or ""),
                str(frame.get("loc") or ""),
            )

    def _named(self, interned: object) -> str:
        if not isinstance(interned, int):
            return str(interned or "")
        if interned not in self._known:
            text = self._place.interned(interned)
            if text is None:
                return ""
            self._known[interned] = text
        return self._known[interned]


def record_name(metadata: Mapping[str, Any]) -> str:
    """Return what a record is called: ``dynamo_start``, ``artifact:NAME``, ..."""
    key = _name_key(metadata)
    if key != "artifact":
        return key
    about = metadata[key]
    return f"artifact:{about.get('name', '') if isinstance(about, dict) else ''}"


def record_about(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what torch says under the name of a record, empty if no mapping."""
    about = metadata.get(_name_key(metadata))
    return about if isinstance(about, dict) else {}


def _name_key(metadata: Mapping[str, Any]) -> str:
    return next((key for key in metadata if key not in _ABOUT_ALL), "")
