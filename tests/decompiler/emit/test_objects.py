"""Objects without a literal are called what they are; nobody's code runs for that."""

from __future__ import annotations

import collections
import enum
import functools
import json
import math
import re
import struct
import sys
import types
import typing
import unittest.mock

import pytest

from depyf.decompiler.emit.objects import described, path_of, stem_of
from depyf.decompiler.emit.preface import UnwrittenObjectError, definition_of


class Colour(enum.Enum):
    RED = 1


class Bits(enum.Flag):
    ONE = 1
    TWO = 2


class Hostile:
    """Answers nothing."""

    def __repr__(self):
        raise AssertionError

    def __getattr__(self, name):
        raise AssertionError(name)

    @property
    def __class__(self):
        raise AssertionError


class max:  # noqa: A001, N801 - it is called like a builtin
    """Not the builtin."""


PATHS = [
    (json.loads, "json.loads"),
    (math.sin, "math.sin"),
    (re, "re"),
    (collections.OrderedDict, "collections.OrderedDict"),
    (Colour.RED, f"{__name__}.Colour.RED"),
    (max, f"{__name__}.max"),
    (print, "builtins.print"),
    (str.join, "builtins.str.join"),
    (NotImplemented, "builtins.NotImplemented"),
    (types.SimpleNamespace, "types.SimpleNamespace"),
    (Bits.ONE | Bits.TWO, None),
    (Hostile(), None),
    (lambda: 1, None),
    ("text".join, None),
    (typing.List[str], None),
    (unittest.mock.Mock(spec=int), None),
    (types.ModuleType("json"), None),
    ({}, None),
]


# By number: pytest asks parameters for their class, which one of these refuses.
@pytest.mark.parametrize("number", range(len(PATHS)))
def test_a_path_leads_to_the_very_object(number):
    value, path = PATHS[number]
    found = path_of(value)
    assert (None if found is None else str(found)) == path


DESCRIPTIONS = [
    (json, "the module json"),
    (Colour, f"the class {__name__}.Colour"),
    (json.dumps, "the function json.dumps"),
    (bytearray(b"a"), "a bytearray: bytearray(b'a')"),
    (functools.partial(Hostile), "an object of the class functools.partial"),
    ([1, "a", Hostile()], 'a list: [1, "a", ?]'),
    ({"a": (1, [2])}, 'a dict: {"a": (1, [2])}'),
    (Hostile(), f"an object of the class {__name__}.Hostile"),
    (compile("1", "m/f.py", "exec"), "the code object <module> (f.py:1)"),
    (object(), "an object"),
    (typing.cast("object", {3, 1}), "a set: {1, 3}"),
]


@pytest.mark.parametrize("number", range(len(DESCRIPTIONS)))
def test_a_description_asks_only_types_that_answer_in_c(number):
    value, text = DESCRIPTIONS[number]
    assert described(value) == text


def test_a_name_says_where_an_object_is_found():
    assert stem_of(json.loads) == ("json_loads", True)
    assert stem_of(max)[0].endswith("_max")
    assert stem_of(print) == ("builtins_print", True)
    assert stem_of(Hostile()) == ("Hostile", False)
    assert len(stem_of(collections.abc.AsyncGenerator)[0]) <= 40


NAN = struct.unpack("<d", b"\x01\x02\x03\x04\x05\x06\xf8\x7f")[0]


@pytest.mark.parametrize(
    "value",
    [
        json.loads, json, Colour.RED, print, str.join, [1, [2.5]], {"a": (1,)}, {1, 2},
        frozenset({3}), (json, {"k": Colour}), slice(1, None, json), range(2, 9),
        complex(NAN, 1), collections.OrderedDict, bytearray(b"ab"), (),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_definitions_make_the_object_or_its_equal(value):
    namespace = {}
    exec("\n".join(definition_of("made", value)), namespace)
    made = namespace["made"]
    assert type(made) is type(value)
    if path_of(value) is not None:
        assert made is value
    elif type(value) is not complex:
        assert made == value
    assert {name for name in namespace if not name.startswith("_")} == {"made"}


def test_a_nan_keeps_its_payload():
    namespace = {}
    exec("\n".join(definition_of("made", NAN)), namespace)
    assert struct.pack("<d", namespace["made"]) == struct.pack("<d", NAN)


UNWRITTEN = [Hostile(), lambda: 1, object(), [Hostile()], compile("1", "f", "eval")]


@pytest.mark.parametrize("number", range(len(UNWRITTEN)))
def test_what_has_no_expression_says_so(number):
    with pytest.raises(UnwrittenObjectError):
        definition_of("made", UNWRITTEN[number])


def test_modules_are_not_imported_for_a_path():
    name = "xml.dom.pulldom"
    before = sys.modules.pop(name, None)

    class Lost:
        """Says that it is in a module that is not there."""

    Lost.__module__, Lost.__qualname__ = name, "PullDOM"
    assert path_of(Lost) is None
    assert name not in sys.modules
    if before is not None:
        sys.modules[name] = before
