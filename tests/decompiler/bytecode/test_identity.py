"""What proves without simulation that two code objects are one program."""

from __future__ import annotations

import contextlib
import dis
import sys
from typing import TYPE_CHECKING

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.identity import identity
from depyf.decompiler.bytecode.name_uses import imported_names
from depyf.decompiler.bytecode.normal_form import is_same, normal_form
from depyf.decompiler.bytecode.opcodes import table_of

if TYPE_CHECKING:
    from types import CodeType


def function(source: str, name: str = "f") -> CodeType:
    """The code of the function that a module's text defines."""
    namespace: dict = {}
    exec(compile(source, "<test>", "exec"), namespace)
    code: CodeType = namespace[name].__code__
    return code


def unit(source: str, name: str = "f") -> CodeUnit:
    return CodeUnit.from_code(function(source, name))


# What loads no constant. Reading code with what CPython itself puts in while running
# crashes it.
OPCODES = {
    dis.opmap[name]
    for name in table_of(RUNNING)
    if dis.opmap.get(name, 256) < 256
    and not name.startswith(("INSTRUMENTED_", "ENTER_EXECUTOR"))
    and name not in {"LOAD_CONST", "LOAD_SMALL_INT"}
}
ONE = "def f(a, b):\n    return [a + 1 for a in b if a]\n"


def test_lines_and_names_do_not_count() -> None:
    """The text stands elsewhere and may bear another name."""
    plain = "def f(a):\n    return a + 1\n"
    renamed = "\n\n" + plain.replace("def f", "def other")
    assert identity(function(plain)) == identity(function(renamed, "other"))
    other = "\n\n" + ONE.replace("def f", "def other")
    assert is_same(unit(ONE), unit(other, "other"))


