"""Convert a CodeUnit to JSON and back, for the corpus, journals and bug reports.

Loading runs no code. Dynamo may put any object into ``co_consts``. A constant that
neither JSON nor a literal can express becomes an `OpaqueConstant`.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, Tuple, cast

from depyf.decompiler.bytecode.code_unit import NAME_TABLES, PLAIN, CodeUnit
from depyf.decompiler.bytecode.disassemble import (
    Names,
    Position,
    RawInstruction,
    resolve_instructions,
)
from depyf.decompiler.bytecode.exception_table import ExceptionEntry
from depyf.decompiler.exact_types import ByType
from depyf.records import dataclass

FORMAT = 1
_TEXT_LIMIT = 200
_FIELDS = (*PLAIN, "qualname", "size")

Json = Dict[str, object]


@dataclass(frozen=True)
class OpaqueConstant:
    """A constant that cannot be serialized, as its type's name and its ``repr``."""

    type_name: str
    text: str


def _opaque(value: object) -> Json:
    if isinstance(value, OpaqueConstant):
        return {"opaque": [value.type_name, value.text]}
    kind = type(value)
    try:
        text = repr(value)
    except Exception as error:
        text = f"<repr raised {type(error).__name__}>"
    return {"opaque": [f"{kind.__module__}.{kind.__qualname__}", text[:_TEXT_LIMIT]]}


_BY_TYPE: dict[type, Callable[..., object]] = {
    type(None): lambda value: None,
    bool: lambda value: value,
    str: lambda value: (
        {"str": value.encode("utf-8", "surrogatepass").hex()}
        if any("\ud800" <= letter <= "\udfff" for letter in value)
        else value
    ),
    # Hexadecimal: Python limits decimal digits, and some JSON readers use floats.
    int: lambda value: value if abs(value) < 1 << 53 else {"int": hex(value)},
    float: lambda value: {"float": value.hex()},
    complex: lambda value: {"complex": [value.real.hex(), value.imag.hex()]},
    bytes: lambda value: {"bytes": value.hex()},
    type(Ellipsis): lambda value: {"ellipsis": True},
    tuple: lambda value: {"tuple": [encode_constant(item) for item in value]},
    # Sorted by their repr, so that equal sets give equal files under any hash seed.
    frozenset: lambda value: {
        "frozenset": [encode_constant(item) for item in sorted(value, key=repr)]
    },
    slice: lambda value: {
        "slice": [encode_constant(p) for p in (value.start, value.stop, value.step)]
    },
    CodeUnit: lambda value: {"code": encode_unit(value)},
}
_ENCODERS = ByType(_BY_TYPE)


def encode_constant(value: object) -> object:
    """Return the JSON form of a constant."""
    return (_ENCODERS.of(value) or _opaque)(value)


def decode_constant(data: object) -> object:
    """Return the constant that `encode_constant` converted."""
    if not isinstance(data, dict):
        return data
    ((tag, payload),) = data.items()
    return _DECODERS[tag](payload)


def encode_unit(unit: CodeUnit) -> Json:
    """Return the JSON form of a code unit, with nested units."""
    data: Json = {"format": FORMAT, "version": list(unit.version)}
    data.update({field: getattr(unit, field) for field in _FIELDS})
    data.update({field: list(getattr(unit, field)) for field in NAME_TABLES})
    data["consts"] = [encode_constant(const) for const in unit.consts]
    data["instructions"] = [
        [each.offset, each.start, each.end, each.opname, each.arg or 0, *each.position]
        for each in unit.instructions
    ]
    data["exceptions"] = [list(entry) for entry in unit.exceptions]
    return data


def decode_unit(data: Json) -> CodeUnit:
    """Return the code unit that `encode_unit` converted.

    Raises:
        ValueError: the data has another format number.
    """
    if data.get("format") != FORMAT:
        raise ValueError(f"code unit of format {data.get('format')}, expected {FORMAT}")
    major, minor = cast("List[int]", data["version"])
    version = (major, minor)
    tables: dict[str, tuple[str, ...]] = {
        field: tuple(cast("List[str]", data[field])) for field in NAME_TABLES
    }
    consts = tuple(map(decode_constant, cast("List[object]", data["consts"])))
    rows = cast("List[List[int]]", data["instructions"])
    names = Names(
        consts,
        tables["names"],
        tables["varnames"],
        tables["cellvars"],
        tables["freevars"],
    )
    instructions = resolve_instructions(
        [
            RawInstruction(*cast("Tuple[int, int, int, str, int]", row[:5]))
            for row in rows
        ],
        [Position(*row[5:]) for row in rows],
        version,
        names,
    )
    entries = tuple(
        ExceptionEntry(start, end, target, depth, bool(lasti))
        for start, end, target, depth, lasti in cast(
            "List[List[int]]", data["exceptions"]
        )
    )
    fields: dict[str, Any] = {field: data[field] for field in _FIELDS}
    fields.update(tables)
    return CodeUnit(
        version=version,
        consts=consts,
        instructions=instructions,
        exceptions=entries,
        **fields,
    )


_DECODERS: dict[str, Callable[..., object]] = {
    "str": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
    "int": lambda text: int(text, 16),
    "float": float.fromhex,
    "complex": lambda parts: complex(*map(float.fromhex, parts)),
    "bytes": bytes.fromhex,
    "ellipsis": lambda _: ...,
    "tuple": lambda items: tuple(map(decode_constant, items)),
    "frozenset": lambda items: frozenset(map(decode_constant, items)),
    "slice": lambda items: slice(*map(decode_constant, items)),
    "code": decode_unit,
    "opaque": lambda parts: OpaqueConstant(*parts),
}


def dumps(unit: CodeUnit) -> str:
    """Return a code unit as a JSON string."""
    return json.dumps(encode_unit(unit), separators=(",", ":"))


def loads(text: str) -> CodeUnit:
    """Return the code unit in a JSON string that `dumps` wrote."""
    return decode_unit(json.loads(text))
