"""Code that is handed out is proved, holds its objects, and fits what it stands for."""

from __future__ import annotations

import json
import math
import struct
import types
import warnings

import pytest

import depyf
from depyf.decompiler import (
    DecompilationError,
    Quality,
    attempts,
    compile_decompiled,
    decompile_code,
)
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.emit.settings import EmitError

pytestmark = pytest.mark.every_python

like = depyf.Decompiler.decompile_and_compile_like


def holding(function, **objects):
    """The code of a function with objects in the places of texts."""

    def changed(one):
        if isinstance(one, types.CodeType):
            return one.replace(co_consts=tuple(map(changed, one.co_consts)))
        if isinstance(one, tuple):
            return tuple(map(changed, one))
        return objects.get(one, one) if isinstance(one, str) else one

    return changed(function.__code__)


def run(code, *arguments, **namespace):
    return types.FunctionType(code, namespace)(*arguments)


class max:  # noqa: A001, N801 - as `torch.return_types.max`
    """A class that is called like a builtin."""

    def __init__(self, *items):
        self.items = items


def compiled(source):
    """The function of a source that Python warns about: it calls a text."""
    namespace = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(source, namespace)
    return namespace["f"]


class TestObjects:
    def test_what_is_called_like_a_builtin_is_not_taken_for_it(self):
        function = compiled("def f(x): return 'class_'((x, 1)), max((x, 2))")
        code = holding(function, class_=max)
        shown = decompile_code(code)
        assert "max((x, 2))" in shown.source
        assert "_max((x, 1))" in shown.source
        made = compile_decompiled(shown, code)
        first, second = run(made, 5, max=lambda pair: pair[0])
        assert isinstance(first, max)
        assert second == 5

    def test_a_global_of_the_name_is_no_matter(self):
        def f():
            return "held", json_loads  # noqa: F821

        code = holding(f, held=json.loads)
        made = compile_decompiled(decompile_code(code), code)
        assert run(made, json_loads=1) == (json.loads, 1)

    def test_code_as_a_value_is_that_code(self):
        """Dynamo makes functions so: `types.FunctionType(<code>, ...)`."""
        inner = compile("lambda y: y + 1", "<inner>", "eval").co_consts[0]

        def f(make):
            return make("code", {})(2)

        code = holding(f, code=inner)
        shown = decompile_code(code)
        assert shown.quality is Quality.EXACT
        assert shown.globals == {"code_lambda": inner}
        assert "# code_lambda: the code object <lambda> (<inner>:1)" in shown.source
        made = compile_decompiled(shown, code)
        assert run(made, types.FunctionType) == 3
        assert any(one is inner for one in made.co_consts)

    def test_code_as_a_value_is_that_code_in_a_file_and_beside_odd_names(
        self, tmp_path
    ):
        inner = compile("lambda y: y + 1", "<inner>", "eval").co_consts[0]

        def f(x):
            return [("code", y) for y in x]

        code = holding(f, code=inner)
        odd = code.replace(co_varnames=(".x", *code.co_varnames[1:]))
        made = like(odd, odd, filepath_template=str(tmp_path / "shown_%s.py"))
        assert made.co_filename == str(tmp_path / "shown_0.py")
        assert made.co_varnames[0] == ".x"
        (pair,) = run(made, [2])
        assert pair[0] is inner
        assert inner.co_filename == "<inner>"

    def test_names_say_what_they_stand_for(self):
        def f(x):
            """Doc."""
            return x("a", "b", "c")

        code = holding(f, a=json.loads, b={"k": 1}, c=(1, json))
        lines = decompile_code(code).source.split("\n")
        assert lines[:5] == [
            "def f(x):",
            "    # json_loads: the function json.loads",
            '    # dict_0: a dict: {"k": 1}',
            "    # tuple_0: a tuple: (1, json)",
            '    """Doc."""',
        ]

    def test_in_a_view_they_go_by_their_dotted_name(self):
        def f(x):
            return x("a", "b")

        shown = decompile_code(holding(f, a=json.loads, b=object()), view=True)
        assert "return x(json.loads, object_0)" in shown.source
        assert list(shown.globals) == ["object_0"]

    def test_a_view_is_not_handed_out_where_its_text_is_another_program(self):
        def f(x):
            return x("a")

        code = holding(f, a=json.loads)
        with pytest.raises(DecompilationError, match="not proved equal"):
            compile_decompiled(decompile_code(code, view=True), code)

    def test_a_nan_is_written_out(self):
        def f():
            return "nan", "inf"

        code = holding(f, nan=-math.nan, inf=-math.inf)
        shown = decompile_code(code)
        assert shown.globals == {}
        assert "999" in shown.source
        namespace = {}
        exec(shown.source, namespace)
        bits = struct.pack("<d", -math.nan)
        assert struct.pack("<d", namespace["f"]()[0]) == bits
        assert namespace["f"]()[1] == -math.inf


