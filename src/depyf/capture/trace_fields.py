"""Check the fields of a log's records; a record with a wrong field is not read.

The readers of records rely on torch, which writes them.  A log may be damaged, or come
from another person.  So each of its records is checked here before a reader gets it.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from math import isfinite
from typing import Any, Callable, Mapping

from depyf.capture.trace_input import record_about, record_name
from depyf.reading.left_out import UnreadableError
from depyf.reading.records import json_value

#: Returns whether a value has a type.
_Type = Callable[[object], bool]

_LARGEST = 1 << 53  # numbers below this are exact in all JSON readers
_LAST_LINE = 1 << 31


def _whole(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


def _line(value: object) -> bool:
    return type(value) is int and 0 <= value < _LAST_LINE


def _number(value: object) -> bool:
    is_number = type(value) in (int, float)
    return is_number and isfinite(value) and abs(value) < _LARGEST**2  # type: ignore[arg-type]


def _text(value: object) -> bool:
    return type(value) is str


def _flag(value: object) -> bool:
    return type(value) is bool


def _plain(value: object) -> bool:
    return _text(value) or _flag(value) or _number(value)


def _texts(value: object) -> bool:
    return type(value) is list and all(map(_text, value))


def _texts_by_name(value: object) -> bool:
    return type(value) is dict and all(map(_texts, value.values()))


def _object(value: object) -> bool:
    return type(value) is dict


def _file(value: object) -> bool:
    return _text(value) or _whole(value)


def _stack(value: object) -> bool:
    return type(value) is list and all(
        type(frame) is dict and not _wrong(frame, _FRAME) for frame in value
    )


def _interned(value: object) -> bool:
    return (
        type(value) is list and len(value) == 2 and _text(value[0]) and _whole(value[1])
    )


_NAMES: Mapping[_Type, str] = {
    _whole: "a whole number", _line: "the number of a line", _number: "a number",
    _text: "a string", _flag: "true or false", _plain: "a string or a number",
    _texts: "a list of strings", _texts_by_name: "lists of strings by name",
    _object: "an object", _file: "a string or a whole number", _stack: "a stack",
    _interned: "a file name and its number",
}  # fmt: skip

# Any field may be missing or null.
_FRAME = {"line": _line, "name": _text, "filename": _file, "loc": _text}
_STACKS = {"stack": _stack, "user_stack": _stack}
#: The fields that any record may have.
_OF_ALL = {
    "rank": _whole, "frame_id": _whole, "frame_compile_id": _whole, "attempt": _whole,
    "compiled_autograd_id": _whole,
}  # fmt: skip
_METRICS = {
    "compile_id": _text, "has_guarded_code": _flag, "is_forward": _flag,
    "fail_type": _text, "fail_reason": _text, "fail_user_frame_filename": _text,
    "fail_user_frame_lineno": _line, "restart_reasons": _texts,
    "start_time": _number, "entire_frame_compile_time_s": _number,
    "*_time_us": _number, "duration_us": _number, "guard_latency_us": _number,
    "guard_count": _whole, "shape_env_guard_count": _whole, "graph_op_count": _whole,
    "graph_node_count": _whole, "graph_input_count": _whole, "cache_size": _whole,
    "accumulated_cache_size": _whole, "num_graph_breaks": _whole,
}  # fmt: skip

#: The fields that readers use, and their types, by the name of the record.
FIELDS: Mapping[str, Mapping[str, _Type]] = {
    "artifact:*": {"name": _text},
    "dynamo_start": _STACKS,
    "inductor_output_code": {"file_path": _text, "filename": _text},
    "compilation_metrics": _METRICS,
    "bwd_compilation_metrics": _METRICS,
    "create_symbol": {
        "symbol": _plain, "val": _plain, "vr": _plain, "source": _plain, **_STACKS,
    },
    "create_unbacked_symbol": {
        "symbol": _plain, "val": _plain, "vr": _plain, "source": _plain, **_STACKS,
    },
    "guard_added_fast": {"expr": _plain, **_STACKS},
    "symbolic_shape_specialization": {
        "symbol": _plain, "value": _plain, "reason": _plain, **_STACKS,
    },
    "optimize_ddp_split_child": {"name": _text},
}  # fmt: skip

#: The type of the body, for records whose body is JSON.
BODIES: Mapping[str, _Type] = {
    "artifact:torch_version": _object,
    "artifact:*_cache_*": _object,
    "artifact:inductor_provenance_tracking_node_mappings": _object,
    "artifact:inductor_provenance_tracking_kernel_stack_traces": _object,
}


def trouble(metadata: Mapping[str, Any], body: str) -> str:
    """Return why a log's record cannot be read, as a clause; empty if it can be read.

    Args:
        metadata: the record without its body.
        body: the body, which may be empty.
    """
    entry = metadata.get("str")
    if entry is not None and not _interned(entry):
        return f"`str` is not {_NAMES[_interned]}"
    wrong = _wrong(metadata, _OF_ALL)
    if wrong:
        return wrong
    if (metadata.get("frame_id") is None) != (metadata.get("frame_compile_id") is None):
        return "one of `frame_id` and `frame_compile_id` is missing"
    name = record_name(metadata)
    if not name:
        return "it has no name"
    return _wrong_inside(name, metadata) or _wrong_body(name, body)


def _wrong_inside(name: str, metadata: Mapping[str, Any]) -> str:
    """Describe what is wrong with the fields under a record's name; empty if none."""
    fields = _of_record(FIELDS, name)
    if fields is None:
        return ""
    key = name.partition(":")[0]
    if type(metadata.get(key)) is not dict:
        return f"`{key}` is not an object"
    return _wrong(record_about(metadata), fields)


def _wrong_body(name: str, body: str) -> str:
    wanted = _of_record(BODIES, name)
    if wanted is None or not body:
        return ""
    try:
        found = json_value(body)
    except UnreadableError as error:
        return f"its body is {error.why.value}"
    return "" if wanted(found) else f"its body is not {_NAMES[wanted]}"


def _of_record(table: Mapping[str, Any], name: str) -> Any:
    """Return a table's row for a record; None if it has none."""
    exact = table.get(name)
    if exact is not None:
        return exact
    return next((row for key, row in table.items() if fnmatchcase(name, key)), None)


def _wrong(values: Mapping[str, Any], fields: Mapping[str, _Type]) -> str:
    """Return a clause on the first field with a wrong type; empty if there is none."""
    for name, value in values.items():
        wanted = _wanted(tuple(fields), name) if value is not None else None
        if wanted is not None and not fields[wanted](value):
            return f"`{wanted}` is not {_NAMES[fields[wanted]]}"
    return ""


@lru_cache(maxsize=1024)
def _wanted(names: tuple[str, ...], name: str) -> str | None:
    """Return the known field that matches a name; a field may contain ``*``."""
    if name in names:
        return name
    return next((one for one in names if "*" in one and fnmatchcase(name, one)), None)
