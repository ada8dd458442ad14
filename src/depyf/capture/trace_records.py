"""Define the readers of trace records: each takes a record and returns its event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from depyf.capture.trace_input import users_own
from depyf.model.detail_events import (
    DdpPiece,
    FailedAt,
    KernelOrigin,
    KernelOrigins,
    ShapeGuard,
    SideEffect,
    SideEffects,
)
from depyf.model.events import (
    CacheLookup,
    GraphBreak,
    Metrics,
    RawAttachment,
    Recompile,
    RecompileReason,
    ShapeSymbol,
    SourceLine,
)
from depyf.torch_text.access_paths import with_plain_items
from depyf.torch_text.graph_lines import node_places
from depyf.torch_text.names import CompileId
from depyf.torch_text.reasons import failed_guards, printed_break, reason_texts
from depyf.torch_text.source_lines import of_user_code, printed_stack
from depyf.torch_text.trace import printed_effects

if TYPE_CHECKING:
    from depyf.capture.trace_input import Record
    from depyf.capture.user_lines import UserLines

_LONGEST_ATTACHMENT = 100_000
_CACHES = {"fx_graph": "fx_graph", "aotautograd": "aot_autograd"}
_COUNTS = (
    "guard_count", "shape_env_guard_count", "graph_op_count", "graph_node_count",
    "graph_input_count", "cache_size", "accumulated_cache_size", "num_graph_breaks",
    "guard_latency_us",
)  # fmt: skip


# --- graph breaks and recompiles ------------------------------------------------------


def graph_break(record: Record) -> GraphBreak:
    """Return the event of a graph break that torch describes."""
    places = record.user_lines
    text = places.in_text(record.text)
    said = printed_break(text)
    place = () if said.place is None else (places.source_line(*said.place),)
    return GraphBreak(
        record.compile_id,
        reason=said.reason,
        explanation=said.explanation,
        hints=said.hints,
        context=said.context,
        user_stack=tuple(stack_in("\n".join(said.stack), places)) or place,
        link=said.link,
        text=text,
        skipped=said.skipped,
    )


def recompile(record: Record) -> Recompile:
    """Return the event with the reasons why existing entries did not fit."""
    reasons = recompile_reasons(record.text, record.generation)
    return Recompile(record.compile_id, reasons=reasons)


def recompile_reasons(text: str, generation: int) -> tuple[RecompileReason, ...]:
    """Return the reasons in torch's text, which is one reason or a JSON list."""
    return tuple(_reason(item, generation) for item in reason_texts(text))


def failed_at(record: Record) -> FailedAt | None:
    """Return the event with the user's stack in a printed error; None without one."""
    stack = stack_in(of_user_code(record.text), record.user_lines)
    return FailedAt(record.compile_id, tuple(stack)) if stack else None


def refused_recompile(record: Record) -> Recompile | None:
    """Return why entries did not fit, if `error_on_recompile` made this an error."""
    texts = failed_guards(str(record.about.get("fail_reason") or ""))
    reasons = tuple(_reason(text, record.generation) for text in texts)
    return Recompile(_measured_id(record), reasons=reasons) if reasons else None


def _reason(text: str, generation: int) -> RecompileReason:
    name, separator, rest = text.partition(": ")
    failed = CompileId.parse(name, generation) if separator else None
    return RecompileReason(rest.strip() if failed else text.strip(), failed)


# --- times, counts and caches ---------------------------------------------------------


def cache_lookup(record: Record) -> CacheLookup:
    """Return the event for a cache lookup, with its key but without the key's parts."""
    kind = record.name.replace("artifact:", "", 1)
    name, _, outcome = kind.rpartition("_cache_")
    about = record.object
    reason = about.get("cache_bypass_reason") or about.get("cache_status_detailed")
    return CacheLookup(
        record.compile_id,
        cache=_CACHES.get(name, name),
        outcome=outcome,
        reason=str(reason or ""),
        key=str(about.get("key") or ""),
    )


def metrics(record: Record) -> Metrics:
    """Return the event with times and counts of a forward or backward compilation."""
    values = record.about
    backward = record.name.startswith("bwd_")
    # Torch 2.6 also calls compilations backward that failed early; see `is_forward`.
    backward = backward and values.get("is_forward", False) is not None
    times = {
        name[: -len("_us")]: value / 1e6
        for name, value in values.items()
        if name.endswith("_time_us") and _is_number(value)
        if name not in {"start_time_us", "end_time_us"}
    }
    seconds = values.get("entire_frame_compile_time_s")
    if _is_number(values.get("duration_us")):
        seconds = values["duration_us"] / 1e6
    made = values.get("has_guarded_code")
    return Metrics(
        _measured_id(record),
        seconds=float(seconds or 0.0),
        started=_started(values),
        times=times,
        counts={k: values[k] for k in _COUNTS if isinstance(values.get(k), int)},
        backward=backward,
        made_entry=backward or made is None or bool(made),
        fail_type=str(values.get("fail_type") or ""),
        fail_reason=str(values.get("fail_reason") or ""),
        fail_line=_fail_line(values, record.user_lines),
        restart_reasons=tuple(str(r) for r in values.get("restart_reasons") or ()),
    )


