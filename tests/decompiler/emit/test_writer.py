"""Statements, definitions, names and lines of whole functions."""

from __future__ import annotations

import ast

import pytest

from depyf.decompiler.emit.function_text import (
    FunctionText,
    Parameter,
    ParameterKind,
    signature,
)
from depyf.decompiler.emit.line_map import LineMap, LineSpan
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Assert,
    Break,
    Case,
    Declare,
    For,
    Goto,
    Handler,
    If,
    Match,
    Pass,
    Pattern,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Try,
    While,
    With,
    WithItem,
)
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    ImportName,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    const,
    load,
    store,
)

from .trees import binary, build, call, local, read, temp, unary, written


def target(name):
    return Value(MicroOp.TARGET, (), local(name))


def evaluate(value):
    return Simple(Value(MicroOp.EVALUATE, (value,)))


def function(code, **parts):
    return Value(
        MicroOp.FUNCTION, tuple(parts.values()), FunctionParts(code, tuple(parts))
    )


def import_(name, level=0, names=None):
    operands = (const(level), const(names))
    return Value(MicroOp.IMPORT, operands, ImportName(name))


def body_of(statements, **rest):
    lines = written(statements, **rest).source.split("\n")[1:-1]
    return [line[4:] for line in lines]


def test_statements_with_bodies():
    test = Value(MicroOp.WALRUS, (call(read("g")),), local("x"))
    statements = [
        If(test, [Pass()], [If(read("b"), [], [Break()])]),
        While(None, [Break()], []),
        While(test, [], [Pass()]),
        For(build("tuple", target("i"), target("j")), read("b"), [Pass()], [Break()]),
        With([WithItem(read("a"), target("x")), WithItem(read("b"))], [Pass()]),
        Try(
            [Pass()],
            [Handler(read("E"), local("e"), []), Handler(None, None, [])],
            [Pass()],
            [Pass()],
        ),
        Try([Pass()], [Handler(read("E"), None, [])], star=True),
    ]
    assert body_of(statements) == [
        "if x := g():", "    pass", "elif b:", "    pass", "else:", "    break",
        "while True:", "    break",
        "while x := g():", "    pass", "else:", "    pass",
        "for i, j in b:", "    pass", "else:", "    break",
        "with a as x, b:", "    pass",
        "try:", "    pass", "except E as e:", "    pass", "except:", "    pass",
        "else:", "    pass", "finally:", "    pass",
        "try:", "    pass", "except* E:", "    pass",
    ]  # fmt: skip


def test_simple_statements():
    inplace = Value(MicroOp.INPLACE, (read("x"), const(1)), "+")
    shape = UnpackShape((local("a"), local("b")), 1)
    statements = [
        Simple(store(local("x"), inplace)),
        Simple(store(local("y"), inplace)),
        Simple(Value(MicroOp.SET_ATTR, (read("a"), read("b")), "c")),
        Simple(Value(MicroOp.SET_ITEM, (read("a"), read("b"), const(0)))),
        Simple(Value(MicroOp.DEL_ITEM, (read("b"), const(0)))),
        Simple(Value(MicroOp.DELETE, (), local("a"))),
        Simple(Value(MicroOp.UNPACK, (read("x"),), shape)),
        Simple(
            Value(MicroOp.ASSIGN, (read("x"), build("tuple", target("a")), target("b")))
        ),
        Simple(Value(MicroOp.AUGMENT, (target("a"), read("b")), "@")),
        Simple(Value(MicroOp.ANNOTATE, (target("a"), read("int"), const(1)))),
        evaluate(Value(MicroOp.YIELD, (build("tuple", read("a"), read("b")),))),
        Assert(build("tuple", read("a"), read("b")), const("m")),
        RaiseStatement(),
        RaiseStatement(read("a"), const(None)),
        Declare("global", ("p", "q")),
        ReturnStatement(None),
        ReturnStatement(build("tuple", read("a"), const(1))),
        ReturnStatement(Value(MicroOp.YIELD, (read("a"),))),
    ]
    assert body_of(statements) == [
        "x += 1", "y = x", "y += 1", "b.c = a", "b[0] = a", "del b[0]", "del a",
        "a, *b = x", "(a,) = b = x", "a @= b", "a: int = 1", "yield a, b",
        'assert (a, b), "m"', "raise", "raise a from None", "global p, q", "return",
        "return a, 1", "return (yield a)",
    ]  # fmt: skip


