"""Torch's structured trace, turned into events as it is produced.

A logging handler on ``torch.__trace``: it sees graphs, kernels, guards, graph breaks,
cache look-ups and times, each with its compile id.  Payloads can be megabytes and are
shared with torch's caches: they are written down and dropped at once.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Mapping

from depyf.capture import torch_compat
from depyf.capture.entry_event import source_at
from depyf.capture.guard_source import guards_being_built
from depyf.capture.trace_records import (
    cache_lookup,
    graph_break,
    metrics,
    raw_attachment,
    recompile,
    shape_symbol,
)
from depyf.model.events import FrameStarted
from depyf.model.ids import CompileId
from depyf.model.stages import is_graph_kind

if TYPE_CHECKING:
    from depyf.capture.context import CaptureContext
    from depyf.capture.graph_source import GraphSource
    from depyf.capture.kernel_source import KernelSource
    from depyf.model.events import SourceLine

# Keys of a record's metadata that are not its kind.
_ABOUT = {
    "rank", "frame_id", "frame_compile_id", "attempt", "has_payload", "stack",
    "compiled_autograd_id", "subgraph_name",
}  # fmt: skip
# Of no use to a reader, or said better elsewhere; together most of the bytes.
_DROPPED = {
    "chromium_event", "str", "dump_file", "describe_tensor", "describe_storage",
    "describe_source", "guard_added_fast", "artifact:fx_graph_runnable",
    "artifact:torch._functorch.config", "artifact:aot_forward_graph_fw_metadata",
    "artifact:after_pre_grad_graph", "artifact:before_post_grad_graph",
    "artifact:before_joint_graph", "artifact:after_joint_graph", "dynamo_guards",
}  # fmt: skip


class TraceSource(logging.Handler):
    """The handler; everything it does runs inside the failure boundary."""

    def __init__(
        self,
        context: CaptureContext,
        graphs: GraphSource,
        kernels: KernelSource,
    ) -> None:
        super().__init__(logging.DEBUG)
        self._context = context
        self._graphs = graphs
        self._kernels = kernels
        # In place of the method: Dynamo may be on where torch logs.
        self.emit = torch_compat.outside_dynamo(self._emit)  # type: ignore[method-assign]
        self._file_names: dict[int, str] = {}
        self._handlers = {
            "dynamo_start": self._frame_started,
            "inductor_output_code": self._kernel,
            "dynamo_cpp_guards_str": self._guards,
            "compilation_metrics": self._metrics,
            "bwd_compilation_metrics": self._metrics,
            "artifact:dynamo_graph_break_reason": self._graph_break,
            "artifact:recompile_reasons": self._recompile,
            "create_symbol": self._symbol,
        }

    def install(self) -> torch_compat.Restore | None:
        """Listen to the trace; None if this torch has none."""
        return torch_compat.add_trace_handler(self)

    def _emit(self, record: logging.LogRecord) -> None:
        """Take one record (called by logging, in the thread that compiles)."""
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict):
            return
        payload = getattr(record, "payload", None)
        self._context.boundary.call(
            "reading torch's trace",
            "one fact is missing from the report",
            lambda: self._take(metadata, payload or ""),
        )

    def _take(self, metadata: Mapping[str, Any], payload: str) -> None:
        kind = _kind(metadata)
        if kind in _DROPPED:
            return
        compile_id = self._compile_id(metadata)
        if kind in self._handlers:
            self._handlers[kind](compile_id, metadata, payload)
        elif is_graph_kind(kind):
            self._graphs.from_trace(compile_id, kind, payload)
        elif "_cache_" in kind:
            self._context.record(cache_lookup(compile_id, kind, payload))
        else:
            text = self._context.user_lines.in_text(payload)
            self._context.record(raw_attachment(compile_id, kind, metadata, text))

    def _compile_id(self, metadata: Mapping[str, Any]) -> CompileId | None:
        frame, autograd = metadata.get("frame_id"), metadata.get("compiled_autograd_id")
        if frame is None and autograd is None:
            return None
        return self._context.settled(
            CompileId(
                frame,
                metadata.get("frame_compile_id"),
                metadata.get("attempt") or 0,
                self._context.attribution.generation,
                autograd,
            )
        )

    def _frame_started(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        if compile_id is None:
            return
        compile_id = self._context.attribution.begin(compile_id)
        if compile_id.attempt > 0:
            self._graphs.forget_attempt(compile_id)
        stack = self._stack(metadata["dynamo_start"].get("stack") or [])
        last = stack[-1] if stack else None
        first = compile_id.compile == 0 and compile_id.attempt == 0
        self._context.record(
            FrameStarted(
                compile_id,
                co_name=last.function if last else "",
                file=last.file if last else "",
                first_line=last.line if last else 0,
                stack=stack,
                source=source_at(last.file, last.line) if last and first else "",
            )
        )

    def _stack(self, frames: list[Mapping[str, Any]]) -> tuple[SourceLine, ...]:
        return tuple(
            self._context.user_lines.source_line(
                self._file_name(frame.get("filename")),
                int(frame.get("line") or 0),
                str(frame.get("name") or ""),
                str(frame.get("loc") or ""),
            )
            for frame in frames
        )

    def _file_name(self, interned: object) -> str:
        """Return the text of a file name, which torch sends as a number."""
        if not isinstance(interned, int):
            return str(interned or "")
        if interned not in self._file_names:
            text = torch_compat.interned_text(interned)
            if text is None:
                return ""
            self._file_names[interned] = text
        return self._file_names[interned]

    def _kernel(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], text: str
    ) -> None:
        about = metadata["inductor_output_code"]
        path = about.get("file_path") or about.get("filename") or ""
        self._kernels.reported(compile_id, str(path), text)

    def _guards(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        if compile_id is not None:
            self._context.record(guards_being_built(compile_id, text))

    def _metrics(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        self._context.record(metrics(compile_id, metadata))
        # Compiled, and not called yet: a breakpoint from last time is hit at once.
        self._graphs.make_steppable(compile_id)

    def _graph_break(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        self._context.record(graph_break(compile_id, text, self._context.user_lines))

    def _recompile(
        self, compile_id: CompileId | None, _metadata: Mapping[str, Any], text: str
    ) -> None:
        generation = self._context.attribution.generation
        self._context.record(recompile(compile_id, text, generation))

    def _symbol(
        self, compile_id: CompileId | None, metadata: Mapping[str, Any], _text: str
    ) -> None:
        about = metadata["create_symbol"]
        stack = self._stack(about.get("user_stack") or [])
        self._context.record(
            shape_symbol(compile_id, about, stack[-1] if stack else None)
        )


def _kind(metadata: Mapping[str, Any]) -> str:
    kind = next((key for key in metadata if key not in _ABOUT), "")
    if kind != "artifact":
        return kind
    about = metadata[kind]
    return f"artifact:{about.get('name', '') if isinstance(about, dict) else ''}"