def _measured_id(record: Record) -> CompileId | None:
    """Return the compilation of a record with metrics; some name it only in a field."""
    named = record.about.get("compile_id")
    if record.compile_id is None and named:
        return CompileId.parse(str(named))
    return record.compile_id


def _started(values: Mapping[str, Any]) -> float:
    """Return the Unix time at which compiling began; 0 if unknown."""
    for name, unit in (("start_time_us", 1e6), ("start_time", 1.0)):
        started = values.get(name)
        if isinstance(started, (int, float)):
            return started / unit
    return 0.0


def _fail_line(values: Mapping[str, Any], places: UserLines) -> SourceLine | None:
    """Return the user's line at which torch failed, if there is one."""
    file = values.get("fail_user_frame_filename")
    line = values.get("fail_user_frame_lineno")
    if not file or not isinstance(line, int):
        return None
    return places.source_line(str(file), line)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# --- sizes ----------------------------------------------------------------------------


def shape_symbol(record: Record) -> ShapeSymbol:
    """Return the event of a symbol that stands for a size."""
    about = record.about
    return ShapeSymbol(
        record.compile_id,
        symbol=str(about.get("symbol", "")),
        value=str(about.get("val", "")),
        value_range=str(about.get("vr", "")),
        source=with_plain_items(str(about.get("source", ""))),
        user_line=record.user_line,
    )


def shape_guard(record: Record) -> ShapeGuard | None:
    """Return the event of a condition on sizes; None if it is no guard."""
    if record.place.guard_is_suppressed():
        return None
    expression = str(record.about.get("expr", ""))
    return ShapeGuard(
        record.compile_id,
        expression=expression,
        user_line=record.user_line,
        run_line=record.run_line,
    )


def specialization(record: Record) -> ShapeGuard:
    """Return the event of a size that became a constant, with the reason."""
    about = record.about
    return ShapeGuard(
        record.compile_id,
        expression=f"{about.get('symbol', '')} == {about.get('value', '')}",
        user_line=record.user_line,
        reason=str(about.get("reason") or "made a constant"),
        run_line=record.run_line,
    )


# --- side effects, kernels, pieces ----------------------------------------------------


def side_effects(record: Record) -> SideEffects:
    """Return the event with the objects that change after the graph."""
    places = record.user_lines
    effects = tuple(
        SideEffect(one.target, one.type, _ends_of(one.stacks, places))
        for one in printed_effects(places.in_text(record.text))
    )
    return SideEffects(record.compile_id, effects=effects)


def nodes_of_kernels(record: Record) -> KernelOrigins | None:
    """Return the event with the nodes behind each kernel; None if there are none."""
    found = record.object.get("cppCodeToPost")
    origins = tuple(
        KernelOrigin(kernel, tuple(str(node) for node in nodes))
        for kernel, nodes in (found if isinstance(found, dict) else {}).items()
        if isinstance(nodes, list)
    )
    return KernelOrigins(record.compile_id, origins=origins) if origins else None


def lines_of_kernels(record: Record) -> KernelOrigins | None:
    """Return the event with the user's lines behind each kernel; None if none."""
    places = record.user_lines
    origins = []
    for kernel, stacks in record.object.items():
        texts = stacks if isinstance(stacks, list) else ()
        texts = [places.in_text(str(text)) for text in texts]
        origins.append(KernelOrigin(kernel, user_lines=_ends_of(texts, places)))
    return KernelOrigins(record.compile_id, tuple(origins)) if origins else None


def _ends_of(stacks: Sequence[str], places: UserLines) -> tuple[SourceLine, ...]:
    """Return the user's innermost line of each printed stack, each once."""
    ends = (users_own(stack_in(text, places)) for text in stacks)
    return tuple(dict.fromkeys(end for end in ends if end is not None))


def stack_in(text: str, places: UserLines) -> list[SourceLine]:
    """Return the frames of a printed stack, with the innermost last.

    Args:
        text: a text with a stack as Python prints it.
        places: maps lines of depyf's files to the user's.
    """
    return [
        places.source_line(one.file, one.line, one.function, one.text)
        for one in printed_stack(text)
    ]


def ddp_piece(record: Record) -> DdpPiece:
    """Return the event of a graph that DistributedDataParallel compiles separately."""
    lines = node_places(record.user_lines.in_text(record.text)).values()
    name = str(record.about.get("name") or "")
    return DdpPiece(record.compile_id, name, tuple(dict.fromkeys(lines)))


def raw_attachment(record: Record) -> RawAttachment:
    """Return the event of a record that depyf does not interpret, cut if too long."""
    text = record.user_lines.in_text(record.text)
    return RawAttachment(
        record.compile_id,
        name=record.name.replace("artifact:", "", 1),
        text=text[:_LONGEST_ATTACHMENT],
        metadata=json.dumps(record.about, default=str)[:_LONGEST_ATTACHMENT],
    )
