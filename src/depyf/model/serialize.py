"""Convert events to and from JSON: ``{"kind": ..., "compile_id": "0/1", field: ...}``.

Fields with their default value are left out.  To keep journals of newer versions
readable, an unknown kind becomes a `RawAttachment`, and an unknown field is dropped.  A
known field of a wrong type raises an `UnreadableError`, so the rest of depyf can rely
on the types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, Callable, Dict, List, NoReturn, Tuple, TypeVar, Union

from depyf.model import call_check, detail_events, edit_tried, events, value_seen
from depyf.model.events import Event, RawAttachment
from depyf.reading.left_out import UnreadableError, Why
from depyf.regexes import regex
from depyf.torch_text.names import CompileId

Json = Union[None, bool, int, float, str, List["Json"], Dict[str, "Json"]]
_Record = TypeVar("_Record")
# The modules that define events and records.
_MODULES = (events, detail_events, call_check, edit_tried, value_seen)


EVENT_TYPES = {event.kind: event for event in Event.__subclasses__()}


def event_to_json(event: Event) -> dict[str, Json]:
    """Return the JSON object of an event."""
    return {"kind": event.kind, **record_to_json(event)}


def event_from_json(data: Mapping[str, Json]) -> Event:
    """Return the event of a JSON object; an unknown kind becomes a `RawAttachment`.

    Raises:
        UnreadableError: the kind or a field is missing, or a field is of a wrong type.
    """
    kind = data.get("kind")
    if type(kind) is not str:
        _refuse("kind", kind)
    event_type = EVENT_TYPES.get(kind)
    if event_type is None:
        compile_id = data.get("compile_id")
        return RawAttachment(
            compile_id=CompileId.parse(compile_id)
            if isinstance(compile_id, str)
            else None,
            name=kind,
            text=json.dumps(data, sort_keys=True),
        )
    return record_from_json(event_type, data)


_PLAIN = frozenset({type(None), bool, int, float, str})


def _to_json(value: object) -> Json:
    if type(value) in _PLAIN:
        return value  # type: ignore[return-value]  # checked above
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
    """Return the JSON object of a record, without fields at their default value.

    Args:
        record: an instance of a dataclass.
        but: the name of another field to leave out.
    """
    result: dict[str, Json] = {}
    for name, default in _defaults(type(record)):  # type: ignore[arg-type]
        value = getattr(record, name)
        if value in (None, default, (), {}) or name == but:
            continue
        result[name] = _to_json(value)
    return result


def fields_to_json(record: object, names: str) -> dict[str, Json]:
    """Return the named fields or properties of a record, including empty ones.

    Args:
        record: an instance of a dataclass.
        names: the names, separated by spaces.
    """
    return {name: _to_json(getattr(record, name)) for name in names.split()}


@lru_cache(maxsize=None)
def _defaults(record_type: type[object]) -> list[tuple[str, object]]:
    """Return the name and default of each field; the default may be MISSING."""
    every = fields(record_type)  # type: ignore[arg-type]  # checked by is_dataclass
    return [(one.name, one.default) for one in every]


def record_from_json(record_type: type[_Record], data: Mapping[str, Json]) -> _Record:
    """Return the record of a JSON object; unknown fields are dropped.

    Raises:
        UnreadableError: a field is missing or of a wrong type.
    """
    found: _Record = _maker(record_type)(data)  # type: ignore[arg-type]
    return found


_Decoder = Callable[[Json], object]
# For a field: the type of JSON values that need no decoding, and the decoder.
_Field = Tuple[Union[type, None], _Decoder]
# A field without a default, and the function for its value if the JSON lacks it.
_Needed = Tuple[str, Callable[[], object]]


@lru_cache(maxsize=None)
def _maker(record_type: type[Any]) -> Callable[[Json], Any]:
    """Return a function that creates records of one dataclass."""
    known: dict[str, _Field] = {}
    needed: list[_Needed] = []
    for one in fields(record_type):
        annotation = str(one.type)
        known[one.name] = (_AS_IT_IS.get(annotation), decoder(annotation))
        if one.default is MISSING and one.default_factory is MISSING:
            needed.append((one.name, _absent(annotation)))
    field_of = known.get
    # Records such as lines of the user's program repeat thousands of times, so equal
    # ones share one object. A damaged journal may have values of other types: those
    # records are not shared.
    is_plain = all(str(one.type) in _KEPT_ONCE for one in fields(record_type))
    kept: dict[tuple[object, ...], object] = {}

    def make(data: Json) -> object:
        if type(data) is not dict:
            _refuse(record_type.__name__, data)
        if is_plain and _PLAIN.issuperset(map(type, data.values())):
            key = (*data, *data.values())
            found = kept.get(key)
            if found is None:
                if len(kept) >= _MOST_KEPT:
                    kept.clear()
                found = kept[key] = make_new(data)
            return found
        return make_new(data)

    def make_new(data: dict[str, Json]) -> object:
        values = {}
        for name, value in data.items():
            field = field_of(name)
            if field is not None:
                as_it_is, decode = field
                values[name] = value if type(value) is as_it_is else decode(value)
        for name, absent in needed:
            if name not in values:
                values[name] = absent()
        return record_type(**values)

    return make


def _absent(annotation: str) -> Callable[[], object]:
    """Return a function that returns the empty value, for a field missing in the JSON.

    For a type without an empty value, that function refuses the record.
    """
    form = _FORMS.fullmatch(annotation)
    if form is None:
        return lambda: _refuse(annotation, None)
    return _EMPTY[form.lastgroup or ""]


def _refuse(wanted: str, value: Json) -> NoReturn:
    raise UnreadableError(Why.FIELDS, f"{wanted}: {type(value).__name__}")


_parsed_id = lru_cache(maxsize=256)(CompileId.parse)  # many records share an id


def _compile_id(value: Json) -> CompileId | None:
    if type(value) is not str:
        _refuse("CompileId", value)
    found = _parsed_id(value)
    # An id without numbers is written as an empty string.
    return found if found is not None or not value else _refuse("CompileId", value)


def _text(value: Json) -> str:
    if type(value) is str:
        return value
    return _refuse("str", value)


def _number(value: Json) -> float:
    if type(value) is float and isfinite(value):
        return value
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return float(value)
    return _refuse("float", value)


def _integer(value: Json) -> int:
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return value
    number = _number(value)  # torch writes some counts as floats
    return int(number) if abs(number) <= _LARGEST else _refuse("int", value)


def _truth(value: Json) -> bool:
    return value if type(value) is bool else _refuse("bool", value)


def _items(value: Json) -> list[Json]:
    return value if type(value) is list else _refuse("tuple", value)


def _pairs(value: Json) -> dict[str, Json]:
    return value if type(value) is dict else _refuse("Mapping", value)


_LARGEST = 2**63 - 1
_KEPT_ONCE = frozenset({"str", "int"})
_MOST_KEPT = 20_000
# The generic types of fields, as their annotations are written.
_FORMS = regex(
    r"(?P<optional>.+) \| None"
    r"|tuple\[(?P<items>.+), \.\.\.\]"
    r"|Mapping\[str, (?P<values>.+)\]"
)
_EMPTY: dict[str, Callable[[], object]] = {
    "optional": lambda: None,
    "items": tuple,
    "values": dict,
}
# Integers are not here, because they may be too large and need a check.
_AS_IT_IS: dict[str, type] = {"str": str, "bool": bool, "str | None": str}
_SCALARS: dict[str, _Decoder] = {
    "str": _text,
    "int": _integer,
    "float": _number,
    "bool": _truth,
    "CompileId": _compile_id,
}


def decoder(annotation: str) -> _Decoder:
    """Return the function that decodes a field's value from JSON.

    Args:
        annotation: the field's type, as written: a scalar, a record of the modules
            that define events, or ``X | None``, ``tuple[X, ...]``, ``Mapping[str, X]``.

    Raises:
        LookupError: the type is unknown.
    """
    form = _FORMS.fullmatch(annotation)
    if form is None:
        return _SCALARS.get(annotation) or _record(annotation)
    inner = decoder(form.group(form.lastgroup or 0))
    if form.lastgroup == "optional":
        return lambda value: None if value is None else inner(value)
    if form.lastgroup == "items":
        return lambda value: tuple([inner(item) for item in _items(value)])
    return lambda value: {name: inner(item) for name, item in _pairs(value).items()}


def _record(name: str) -> _Decoder:
    found = next((vars(one)[name] for one in _MODULES if name in vars(one)), None)
    if found is None:
        message = f"no record {name!r} stands beside the events"
        raise LookupError(message)
    return _maker(found)