DIFFERENT = {
    "operator": ("return a + b", "return a - b"),
    "order": ("return a - b", "return b - a"),
    "type of a constant": ("return a + 1", "return a + True"),
    "float and int": ("return 1.0", "return 1"),
    "sign of zero": ("return 0.0", "return -0.0"),
    "sign of zero in a tuple": ("return a in (0.0,)", "return a in (-0.0,)"),
    "constant in a set": ("return a in {1}", "return a in {True}"),
    "name": ("return x", "return y"),
    "local": ("c = a; return c", "d = a; return d"),
    "attribute": ("return a.x", "return a.y"),
    "jump": ("if a: b()\n    return b", "if a: b()\n    else: return b"),
    "handler": (
        "try: a()\n    except E: pass\n    b()",
        "try:\n        a()\n        b()\n    except E: pass",
    ),
    "docstring": ("return 'a'", "'a'\n    return 'a'"),
    "nested": ("return lambda: a + 1", "return lambda: a + 2"),
    "name of a nested function": (
        "def g(): pass\n    return g",
        "def h(): pass\n    g = h\n    return g",
    ),
    "cell": ("return lambda: a", "return lambda: b"),
    "generator": ("return a", "return a\n    yield"),
    "call": ("return a(*b)", "return a(b)"),
    "keyword": ("return a(x=b)", "return a(y=b)"),
    "class": ("class C: x = 1\n    return C", "class C: y = 1\n    return C"),
    "own qualified name of a class": (
        "class C: __qualname__ = 'x'\n    return C",
        "class C: __qualname__ = 'y'\n    return C",
    ),
    "own line of a class": (
        "class C: __firstlineno__ = 1\n    return C",
        "class C: __firstlineno__ = 2\n    return C",
    ),
    "slice": ("return a[1:2]", "return a[1:3]"),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_another_program_is_told_apart(what: str) -> None:
    """Neither form calls two programs one."""
    one, other = (f"def f(a, b):\n    {body}\n" for body in DIFFERENT[what])
    assert identity(function(one)) != identity(function(other))
    assert normal_form(unit(one)) != normal_form(unit(other))
    assert not is_same(unit(one), unit(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a, *, k", "a, k"),
        ("a, *k", "a, k"),
        ("a, *k", "a, **k"),
        ("a, k, /", "a, k"),
    ],
)
def test_parameters_count(one: str, other: str) -> None:
    """How a function is called belongs to the program."""
    first, second = (f"def f({text}):\n    return a\n" for text in (one, other))
    assert identity(function(first)) != identity(function(second))
    assert not is_same(unit(first), unit(second))


def test_an_object_that_is_no_literal_equals_itself_alone() -> None:
    """Dynamo puts any object in, and `==` of it may say anything."""

    class Everything:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    code = function("def f():\n    return 'here'\n")

    def holding(held: object) -> CodeType:
        return code.replace(
            co_consts=tuple(held if c == "here" else c for c in code.co_consts)
        )

    held = Everything()
    strange, again, other = holding(held), holding(held), holding(Everything())
    assert identity(strange) == identity(again) != identity(other)
    assert is_same(CodeUnit.from_code(strange), CodeUnit.from_code(again))
    assert not is_same(CodeUnit.from_code(strange), CodeUnit.from_code(other))


def test_the_normal_form_does_not_see_line_breaks() -> None:
    """They decide about NOPs and about fused loads (3.13 and later)."""
    one = "def f(a, b):\n    while True:\n        a(b, a, b)\n"
    other = (
        "def f(a, b):\n    while True:\n        a(\n            b,\n"
        "            a,\n            b)\n"
    )
    assert is_same(unit(one), unit(other))


def test_the_normal_form_does_not_see_the_order_of_tables() -> None:
    """Code that a program wrote has names and constants in an order of its own."""
    code = function("def f():\n    return x.y\n")
    other = code.replace(co_names=("unused", *code.co_names))
    moved = CodeUnit.from_code(other)
    assert not is_same(CodeUnit.from_code(code), moved)
    added = code.replace(co_names=(*code.co_names, "unused"))
    assert is_same(CodeUnit.from_code(code), CodeUnit.from_code(added))
    assert identity(code) != identity(added)


def test_qualified_names_do_not_count() -> None:
    """A text without the class around has others (constants, to 3.10)."""
    inner = "def f(a):\n    def g(): return a\n    class C: x = 1\n    return g, C\n"
    outer = "class K:\n" + "".join(f"    {line}\n" for line in inner.splitlines())
    outer += "f = K.f\n"
    assert is_same(unit(inner), unit(outer))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="all are methods")
@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return os.getcwd()", ["os"]),
        ("return x.getcwd()", []),
        ("return os.path.join(x)", []),
        ("return [os.stat(one) for one in re.findall(x, x)]", ["os", "re"]),
        ("return x.f(*x)", []),
        ("return lambda: os.stat(x)", ["os"]),
    ],
)
def test_calls_tell_what_the_module_imports(body: str, names: list[str]) -> None:
    """Compiled with these imports, the text gives the same bytecode."""
    source = f"import os, re\nx = 1\ndef f(x):\n    {body}\n"
    found = imported_names(unit(source))
    assert set(names) <= set(found) <= {*names, "x"}


def test_only_a_constant_tells_where_a_class_stands() -> None:
    """Whatever else is stored under such a name is part of the program."""
    outer = function("def f():\n    class C: x = 1\n    return C\n")
    (body,) = (one for one in outer.co_consts if hasattr(one, "co_code"))
    original = CodeUnit.from_code(body)
    steps = original.instructions
    places = [
        one
        for one, after in zip(steps, steps[1:])
        if after.argval in {"__qualname__", "__firstlineno__"}
    ]
    assert places
    for place in places:
        for opcode in OPCODES:
            text = bytearray(body.co_code)
            text[place.offset] = opcode
            with contextlib.suppress(ValueError):  # no such instruction
                mutant = CodeUnit.from_code(body.replace(co_code=bytes(text)))
                assert not is_same(original, mutant)
