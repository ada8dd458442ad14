"""f-strings, t-strings and constants compile back to what they were."""

from __future__ import annotations

import math
import struct

import pytest

from depyf.decompiler.emit.literals import docstring_literal, is_literal
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, const

from .trees import RUNNING, build, call, read, text_of


def field(value, conversion="", *spec):
    return Value(MicroOp.FORMAT, (value, *spec), conversion)


def join(*parts):
    return Value(MicroOp.JOIN, parts)


def item(key):
    return Value(MicroOp.ITEM, (read("d"), const(key)))


PARTS = (0.0, -0.0, 1.0, -2.5, math.inf, -math.inf)
NUMBERS = [0, -1, 10**30, *PARTS, *(complex(a, b) for a in PARTS for b in PARTS)]
TEXTS = ["", "a", "'", '"', "'\"", "\\", "\n\r\t\0", "\ud800", "é\u2028\U0001f600"]


@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS, True, None, ..., b"", b"\xff'\""])
def test_a_constant_compiles_to_itself(value):
    code = compile(text_of(const(value)), "constant", "eval")
    # 3.15 loads some constants from a table of its own, not from the code.
    is_common = RUNNING >= (3, 15) and value in (None, True, -1, "")
    assert is_common or any(Constant(value) == Constant(o) for o in code.co_consts)
    assert Constant(eval(code)) == Constant(value)


def test_constants_in_tuples_and_operations_keep_their_value():
    values = tuple(NUMBERS) + tuple(TEXTS) + ((1, (2, ())),)
    text = text_of(const(values))
    assert Constant(eval(text)) == Constant(values)
    for number in NUMBERS:
        real = Value(MicroOp.ATTR, (const(number),), "real")
        assert Constant(eval(text_of(real))) == Constant(number.real)


def test_an_integer_beyond_the_limit_of_decimal_literals_is_hexadecimal():
    assert text_of(const(-(1 << 20000))).startswith("-0x1000")


def test_what_has_no_literal_gets_a_name_that_says_what_it_is():
    assert not is_literal((1, (object(),)))
    assert text_of(const((object(),))) == "tuple_0"
    assert text_of(const(len)) == "builtins_len"


#: The bits of a NaN as the processor makes them, and with another sign.
NANS = [math.inf - math.inf, -(math.inf - math.inf)]


@pytest.mark.parametrize("number", NANS)
@pytest.mark.parametrize("part", [0.0, -0.0, 2.5, -2.5, math.inf, -math.inf, *NANS])
def test_the_compiler_folds_what_is_printed_to_the_very_nan(number, part):
    for value in (number, complex(number, part), complex(part, number), (1, number)):
        if not is_literal(value):
            assert type(value) is complex  # zeros lose their signs
            continue
        code = compile(f"f({text_of(const(value))})", "<f>", "eval")
        assert Constant(value) in map(Constant, code.co_consts)
    assert is_literal(number)
    assert is_literal(complex(number, 2.5))


def test_a_nan_with_a_payload_gets_a_name():
    (number,) = struct.unpack("<d", b"\x01\x02\x03\x04\x05\x06\xf8\x7f")
    assert not is_literal(number)
    assert text_of(const(number)) == "float_0"


def test_fields_choose_quotes_that_the_python_allows():
    value = join(const("a"), field(item("k"), "r"))
    assert text_of(value) == "f\"a{d['k']!r}\""
    assert text_of(join(const('"'), field(item("k")))) == 'f\'"{d["k"]}\''


def test_nested_strings_use_up_the_quotes_before_pep_701():
    value = item("k")
    texts = []
    for _ in range(3):
        value = Value(MicroOp.ITEM, (read("d"), join(const("x"), field(value))))
        texts.append(text_of(value, (3, 11)))
    assert eval(texts[0], {"d": {"k": 1, "x1": 2}}) == 2
    for text in texts:
        compile(text, "nested", "eval")
    for _ in range(3):
        value = Value(MicroOp.ITEM, (read("d"), join(const("x"), field(value))))
    with pytest.raises(EmitError):
        text_of(value, (3, 11))
    assert text_of(value, (3, 12))


def test_a_backslash_in_a_field_is_named_or_written_out_before_pep_701():
    method = Value(MicroOp.ATTR, (const("\n"),), "join")
    value = join(const("a"), field(call(method, read("b"))))
    old = text_of(value, (3, 11))
    assert "\\" not in old
    assert eval(old, {"b": ["x", "y"]}) == "ax\ny"
    assert text_of(value, (3, 12)) == "f\"a{'\\n'.join(b)}\""
    slash = field(call(Value(MicroOp.ATTR, (const("\\"),), "join"), read("b")))
    assert text_of(slash, (3, 11)) == 'f"{str_0.join(b)}"'


def test_specifications_and_braces():
    width = join(const(">"), field(read("w")))
    assert text_of(field(read("a"), "", width)) == 'f"{a:>{w}}"'
    assert text_of(field(read("a"), "s", const(">10"))) == 'f"{a!s:>10}"'
    assert text_of(join(const("{}"), field(build("set", read("a"))))) == 'f"{{}}{ {a}}"'


def test_templates_keep_the_source_text_of_their_fields():
    one = Value(MicroOp.INTERPOLATION, (read("a"), const("a"), const(">3")), "r")
    value = Value(MicroOp.TEMPLATE, (const(("x{", "")), build("tuple", one)))
    assert text_of(value, (3, 14)) == 't"x{{{a!r:>3}"'
    empty = Value(MicroOp.TEMPLATE, (const(("",)), const(())))
    assert text_of(empty, (3, 14)) == 't""'


@pytest.mark.parametrize(
    "text", ["a", "a\n    b\n", 'q"', '"""', "\\n", "tab\tx'", "\r\0"]
)
def test_a_docstring_survives_its_literal(text):
    assert eval(docstring_literal(text)) == text


@pytest.mark.skipif(RUNNING < (3, 14), reason="t-strings")
def test_templates_compile():
    compile('t"x{{{a!r:>3}"', "template", "eval")
