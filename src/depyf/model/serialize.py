"""The JSON form of events: ``{"kind": ..., "compile_id": "0/1", field: ...}``.

Fields at their default are left out.  A kind that this version does not know comes back
as a `RawAttachment`, a field that it does not know is dropped, so journals of newer
versions stay readable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Callable, Dict, List, TypeVar, Union

from depyf.model import call_check, detail_events, edit_tried, events, value_seen
from depyf.model.events import Event, RawAttachment
from depyf.torch_text.names import CompileId

Json = Union[None, bool, int, float, str, List["Json"], Dict[str, "Json"]]
_Record = TypeVar("_Record")
# Where events and records are defined.
_MODULES = (events, detail_events, call_check, edit_tried, value_seen)


EVENT_TYPES = {event.kind: event for event in Event.__subclasses__()}


def event_to_json(event: Event) -> dict[str, Json]:
    """Return the JSON object of an event."""
    return {"kind": event.kind, **record_to_json(event)}


def event_from_json(data: Mapping[str, Json]) -> Event:
    """Return the event of a JSON object; an unknown kind becomes a `RawAttachment`."""
    kind = data.get("kind")
    event_type = EVENT_TYPES.get(kind) if isinstance(kind, str) else None
    if event_type is None:
        compile_id = data.get("compile_id")
        return RawAttachment(
            compile_id=_compile_id(compile_id),
            name=str(kind),
            text=json.dumps(data, sort_keys=True),
        )
    return record_from_json(event_type, data)


_PLAIN = frozenset({type(None), bool, int, float, str})


def _to_json(value: object) -> Json:
    if type(value) in _PLAIN:
        return value  # type: ignore[return-value]  # as the test says
    if isinstance(value, CompileId):
        return value.key
    if is_dataclass(value):
        return record_to_json(value)
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _to_json(item) for key, item in value.items()}
    if isinstance(value, (int, float)):
        return value
    return str(value)  # a str subclass or an enum from torch never breaks a journal


def record_to_json(record: object, but: str = "") -> dict[str, Json]:
    """Return the JSON object of a dataclass, fields at their default left out.

    Args:
        record: the dataclass.
        but: a field that is left out as well.
    """
    result: dict[str, Json] = {}
    for name, default in _defaults(type(record)):  # type: ignore[arg-type]
        value = getattr(record, name)
        if value in (None, default, (), {}) or name == but:
            continue
        result[name] = _to_json(value)
    return result


def fields_to_json(record: object, names: str) -> dict[str, Json]:
    """Return these fields or properties of a record, those that are empty too."""
    return {name: _to_json(getattr(record, name)) for name in names.split()}


@lru_cache(maxsize=None)
def _defaults(record_type: type[object]) -> list[tuple[str, object]]:
    """Return the fields of a dataclass with their defaults, or MISSING."""
    every = fields(record_type)  # type: ignore[arg-type]  # checked by is_dataclass
    return [(one.name, one.default) for one in every]


def record_from_json(record_type: type[_Record], data: Mapping[str, Json]) -> _Record:
    """Return the record of a JSON object; fields that it does not know are dropped."""
    # Every field without a default is an optional compile id or required in the JSON.
    has_id = issubclass(record_type, Event)
    values: dict[str, object] = {"compile_id": None} if has_id else {}
    for name, decode in _decoders(record_type):  # type: ignore[arg-type]
        if name in data:
            values[name] = decode(data[name])
    return record_type(**values)


_Decoder = Callable[[Json], object]


@lru_cache(maxsize=None)
def _decoders(record_type: type[object]) -> list[tuple[str, _Decoder]]:
    """Return the fields of a dataclass with what makes their values from JSON."""
    every = fields(record_type)  # type: ignore[arg-type]  # only dataclasses
    return [(one.name, decoder(str(one.type))) for one in every]


def _compile_id(value: Json) -> CompileId | None:
    return CompileId.parse(value) if isinstance(value, str) else None


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _number(value: Json) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _integer(value: Json) -> int:
    return int(value) if isinstance(value, (int, float)) else 0


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _pairs(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


# The forms of a field's type, as written (annotations are strings here).
_FORMS = re.compile(
    r"(?P<optional>.+) \| None"
    r"|tuple\[(?P<items>.+), \.\.\.\]"
    r"|Mapping\[str, (?P<values>.+)\]"
)
_SCALARS: dict[str, _Decoder] = {
    "str": _text,
    "int": _integer,
    "float": _number,
    "bool": bool,
    "CompileId": _compile_id,
}


def decoder(annotation: str) -> _Decoder:
    """Return what makes a value from its JSON.

    Args:
        annotation: the type of a field as written: a scalar, a record of the modules
            that define events, or one of the forms around them.

    Raises:
        LookupError: there is no such type.
    """
    form = _FORMS.fullmatch(annotation)
    if form is None:
        return _SCALARS.get(annotation) or _record(annotation)
    inner = decoder(form.group(form.lastgroup or 0))
    if form.lastgroup == "optional":
        return lambda value: None if value is None else inner(value)
    if form.lastgroup == "items":
        return lambda value: tuple(inner(item) for item in _items(value))
    return lambda value: {name: inner(item) for name, item in _pairs(value).items()}


def _record(name: str) -> _Decoder:
    found = next((vars(one)[name] for one in _MODULES if name in vars(one)), None)
    if found is None:
        message = f"no record {name!r} stands beside the events"
        raise LookupError(message)
    return lambda value: record_from_json(found, _pairs(value))
