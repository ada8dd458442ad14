"""Code units survive JSON, on this Python and read by another one."""

from __future__ import annotations

import dataclasses
import json
import random

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.serialize import (
    OpaqueConstant,
    decode_constant,
    decode_unit,
    dumps,
    encode_constant,
    encode_unit,
    loads,
)
from tests.decompiler.bytecode.corpus import library_modules


def _flat(value: object) -> object:
    """Returns something comparable: code units by their fields."""
    if isinstance(value, CodeUnit):
        # The identity is for code of the running Python alone.
        fields = {each.name for each in dataclasses.fields(value)} - {"identity"}
        return [_flat(getattr(value, name)) for name in sorted(fields)]
    if isinstance(value, tuple):
        return [_flat(item) for item in value]
    return (type(value), repr(value)) if isinstance(value, float) else value


def test_library_survives_a_round_trip() -> None:
    for code in library_modules():
        unit = CodeUnit.from_code(code)
        again = loads(dumps(unit))
        assert _flat(again) == _flat(unit)


def _any_constant(source: random.Random, depth: int = 3) -> object:
    kind = source.randrange(9 if depth else 8)
    if kind == 8:
        return tuple(
            _any_constant(source, depth - 1) for _ in range(source.randrange(4))
        )
    number = source.getrandbits(source.randrange(1, 90)) - source.getrandbits(40)
    text = "".join(chr(source.randrange(0x11000)) for _ in range(source.randrange(9)))
    return (
        None,
        source.random() < 0.5,
        number,
        number / 7,
        complex(number, -0.5),
        text,
        text.encode("utf-8", "surrogatepass"),
        ...,
    )[kind]


@pytest.mark.parametrize("seed", range(100))
def test_constants_survive_a_round_trip(seed: int) -> None:
    value = _any_constant(random.Random(seed))
    again = decode_constant(json.loads(json.dumps(encode_constant(value))))
    assert repr(again) == repr(value)


def test_odd_constants_survive_a_round_trip() -> None:
    for value in ("\ud800", -0.0, 1e400, 10**5000, frozenset({1, (2, "x")})):
        again = decode_constant(json.loads(json.dumps(encode_constant(value))))
        assert type(again) is type(value)
        assert again == value
    again = decode_constant(encode_constant(slice(1, None, -1)))
    assert repr(again) == "slice(1, None, -1)"


def test_any_object_becomes_opaque_and_stays_so() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise RuntimeError

    opaque = decode_constant(encode_constant(Hostile()))
    assert isinstance(opaque, OpaqueConstant)
    assert opaque.type_name.endswith("Hostile")
    assert decode_constant(encode_constant(opaque)) == opaque


def test_other_formats_are_refused() -> None:
    data = encode_unit(CodeUnit.from_code((lambda: 1).__code__))
    data["format"] = 0
    with pytest.raises(ValueError, match="format 0"):
        decode_unit(data)
