"""Define the table of torch's trace records, with the reader and the event of each.

`RECORDS` at the end is the table.  To read another kind of record, add a row there, a
reader in `capture.trace_records`, and an event in `model.events` or
`model.detail_events`.  The event says where the model keeps it
(`model.facts.Keeping`).  Add a row to `render.entry_details.DETAILS`, too.

`TraceReader` reads records in torch's order, live or from a log.  The class
`trace_input.Surroundings` hides the difference.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping

from depyf.capture.trace_input import Record, record_about, record_name
from depyf.capture.trace_records import (
    cache_lookup,
    ddp_piece,
    failed_at,
    graph_break,
    lines_of_kernels,
    metrics,
    nodes_of_kernels,
    raw_attachment,
    recompile,
    refused_recompile,
    shape_guard,
    shape_symbol,
    side_effects,
    specialization,
)
from depyf.model.detail_events import (
    DdpPiece,
    FailedAt,
    KernelOrigins,
    ShapeGuard,
    SideEffects,
)
from depyf.model.events import (
    CacheLookup,
    FrameStarted,
    GraphBreak,
    GraphReported,
    GuardsReported,
    Kernel,
    Metrics,
    RawAttachment,
    Recompile,
    ShapeSymbol,
    SourceLine,
)
from depyf.model.stages import GRAPH_RECORDS
from depyf.records import dataclass
from depyf.torch_text.names import CompileId

if TYPE_CHECKING:
    from depyf.capture.trace_input import Surroundings
    from depyf.model.events import Event

_MOST_LEFT_OUT = 4  # the most frames of the program that torch leaves out
_COMPILER = ("torch", "_dynamo", "convert_frame.py")
_PROVENANCE = "artifact:inductor_provenance_tracking_"


@dataclass(frozen=True)
class Row:
    """How one kind of trace record becomes an event.

    `name` is torch's name of the record; an artifact has ``artifact:`` before it, and
    ``*`` stands for any text.  `read` returns the event.  It returns None if there is
    no event, or if `Surroundings` makes the event itself.  `makes` is the event's type.
    """

    name: str
    read: Callable[[Record], Event | None]
    makes: type[Event]


@lru_cache(maxsize=256)  # names of bytecode records contain function names
def rows_of(name: str) -> tuple[Row, ...]:
    """Return the rows in `RECORDS` of the first matching name; none if it is dropped.

    Args:
        name: torch's name of the record; see `trace_input.record_name`.
    """
    if name in DROPPED:
        return ()
    first = next(row for row in RECORDS if fnmatchcase(name, row.name))
    return tuple(row for row in RECORDS if row.name == first.name)


def is_dropped(name: str, about: Callable[[], object]) -> bool:
    """Return whether a record of this name would be dropped.

    Args:
        name: torch's name of the record.
        about: returns the fields of the record.
    """
    if name == "artifact":
        return record_name({name: about()}) in DROPPED
    return name in DROPPED


# --- readers --------------------------------------------------------------------------


class TraceReader:
    """Reads trace records one after the other.

    Args:
        place: the context of the records, which stores the events.
    """

    def __init__(self, place: Surroundings) -> None:
        self._place = place

    def take(self, metadata: Mapping[str, Any], payload: str) -> None:
        """Read one record.

        Args:
            metadata: the record without its body; one of the keys is its name.
            payload: the body, which may be empty.
        """
        name = record_name(metadata)
        rows = rows_of(name)
        if not rows:
            return
        record = Record(
            name,
            self._compile_id(metadata),
            record_about(metadata),
            payload,
            self._place,
        )
        for row in rows:
            event = row.read(record)
            if event is not None:
                self._place.record(event)

    def _compile_id(self, metadata: Mapping[str, Any]) -> CompileId | None:
        frame, autograd = metadata.get("frame_id"), metadata.get("compiled_autograd_id")
        if frame is None and autograd is None:
            return None
        return self._place.identified(
            CompileId(
                frame,
                metadata.get("frame_compile_id"),
                metadata.get("attempt") or 0,
                self._place.attribution.generation,
                autograd,
            )
        )


def _frame_started(record: Record) -> FrameStarted | None:
    if record.compile_id is None:
        return None
    compile_id = record.place.begin(record.compile_id)
    stack = stack_of_frame(record)
    last = stack[-1] if stack else None
    first = compile_id.compile == 0 and compile_id.attempt == 0
    source = record.place.source_at(last.file, last.line) if last and first else ""
    return FrameStarted(
        compile_id,
        co_name=last.function if last else "",
        file=last.file if last else "",
        first_line=last.line if last else 0,
        stack=stack,
        source=source,
    )


def stack_of_frame(record: Record) -> tuple[SourceLine, ...]:
    """Return the stack at the call of a compiled function; that function comes last."""
    stack = record.stack("stack")
    own = next((n for n, line in enumerate(stack) if _is_compiler(line)), None)
    if own is not None:  # up to 2.5, torch's frames stand instead of the function
        stack = (*stack[:own], *record.place.compiled_function())
    return (*stack[:-1], *_left_out(stack, record.place.callers()), *stack[-1:])


def _left_out(
    stack: tuple[SourceLine, ...], callers: Iterator[SourceLine]
) -> tuple[SourceLine, ...]:
    """Return the innermost callers that torch's record of a stack leaves out.

    Args:
        stack: the record; the compiled function comes last.
        callers: the program's lines on the whole stack, innermost first.
    """
    missing: list[SourceLine] = []
    for line in islice(callers, _MOST_LEFT_OUT + 1) if stack else ():
        if line in stack:
            return tuple(reversed(missing))
        missing.append(line)
    return tuple(missing[:1])  # the rest of the stack is not in the record


def _is_compiler(place: SourceLine) -> bool:
    return PurePath(place.file).parts[-3:] == _COMPILER


def _graph(record: Record) -> None:
    record.place.graph(record.compile_id, record.name, record.text)


def _kernel(record: Record) -> None:
    path = record.about.get("file_path") or record.about.get("filename") or ""
    record.place.kernel(record.compile_id, str(path), record.text)


def _guards(record: Record) -> GuardsReported | None:
    if record.compile_id is None:
        return None
    return record.place.guards(record.compile_id, record.text)


# --- the table ------------------------------------------------------------------------

# Records that do not help readers or repeat others; they have most of the bytes.
DROPPED = {
    "chromium_event", "str", "dump_file", "describe_tensor", "describe_storage",
    "describe_source", "artifact:fx_graph_runnable",
    "artifact:torch._functorch.config", "artifact:aot_forward_graph_fw_metadata",
    "artifact:after_pre_grad_graph", "artifact:before_post_grad_graph",
    "artifact:before_joint_graph", "artifact:after_joint_graph", "dynamo_guards",
    "artifact:torch_version", "optimize_ddp_split_graph",
}  # fmt: skip

RECORDS: tuple[Row, ...] = (
    Row("dynamo_start", _frame_started, FrameStarted),
    *(Row(name, _graph, GraphReported) for name in GRAPH_RECORDS),
    Row("inductor_output_code", _kernel, Kernel),
    Row("dynamo_cpp_guards_str", _guards, GuardsReported),
    Row("compilation_metrics", metrics, Metrics),
    Row("compilation_metrics", refused_recompile, Recompile),
    Row("bwd_compilation_metrics", metrics, Metrics),
    Row("artifact:dynamo_graph_break_reason", graph_break, GraphBreak),
    Row("artifact:recompile_reasons", recompile, Recompile),
    Row("artifact:dynamo_error", failed_at, FailedAt),
    Row("artifact:dynamo_error", raw_attachment, RawAttachment),
    Row("create_symbol", shape_symbol, ShapeSymbol),
    Row("create_unbacked_symbol", shape_symbol, ShapeSymbol),
    Row("guard_added_fast", shape_guard, ShapeGuard),
    Row("symbolic_shape_specialization", specialization, ShapeGuard),
    Row("artifact:dynamo_side_effects", side_effects, SideEffects),
    Row(f"{_PROVENANCE}node_mappings", nodes_of_kernels, KernelOrigins),
    Row(f"{_PROVENANCE}kernel_stack_traces", lines_of_kernels, KernelOrigins),
    Row("optimize_ddp_split_child", ddp_piece, DdpPiece),
    Row("*_cache_*", cache_lookup, CacheLookup),
    # Records that later releases add are kept unchanged.
    Row("*", raw_attachment, RawAttachment),
)