def test_imports():
    module = Variable(VariableKind.TEMP, "t0")
    deep = Value(MicroOp.IMPORT_FROM, (import_("a.b.c"),), "b")
    deep = Value(MicroOp.IMPORT_FROM, (deep,), "c")
    one = Value(MicroOp.IMPORT_FROM, (import_("", 1, ("x",)),), "x")
    several = (import_("m", 2, ("x", "y")), target("x"), target("z"))
    statements = [
        Simple(store(local("a"), import_("a.b"))),
        Simple(store(local("o"), import_("os"))),
        Simple(store(local("c"), deep)),
        Simple(store(local("y"), one)),
        Simple(Value(MicroOp.FROM_IMPORT, several)),
        Simple(Value(MicroOp.IMPORT_STAR, (import_("m", 0, ("*",)),))),
    ]
    assert body_of(statements) == [
        "import a.b", "import os as o", "import a.b.c as c", "from . import x as y",
        "from ..m import x, y as z", "from m import *",
    ]  # fmt: skip
    with pytest.raises(EmitError):
        written([Simple(store(module, import_("m", 0, ("x", "y"))))])


def test_nested_definitions_with_decorators_defaults_and_lines():
    parameters = signature(
        ("a", "b", "c", "args", "kw"), 1, 2, 1, has_star=True, has_double_star=True
    )
    inner = FunctionText(
        "inner code", "inner", parameters=parameters, docstring="Doc.",
        body=[ReturnStatement(read("a", [4]))],
    )  # fmt: skip
    made = function(
        "inner code",
        defaults=const((1,)),
        kwdefaults=build("dict", const("c"), read("x", [2])),
        annotations=build("tuple", const("a"), read("t"), const("return"), read("r")),
    )
    result = written(
        [
            Simple(store(local("inner"), call(read("deco", [0]), made))),
            ReturnStatement(read("inner", [9])),
        ],
        children=lambda code: inner,
    )
    assert result.source == (
        "def f():\n"
        "    @deco\n"
        "    def inner(a: t, /, b=1, *args, c=x, **kw) -> r:\n"
        '        """Doc."""\n'
        "        return a\n"
        "\n"
        "    return inner\n"
    )
    lines = result.line_map
    assert [lines.line_of_offset(offset) for offset in (0, 2, 9)] == [2, 3, 7]
    assert lines.child("inner code").line_of_offset(4) == 5
    assert lines.child("inner code").header == 3


def test_classes_and_private_names():
    method = FunctionText(
        "m", "m", parameters=(Parameter("self"),),
        body=[ReturnStatement(Value(MicroOp.ATTR, (read("self"),), "_C__x"))],
    )  # fmt: skip
    private = Variable(VariableKind.NAME, "_C__x")
    body = [
        Simple(store(private, const(1))),
        Simple(store(Variable(VariableKind.NAME, "m"), function("m"))),
    ]
    inner = FunctionText("c", "C", CodeKind.CLASS, body=body, docstring="A class.")
    builder = Value(MicroOp.BUILD_CLASS)
    shape = CallShape((None, None, None, "metaclass"))
    operands = (builder, function("c"), const("C"), read("B"), read("M"))
    made = Value(MicroOp.CALL, operands, shape)
    texts = {"c": inner, "m": method}
    source = written(
        [Simple(store(local("C"), made))], children=lambda code: texts[code]
    ).source
    assert source == (
        "def f():\n"
        "    class C(B, metaclass=M):\n"
        '        """A class."""\n'
        "\n"
        "        __x = 1\n"
        "\n"
        "        def m(self):\n"
        "            return self.__x\n"
    )


def test_lambdas_print_in_place_and_have_their_own_lines():
    inner = FunctionText(
        "l", "<lambda>", CodeKind.LAMBDA, (Parameter("a"),),
        [ReturnStatement(Value(MicroOp.YIELD, (read("a", [2]),)))],
    )  # fmt: skip
    result = written(
        [Simple(store(local("g"), function("l", defaults=const((1,)))))],
        children=lambda code: inner,
    )
    assert result.source == "def f():\n    g = lambda a=1: (yield a)\n"
    assert result.line_map.child("l").line_of_offset(2) == 2


def test_temporaries_get_readable_names_that_are_free():
    graph = Variable(VariableKind.GLOBAL, "__compiled_fn_1_12ab")
    statements = [
        Simple(store(temp(7), call(load(graph)))),
        Simple(store(temp(3), binary(load(temp(7)), "+", read("tmp_0")))),
        ReturnStatement(load(temp(3))),
    ]
    assert body_of(statements, rename={"__compiled_fn_1_12ab": "__compiled_fn_1"}) == [
        "graph_out_0 = __compiled_fn_1()",
        "tmp_1 = graph_out_0 + tmp_0",
        "return tmp_1",
    ]
    old = body_of(statements, temp_prefix="__temp_")
    assert old[1] == "__temp_2 = __temp_1 + tmp_0"


