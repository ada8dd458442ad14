"""Reads the bodies of torch's trace records: pure functions from text to events."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Mapping

from depyf.capture.trace_details import printed_stack
from depyf.model.events import (
    CacheLookup,
    GraphBreak,
    Metrics,
    RawAttachment,
    Recompile,
    RecompileReason,
    ShapeSymbol,
)
from depyf.model.ids import CompileId

if TYPE_CHECKING:
    from depyf.capture.user_lines import UserLines
    from depyf.model.events import SourceLine

_LONGEST_ATTACHMENT = 100_000
_CACHES = {"fx_graph": "fx_graph", "aotautograd": "aot_autograd"}
_BREAK_FIELDS = {
    "Graph Break Reason:": "reason",
    "Reason:": "reason",
    "Explanation:": "explanation",
    "Hint:": "hint",
    "Developer debug context:": "context",
    "User code traceback:": "traceback",
}
_INNER_TRACEBACK = ("Traceback (most recent call last):", "NoneType: None")
_BREAK_LINK = re.compile(r"For more details about this graph break.*?(\S+)$")
_BREAK_PLACE = re.compile(r"^Graph break in user code at (?P<file>.+):(?P<line>\d+)$")
_SECOND = "*** While handling this graph break, another graph break occurred:"
_COUNTS = (
    "guard_count", "shape_env_guard_count", "graph_op_count", "graph_node_count",
    "graph_input_count", "cache_size", "accumulated_cache_size", "num_graph_breaks",
    "guard_latency_us",
)  # fmt: skip


def graph_break(
    compile_id: CompileId | None, text: str, places: UserLines
) -> GraphBreak:
    """Return a graph break from torch's description of it."""
    text = places.in_text(text)
    body, second = _split_second(text)
    fields: dict[str, list[str]] = {}
    hints: list[str] = []
    current = ""
    link = ""
    place: list[SourceLine] = []
    for line in body.splitlines():
        if line.startswith(_INNER_TRACEBACK):
            break  # how torch came to say so; it repeats hints and reason
        stripped = line.strip()
        found = _BREAK_PLACE.match(stripped)
        if found is not None:
            place = [places.source_line(found["file"], int(found["line"]))]
            continue
        found = _BREAK_LINK.search(stripped)
        if found is not None:
            link, current = found.group(1), ""
            continue
        label = next((mark for mark in _BREAK_FIELDS if stripped.startswith(mark)), "")
        if label:
            current = _BREAK_FIELDS[label]
            stripped = stripped[len(label) :].strip()
            if current == "hint":
                hints.append(stripped)
                continue
        if current == "hint":
            hints[-1] = f"{hints[-1]} {stripped}".strip()
        elif current and stripped:
            fields.setdefault(current, []).append(stripped)
    stack = tuple(printed_stack(fields.get("traceback", []), places))
    return GraphBreak(
        compile_id,
        reason=_reason_words(fields.get("reason", [])),
        explanation="\n".join(fields.get("explanation", [])),
        hints=tuple(hints),
        context="\n".join(fields.get("context", [])),
        user_stack=stack or tuple(place),
        link=link,
        text=text,
        skipped=second,
    )


def _split_second(text: str) -> tuple[str, str]:
    """Return the text without the break that came of this one, and its explanation.

    Where torch cannot resume after a break it reports that as a second one, between
    the first and the stack: the frame is then skipped as a whole.
    """
    before, mark, after = text.partition(_SECOND)
    if not mark:
        return text, ""
    second, stack_mark, stack = after.partition("User code traceback:")
    words = [line.strip() for line in second.lstrip("* \n").splitlines()]
    title = next((line for line in words if line), "")
    given = [line for line in words if line.startswith("Explanation:")]
    explanation = given[0][len("Explanation:") :].strip() if given else ""
    return before + stack_mark + stack, explanation or title


def _reason_words(lines: list[str]) -> str:
    """Join the lines of a reason; what only leads up to it is left out.

    ``Encountered graph break when attempting to trace CALL: ...:`` comes before the
    reason proper where torch was in the middle of an instruction.
    """
    leads_up = len(lines) > 1 and lines[0].endswith(":")
    return " ".join(lines[1:] if leads_up else lines)