class TestReference:
    @staticmethod
    def closure(source, name="f"):
        namespace = {}
        exec(source, namespace)
        return namespace["outer"]()

    def test_cells_that_nothing_uses_are_there(self):
        """Dynamo refuses code whose cells are not those of the original."""

        def reference(a, b):
            z = y = a

            def g():
                return z, y, a

            return g, b

        def other(a, b):
            return a + b

        made = like(other.__code__, reference.__code__)
        assert made.co_cellvars == reference.__code__.co_cellvars
        assert made.co_varnames[:2] == ("a", "b")
        assert made.co_name == "reference"
        assert run(made, 1, 2) == 3
        assert len(made.co_code) < 3 * len(other.__code__.co_code)

    def test_free_variables_that_nothing_uses_are_there(self):
        reference = self.closure(
            "def outer():\n    p = q = 1\n    def f(a):\n        return a, p, q\n"
            "    return f\n"
        )

        def other(a):
            return a

        made = like(other.__code__, reference.__code__)
        assert made.co_freevars == ("p", "q")
        assert types.FunctionType(made, {}, "f", None, reference.__closure__)(4) == 4

    def test_variables_keep_the_order_of_the_reference(self):
        f = self.closure(
            "def outer():\n    p = 1\n    q = 2\n    def f(a):\n        z = y = a\n"
            "        return (lambda: (z, y))(), p, q\n    return f\n"
        )
        code = f.__code__
        from depyf.decompiler.bytecode.rewriting import with_variable_order

        reference = with_variable_order(code, code.co_cellvars[::-1], ("q", "p"))
        made = like(code, reference)
        assert made.co_cellvars == code.co_cellvars[::-1]
        assert made.co_freevars == ("q", "p")
        closure = f.__closure__[::-1]
        assert types.FunctionType(made, {}, "f", None, closure)(3) == f(3)

    def test_the_argument_of_a_comprehension_keeps_its_name(self):
        code = (lambda x: (i + 1 for i in x)).__code__
        (inner,) = (one for one in code.co_consts if isinstance(one, types.CodeType))
        made = like(inner, inner)
        assert made.co_varnames[0] == ".0"
        assert made.co_name == "<genexpr>"
        assert list(run(made, iter([1, 2]))) == [2, 3]

    def test_other_arguments_are_refused_by_name(self):
        def one(a, *, b):
            return a

        def other(a, c):
            return a

        with pytest.raises(DecompilationError, match=r"one cannot replace other"):
            like(one.__code__, other.__code__)

    def test_a_variable_that_the_reference_lacks_is_refused(self):
        free = self.closure(
            "def outer():\n    p = 1\n    def f(a):\n        return a, p\n"
            "    return f\n"
        )

        def reference(a):
            return a

        with pytest.raises(DecompilationError):
            like(free.__code__, reference.__code__)


@pytest.fixture
def without_text(monkeypatch):
    """Nothing can be written down, whatever it is."""

    def nothing(*_args):
        raise EmitError("no text")

    monkeypatch.setattr(attempts, "write", nothing)


def simple(x):
    return x


class TestWhatIsNotProved:
    @pytest.mark.usefixtures("without_text")
    def test_a_listing_is_never_handed_out(self):
        shown = decompile_code(simple)
        assert shown.quality is Quality.LISTING
        with pytest.raises(DecompilationError, match="listing"):
            compile_decompiled(shown, simple.__code__)
        with pytest.raises(DecompilationError, match="original code object"):
            like(simple.__code__, simple.__code__)

    @pytest.mark.usefixtures("without_text")
    def test_the_text_of_a_listing_does_not_run_to_its_end(self):
        namespace = {}
        exec(depyf.decompile(simple), namespace)
        with pytest.raises(NotImplementedError, match="could not decompile 'simple'"):
            namespace["simple"](1)

    def test_a_text_of_another_program_is_refused(self):
        def f(x):
            return x + 1

        def g(x):
            return x + 2

        with pytest.raises(DecompilationError, match="not proved equal"):
            compile_decompiled(decompile_code(f), g.__code__)