def test_names_that_are_no_identifiers_are_replaced_everywhere_alike():
    statements = [
        Simple(store(local(".0"), const(1))),
        ReturnStatement(build("tuple", read(".0"), read("_0"))),
    ]
    assert body_of(statements) == ["_0_0 = 1", "return _0_0, _0"]


def test_objects_among_the_constants_become_globals():
    thing = object()
    result = written([ReturnStatement(build("tuple", const(thing), const(thing)))])
    assert result.source.endswith("return object_0, object_0\n")
    assert result.globals == {"object_0": thing}


def test_patterns():
    value = Value(MicroOp.ATTR, (read("A"),), "B")
    either = Pattern(
        "or", patterns=(Pattern("value", const(1)), Pattern("value", value))
    )
    named = Pattern("as", name=local("x"), patterns=(either,))
    star = Pattern("sequence", patterns=(named, Pattern("star", name=local("r"))))
    mapping = Pattern(
        "mapping", name=local("q"), keys=(const("k"),), patterns=(Pattern("capture"),)
    )
    parts = (Pattern("value", const(-1)), star)
    cls = Pattern("class", read("P"), patterns=parts, keywords=("y",))
    cases = [Case(one, None, [Pass()]) for one in (cls, mapping)]
    cases.append(Case(Pattern("capture"), read("g"), []))
    source = written(
        [Match(build("tuple", read("a"), read("b")), cases)], (3, 10)
    ).source
    assert [line.strip() for line in source.split("\n")[1::2]][:1] == ["match a, b:"]
    assert "case P(-1, y=[1 | A.B as x, *r]):" in source
    assert 'case {"k": _, **q}:' in source
    assert "case _ if g:" in source


def test_docstrings_stay_raw_where_the_compiler_keeps_them():
    text = "a\n       b\n    "
    old = written([], (3, 12), docstring=text, base_indent=4).source
    assert old == '    def f():\n        """a\n       b\n    """\n'
    new = written([], (3, 13), docstring="a\n  b\nc").source
    assert new == 'def f():\n    """a\n      b\n    c"""\n'


def test_long_lines_break_at_brackets():
    names = [read(f"a_rather_long_name_{number}") for number in range(5)]
    source = written([ReturnStatement(call(read("f"), *names))]).source
    assert source.count("\n") == 8
    assert "        a_rather_long_name_0,\n" in source
    short = written([ReturnStatement(call(read("f" * 20), *names[:3]))]).source
    assert "(\n        a_rather_long_name_0, a_rather" in short
    joined = written([ReturnStatement(Value(MicroOp.AND, tuple(names)))]).source
    assert "return (\n        a_rather_long_name_0\n        and a_rather" in joined
    for text in (source, short, joined):
        ast.parse(text)


def test_instructions_that_print_nothing_go_to_the_next_line():
    origin = Value(MicroOp.ORIGIN, (), None, frozenset({0}))
    statements = [
        Simple(origin),
        evaluate(read("a", [4])),
        For(target("i"), read("b", [10]), [evaluate(read("c", [14]))]),
        Simple(Value(MicroOp.ORIGIN, (), None, frozenset({30}))),
    ]
    lines = written(statements).line_map
    found = [lines.line_of_offset(one) for one in (0, 2, 4, 6, 10, 12, 14, 16, 30, 40)]
    assert found == [2, 2, 2, 3, 3, 4, 4, 4, 4, 4]
    assert lines.shifted(3).line_of_offset(14) == 7


def test_a_hidden_instruction_never_goes_back():
    lines = LineMap(
        1, (LineSpan(2, 2, frozenset({10})), LineSpan(5, 6, frozenset({4})))
    )
    assert [lines.line_of_offset(one) for one in (0, 4, 6, 10, 12)] == [5, 5, 5, 2, 2]
    assert LineMap(3).line_of_offset(8) == 3


def test_what_has_no_source_is_refused():
    for statement in (
        Goto(3),
        Simple(Value(MicroOp.EXC_POP)),
        Simple(store(local("x"), Value(MicroOp.NULL))),
    ):
        with pytest.raises(EmitError):
            written([statement])
    assert ParameterKind("*") is ParameterKind.VAR_POSITIONAL
    assert unary("-", read("a")).payload == "-"