def recompile(compile_id: CompileId | None, text: str, generation: int) -> Recompile:
    """Return why existing entries did not fit: bare text, or a JSON list of texts."""
    texts = [text]
    if text.lstrip().startswith("["):
        try:
            texts = [str(item) for item in json.loads(text)]
        except ValueError:
            texts = [text]
    return Recompile(
        compile_id, reasons=tuple(_reason(item, generation) for item in texts)
    )


def refused_recompile(event: Metrics, generation: int) -> Recompile | None:
    """Return why entries did not fit where that is an error (`error_on_recompile`)."""
    _, mark, after = event.fail_reason.partition("guard failure(s):")
    lines = (line.strip() for line in after.splitlines())
    texts = [line[1:].strip() for line in lines if line.startswith("-")]
    if not mark or not texts:
        return None
    reasons = tuple(_reason(text, generation) for text in texts)
    return Recompile(event.compile_id, reasons=reasons)


def _reason(text: str, generation: int) -> RecompileReason:
    name, separator, rest = text.partition(": ")
    failed = CompileId.parse(name, generation) if separator else None
    return RecompileReason(rest.strip() if failed else text.strip(), failed)


def cache_lookup(compile_id: CompileId | None, kind: str, text: str) -> CacheLookup:
    """Return a look-up; the bulk of the record (what made up the key) is dropped."""
    name, _, outcome = kind.replace("artifact:", "", 1).rpartition("_cache_")
    try:
        about = json.loads(text) if text else {}
    except ValueError:
        about = {}
    about = about if isinstance(about, dict) else {}
    reason = about.get("cache_bypass_reason") or about.get("cache_status_detailed")
    return CacheLookup(
        compile_id,
        cache=_CACHES.get(name, name),
        outcome=outcome,
        reason=str(reason or ""),
        key=str(about.get("key") or ""),
    )


def metrics(
    compile_id: CompileId | None,
    name: str,
    values: Mapping[str, Any],
    places: UserLines,
) -> Metrics:
    """Return the times and counts of a forward or backward compilation."""
    backward = name.startswith("bwd_")
    # 2.6 also calls those backward that failed before it was known what they are.
    backward = backward and values.get("is_forward", False) is not None
    if compile_id is None and values.get("compile_id"):
        compile_id = CompileId.parse(str(values["compile_id"]))
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
        compile_id,
        seconds=float(seconds or 0.0),
        started=_started(values),
        times=times,
        counts={k: values[k] for k in _COUNTS if isinstance(values.get(k), int)},
        backward=backward,
        made_entry=backward or made is None or bool(made),
        fail_type=str(values.get("fail_type") or ""),
        fail_reason=str(values.get("fail_reason") or ""),
        fail_line=_fail_line(values, places),
        restart_reasons=tuple(str(r) for r in values.get("restart_reasons") or ()),
    )


def _started(values: Mapping[str, Any]) -> float:
    """Return when compiling began, as Unix time; 0 where torch does not tell."""
    for name, unit in (("start_time_us", 1e6), ("start_time", 1.0)):
        started = values.get(name)
        if isinstance(started, (int, float)):
            return started / unit
    return 0.0


def _fail_line(values: Mapping[str, Any], places: UserLines) -> SourceLine | None:
    """Return the user's line that torch failed at, if it failed at one."""
    file = values.get("fail_user_frame_filename")
    line = values.get("fail_user_frame_lineno")
    if not file or not isinstance(line, int):
        return None
    return places.source_line(str(file), line)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def shape_symbol(
    compile_id: CompileId | None,
    about: Mapping[str, Any],
    user_line: SourceLine | None,
) -> ShapeSymbol:
    """Return a symbol that stands for a size."""
    return ShapeSymbol(
        compile_id,
        symbol=str(about.get("symbol", "")),
        value=str(about.get("val", "")),
        value_range=str(about.get("vr", "")),
        source=str(about.get("source", "")),
        user_line=user_line,
    )


def raw_attachment(
    compile_id: CompileId | None,
    kind: str,
    about: object,
    text: str,
) -> RawAttachment:
    """Return a record that depyf does not read, cut where it is very long."""
    return RawAttachment(
        compile_id,
        name=kind.replace("artifact:", "", 1),
        text=text[:_LONGEST_ATTACHMENT],
        metadata=json.dumps(about, default=str)[:_LONGEST_ATTACHMENT],
    )
