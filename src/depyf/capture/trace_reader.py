"""Turns records of torch's structured trace into events, live or from a log.

The order of the records is theirs; where they come from, and what the place offers
(interned names, the guards as objects), is behind `Surroundings`.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Callable, Mapping, Protocol

from depyf.capture.trace_details import (
    lines_of_kernels,
    nodes_of_kernels,
    shape_guard,
    side_effects,
    specialization,
    users_own,
)
from depyf.capture.trace_records import (
    cache_lookup,
    graph_break,
    metrics,
    raw_attachment,
    recompile,
    record_kind,
    refused_recompile,
    shape_symbol,
)
from depyf.model.events import FrameStarted
from depyf.model.ids import CompileId
from depyf.model.stages import is_graph_kind

if TYPE_CHECKING:
    from depyf.capture.user_lines import UserLines
    from depyf.model.detail_events import KernelOrigins
    from depyf.model.events import Event, GuardsReported, SourceLine

# Of no use to a reader, or said better elsewhere; together most of the bytes.
_DROPPED = {
    "chromium_event", "str", "dump_file", "describe_tensor", "describe_storage",
    "describe_source", "artifact:fx_graph_runnable",
    "artifact:torch._functorch.config", "artifact:aot_forward_graph_fw_metadata",
    "artifact:after_pre_grad_graph", "artifact:before_post_grad_graph",
    "artifact:before_joint_graph", "artifact:after_joint_graph", "dynamo_guards",
    "artifact:torch_version",
}  # fmt: skip
_COMPILER = ("torch", "_dynamo", "convert_frame.py")
_PROVENANCE = "artifact:inductor_provenance_tracking_"


def is_dropped(name: str, about: Callable[[], object]) -> bool:
    """Return whether a record of this name would be dropped.

    Args:
        name: what torch calls the record.
        about: returns what torch says of it.
    """
    if name == "artifact":
        return record_kind({name: about()}) in _DROPPED
    return name in _DROPPED


def _is_compiler(place: SourceLine) -> bool:
    return PurePath(place.file).parts[-3:] == _COMPILER


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


class TraceReader:
    """Reads one record after the other.

    Args:
        place: where the records come from and the events go.
    """

    def __init__(self, place: Surroundings) -> None:
        self._place = place
        self._file_names: dict[int, str] = {}
        self._readers = {
            "dynamo_start": self._frame_started,
            "inductor_output_code": self._kernel,
            "dynamo_cpp_guards_str": self._guards,
            "compilation_metrics": self._metrics,
            "bwd_compilation_metrics": self._metrics,
            "artifact:dynamo_graph_break_reason": self._graph_break,
            "artifact:recompile_reasons": self._recompile,
            "create_symbol": self._symbol,
            "create_unbacked_symbol": self._symbol,
            "guard_added_fast": self._shape_guard,
            "symbolic_shape_specialization": self._specialization,
            "artifact:dynamo_side_effects": self._side_effects,
            f"{_PROVENANCE}node_mappings": self._nodes_of_kernels,
            f"{_PROVENANCE}kernel_stack_traces": self._lines_of_kernels,
        }

    def take(self, metadata: Mapping[str, Any], payload: str) -> None:
        """Read one record.

        Args:
            metadata: what torch says about it; the first key names its kind.
            payload: its body, which may be empty.
        """
        kind = record_kind(metadata)
        if kind in _DROPPED:
            return
        compile_id = self._compile_id(metadata)
        if kind in self._readers:
            self._readers[kind](compile_id, metadata, payload)
        elif is_graph_kind(kind):
            self._place.graph(compile_id, kind, payload)
        elif "_cache_" in kind:
            self._place.record(cache_lookup(compile_id, kind, payload))
        else:
            text = self._place.user_lines.in_text(payload)
            self._place.record(raw_attachment(compile_id, kind, metadata, text))

    def _compile_id(self, metadata: Mapping[str, Any]) -> CompileId | None:
        frame, autograd = metadata.get("frame_id"), metadata.get("compiled_autograd_id")
        if frame is None and autograd is None:
            return None
        return self._place.identified(
            CompileId(
                frame,
                metadata.get("frame_compile_id"),
                metadata.get("attempt") or 0,
                self._place.generation,
                autograd,
            )
        )

    def _frame_started(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        if compile_id is None:
            return
        compile_id = self._place.begin(compile_id)
        stack = self._stack(metadata["dynamo_start"].get("stack") or [])
        own = next((n for n, line in enumerate(stack) if _is_compiler(line)), None)
        if own is not None:  # up to 2.5 torch's own frames, and not the function
            stack = (*stack[:own], *self._place.compiled_function())
        caller = self._place.caller()
        if caller is not None and stack and caller not in stack:
            stack = (*stack[:-1], caller, stack[-1])
        last = stack[-1] if stack else None
        first = compile_id.compile == 0 and compile_id.attempt == 0
        source = self._place.source_at(last.file, last.line) if last and first else ""
        self._place.record(
            FrameStarted(
                compile_id,
                co_name=last.function if last else "",
                file=last.file if last else "",
                first_line=last.line if last else 0,
                stack=stack,
                source=source,
            )
        )

    def _stack(self, frames: list[Mapping[str, Any]]) -> tuple[SourceLine, ...]:
        return tuple(
            self._place.user_lines.source_line(
                self._file_name(frame.get("filename")),
                int(frame.get("line") or 0),
                str(frame.get("name") or ""),
                str(frame.get("loc") or ""),
            )
            for frame in frames
        )

    def _file_name(self, interned: object) -> str:
        if not isinstance(interned, int):
            return str(interned or "")
        if interned not in self._file_names:
            text = self._place.interned(interned)
            if text is None:
                return ""
            self._file_names[interned] = text
        return self._file_names[interned]

    def _kernel(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], text: str
    ) -> None:
        about = metadata["inductor_output_code"]
        path = about.get("file_path") or about.get("filename") or ""
        self._place.kernel(compile_id, str(path), text)

    def _guards(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        if compile_id is not None:
            self._place.record(self._place.guards(compile_id, text))

    def _metrics(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        event = metrics(compile_id, metadata, self._place.user_lines)
        self._place.record(event)
        refused = refused_recompile(event, self._place.generation)
        if refused is not None:
            self._place.record(refused)

    def _graph_break(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._place.record(graph_break(compile_id, text, self._place.user_lines))

    def _recompile(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._place.record(recompile(compile_id, text, self._place.generation))

    def _symbol(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        about = metadata.get("create_symbol") or metadata["create_unbacked_symbol"]
        stack = self._stack(about.get("user_stack") or [])
        self._place.record(shape_symbol(compile_id, about, users_own(stack)))

    def _shape_guard(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        if self._place.guard_is_suppressed():
            return
        about = metadata["guard_added_fast"]
        stack = self._stack(about.get("user_stack") or [])
        self._place.record(shape_guard(compile_id, about, stack))

    def _specialization(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        about = metadata["symbolic_shape_specialization"]
        stack = self._stack(about.get("user_stack") or [])
        self._place.record(specialization(compile_id, about, stack))

    def _side_effects(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._place.record(side_effects(compile_id, text, self._place.user_lines))

    def _nodes_of_kernels(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._origins(nodes_of_kernels(compile_id, text))

    def _lines_of_kernels(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._origins(lines_of_kernels(compile_id, text, self._place.user_lines))

    def _origins(self, event: KernelOrigins) -> None:
        if event.origins:  # torch also says so of nothing, where it records none
            self._place.record(event)