WHITE = __import__("re").compile(" *")
DEFAULT = object()


def headed(a, b=1, *c, d=(1, "x"), e=WHITE.match, f=None, **g):
    return a


def listed(a=[], b={"k": DEFAULT}, c=json.loads, d=len, e=math.inf):  # noqa: B006
    return a


def annotated(a: int, b: "text" = 2, *, c: json.JSONDecoder = DEFAULT) -> None:  # noqa: F821, UP037
    return a


class TestDefinitionLine:
    @pytest.mark.parametrize(
        ("function", "line"),
        [
            (
                headed,
                "def headed(a, b=1, *c, d=(1, 'x'), e=WHITE.match, f=None, **g):",
            ),
            (
                listed,
                "def listed(a=[], b={'k': DEFAULT}, c=json.loads, d=len, e=1e999):",
            ),
            (json.JSONDecoder.decode, "def decode(self, s, _w=WHITESPACE.match):"),
        ],
    )
    def test_defaults_are_those_of_the_function(self, function, line):
        source = depyf.decompile(function)
        head = " ".join(source[: source.index("):") + 2].split())
        head = head.replace("( ", "(").replace(", )", ")").replace('"', "'")
        assert head == line

    def test_annotations_are_those_of_the_function(self):
        """This module postpones its annotations: they are text."""
        head = depyf.decompile(annotated).split("\n")[0]
        assert head == (
            "def annotated(a: int, b: 'text' = 2, *, c: json.JSONDecoder = DEFAULT)"
            " -> None:"
        )

    def test_evaluated_annotations_go_by_their_names(self):
        namespace = {"json": json}
        source = "def f(a: int, b: json.JSONDecoder = 1) -> 'x': pass\n"
        exec(compile(source, "<m>", "exec", 0, True), namespace)
        head = depyf.decompile(namespace["f"]).split("\n")[0]
        assert head == 'def f(a: int, b: json.JSONDecoder = 1) -> "x":'

    def test_what_has_no_name_there_gets_one(self):
        namespace = {}
        exec("def f(a=object()): pass\n", namespace)
        source = depyf.decompile(namespace["f"])
        assert source.startswith(
            "def f(a=object_0):\n    # object_0: an object\n",
        )

    def test_code_alone_has_none(self):
        assert depyf.decompile(headed.__code__).startswith(
            "def headed(a, b, *c, d, e, f, **g):"
        )

    def test_the_text_runs_with_the_globals_of_the_function(self):
        namespace = dict(globals())
        exec(depyf.decompile(headed), namespace)
        made = namespace["headed"]
        assert made.__kwdefaults__["d"] == (1, "x")
        assert made.__kwdefaults__["e"].__self__ is WHITE


class TestStandalone:
    def test_objects_are_imported_or_made(self):
        def f(x):
            return x("a", "b", "c")

        made_of = {"k": (json, 1.5)}
        code = holding(f, a=json.loads, b=made_of, c=range(3))
        namespace = {}
        exec(depyf.decompile(code, standalone=True), namespace)
        first, second, third = namespace["f"](lambda *items: items)
        assert first is json.loads
        assert (second, third) == (made_of, range(3))

    def test_what_cannot_be_found_is_an_error_that_says_what_to_do(self):
        def f(x):
            return "a"

        with pytest.raises(DecompilationError, match="compile_decompiled"):
            depyf.decompile(holding(f, a=object()), standalone=True)


def test_one_code_object_may_be_a_constant_of_several_others():
    """Dynamo makes a function again before a break and after it (torch 2.2-2.6)."""

    def outer(make):
        def rest(made):
            return made, make("inner", 2)

        return rest(make("inner", 1))

    def inner():
        return 3

    code = holding(outer, inner=inner.__code__)
    rest, own = CodeUnit.from_code(code).children
    assert rest.children == (own,)  # compared by identity: code is a constant here
    assert decompile_code(code, view=True).quality is Quality.EXACT
    done = like(code, code)
    made = run(done, lambda one, number: (one is inner.__code__, number))
    assert made == ((True, 1), (True, 2))
