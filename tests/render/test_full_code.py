"""``full_code_*``: it reads from call to return, compiles, and does nothing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import types

import pytest

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.render.full_code import full_code
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts
from depyf.render.source_text import inert, signature, with_comments, within_lines
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

from .journal import NASTY, check_golden, entry, nasty_run, recorded, texts

FIRST = CompileId(0, 0)


def code_of(*events):
    run = fold(events)
    text = full_code(run, run.roots[0])
    compile(text, "full_code", "exec", dont_inherit=True)
    return text


def functions(text):
    return [n.name for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]


def test_the_toy_in_training_reads_as_agreed():
    files = texts(recorded("toy_training"))
    check_golden(
        "full_code_for_toy_example_0.py", files["full_code_for_toy_example_0.py"]
    )


def test_the_order_is_guard_code_dispatch_original_then_resumes_then_graphs():
    names = functions(texts(recorded("toy_training"))["full_code_for_toy_example_0.py"])
    assert names[:7] == [
        "__guards_0_shared_for_toy_example",
        "__guard_0_for_toy_example",
        "__transformed_code_0_for_toy_example",
        "__guard_1_for_toy_example",
        "__transformed_code_1_for_toy_example",
        "transformed_toy_example",
        "toy_example",
    ]
    assert names[-1].startswith("__compiled_fn_")
    assert names.index("transformed_torch_dynamo_resume_in_toy_example_at_5") > 6
    assert len(names) == len(set(names))


def test_the_transformed_code_of_the_toy_has_at_most_eight_lines():
    tree = ast.parse(texts(recorded("toy_training"))["full_code_for_toy_example_0.py"])
    function = next(
        node
        for node in tree.body
        if getattr(node, "name", "") == "__transformed_code_0_for_toy_example"
    )
    assert function.end_lineno - function.lineno <= 8


@pytest.mark.parametrize(
    "run", [recorded("toy_training"), nasty_run()], ids=["toy", "?"]
)
def test_importing_it_needs_no_torch_and_does_nothing(run, tmp_path):
    for name, text in texts(run).items():
        if name.startswith("full_code"):
            (tmp_path / "shown.py").write_text(text, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, "-I", "-W", "error", str(tmp_path / "shown.py")],
                check=False,
                capture_output=True,
                timeout=60,
            )
            assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_an_original_with_decorators_and_defaults_is_made_inert():
    original = (
        "    @torch.compile(backend=print('ran'))\n"
        "    def f(self, x: Tensor = torch.zeros(3), n=(1, 'é'), *, k=len) -> Tensor:\n"
        "        return x\n"
    )
    text = inert(original)
    namespace = {}
    exec(compile("from __future__ import annotations\n" + text, "t", "exec"), namespace)
    assert namespace["f"].__defaults__ == (..., (1, "é"))
    assert namespace["f"].__kwdefaults__ == {"k": ...}
    assert text.startswith("# @torch.compile(backend=print('ran'))\ndef f(")


def test_an_original_with_nonlocal_gets_a_closure():
    text = code_of(
        entry(
            FIRST,
            "f",
            0,
            "def f():\n    return g()",
            original_source="def f():\n    nonlocal n\n    n += 1\n",
        )
    )
    assert "nonlocal n" in text
    assert "    return __closure_of_f()()" in text


@pytest.mark.parametrize(
    "original",
    [
        "compiled = torch.compile(lambda x: x + 1)",
        "(",
        "",
        "def f(:",
        "\tdef f(): pass",
    ],
)
def test_an_original_that_is_no_function_leaves_the_file_whole(original):
    source = "def lam(x):\n    return x"
    text = code_of(entry(FIRST, "<lambda>", 0, source, original_source=original))
    assert "def transformed_lambda(" in text


def test_a_listing_is_shown_too():
    source = 'def f(x):\n    "0 RESUME 0"\n    "2 LOAD_FAST x"\n    return None\n'
    text = code_of(entry(FIRST, "f", 0, source, quality="listing"))
    assert '"2 LOAD_FAST x"' in text
    assert "__transformed_code_0_for_f: listing" in text


def test_no_graph_at_all_and_unknown_guards():
    text = code_of(entry(FIRST, "f", 0, "def f(x):\n    return x"))
    assert "guards of this entry are not recorded" in text
    assert "__compiled_fn" not in text


def test_guards_that_bind_loosely_get_parentheses():
    parts = tuple(
        read_guard(text)
        for text in ("L['a'] or L['b']", "no Python", "L['c'] if 1 else 0")
    )
    text = code_of(
        entry(FIRST, "f", 0, "def f(a):\n    return a"), ev.GuardsReported(FIRST, parts)
    )
    assert "(a or b)\n" in text
    assert "(c if 1 else 0)\n" in text
    assert "#   no Python" in text
    scope = {}
    exec(compile(text, "t", "exec"), scope)
    guard = scope["__guard_0_for_f"]
    assert guard({"a": 0, "b": 1, "c": 1}, {})
    assert not guard({"a": 0, "b": 0, "c": 1}, {})


def test_guards_on_missing_marks_of_one_input_share_a_line():
    texts = [f"hasattr(L['{name}'], '_{i}') == False" for name in "ab" for i in "12"]
    parts = tuple(read_guard(text) for text in [*texts, "L['c']"])
    text = code_of(
        entry(FIRST, "f", 0, "def f(a):\n    return a"), ev.GuardsReported(FIRST, parts)
    )
    assert text.count("hasattr(") == 1
    scope = {}
    exec(compile(text, "t", "exec"), scope)
    guard = scope["__guard_0_for_f"]
    plain, marked = types.SimpleNamespace(), types.SimpleNamespace(_2=0)
    assert guard({"a": plain, "b": plain, "c": 1}, {})
    assert not guard({"a": plain, "b": marked, "c": 1}, {})
    assert not guard({"a": marked, "b": plain, "c": 1}, {})


def test_guards_of_which_none_is_python():
    text = code_of(
        entry(FIRST, "f", 0, "def f(a):\n    return a"),
        ev.GuardsReported(FIRST, (read_guard("a b"), read_guard("c\nd"))),
    )
    assert "    #   a b\n    #   c\\nd\n    return True\n" in text


def test_thousands_of_guards_still_compile():
    parts = tuple(read_guard(f"L['x{i}'] == {i}") for i in range(5000))
    text = code_of(
        entry(FIRST, "f", 0, "def f():\n    pass"), ev.GuardsReported(FIRST, parts)
    )
    assert text.count(" and ") >= 4999


def test_two_resume_functions_of_one_name_get_two_dispatchers():
    text = texts(recorded("toy_training"))["full_code_for_toy_example_0.py"]
    names = functions(text)
    name = "transformed_torch_dynamo_resume_in_toy_example_at_5"
    assert {name, f"{name}_1"} <= set(names)
    assert f"def __resume_at_112_3(*args):\n    return {name}_1(*args)" in text


def test_every_kind_of_parameter_is_forwarded():
    shape = signature("def f(a, b, *c, d, **e): pass")
    assert shape.parameters == "a, b, *c, d, **e"
    assert shape.forward == "a, b, *c, d=d, **e"
    assert shape.names == ("a", "b", "c", "d", "e")
    assert signature("def f(*, d): pass").parameters == "*, d"
    assert signature("no function").forward == "*args, **kwargs"


def test_a_comment_never_lands_in_a_string_or_after_a_backslash():
    text = 'x = """a\nb"""\ny = 1 + \\\n    2\nz = 3'
    numbered = dict.fromkeys(range(1, 6), "here\nand more")
    changed = with_comments(text, numbered)
    assert ast.dump(ast.parse(changed)) == ast.dump(ast.parse(text))
    assert changed.count("# here\\nand more") == 3


def test_nasty_names_stay_inside_comments():
    for name, text in texts(nasty_run()).items():
        if name.startswith("full_code"):
            compile(text, name, "exec", dont_inherit=True)
            tree = ast.parse(text)
            kinds = {type(node) for node in tree.body}
            assert kinds <= {ast.ImportFrom, ast.FunctionDef}
            assert NASTY in text


def test_a_break_on_a_test_is_noted_at_the_test_whatever_the_lines_say():
    source = (
        "def f(a):\n    out = __compiled_fn_1(a)\n    if out[0]:\n"
        "        return __resume_at_2_1(a)\n    return __resume_at_9_2(a)"
    )
    text = code_of(
        entry(
            FIRST,
            "f",
            0,
            source,
            graph_calls=("__compiled_fn_1",),
            resumes=(
                ev.ResumeLink("__resume_at_2_1", "g"),
                ev.ResumeLink("__resume_at_9_2", "h"),
            ),
            lines=(ev.LineLink(3, (1,)), ev.LineLink(4, (1, 7))),
        ),
        ev.GraphBreak(
            FIRST, "Data-dependent", user_stack=(ev.SourceLine("/home/user/a.py", 7),)
        ),
    )
    assert re.search(r"if out\[0\]: +# a\.py:7  graph break: data-dependent\n", text)


def test_lines_are_short_without_what_stands_behind_them():
    names = [f"a_rather_long_name_{n}" for n in range(9)]
    code = f"    x = g({', '.join(names[:5])})"
    text = "\n".join(
        [
            "def f():",
            f"    {' = '.join(names)} = None",
            "    def g():",
            f"        nonlocal {', '.join(names)}",
            f"{code}  # net.py:12  graph break: data-dependent branching",
            '    y = "  # no comment' + "x" * 120 + '"',
        ]
    )
    shown = within_lines(text).split("\n")
    assert "    # net.py:12  graph break: data-dependent branching" in shown
    assert code in shown
    assert [len(line) > 120 for line in shown if "nonlocal" in line] == [False] * 3
    assert [line for line in shown if "no comment" in line] == [text.split("\n")[-1]]


REST = "    self.seconds = time.time() - begin\n    return x\n"


def test_a_resume_function_that_nothing_compiled_is_the_users_numbered_lines():
    resume = "torch_dynamo_resume_in_forward_at_9"
    link = ev.ResumeLink("__resume_at_2_1", resume, file="/a.py", first_line=9)
    source = "def f(self, x):\n    return __resume_at_2_1(x)\n"
    run = fold(
        [
            entry(FIRST, "forward", 0, source, original_file="/a.py", resumes=(link,)),
            ev.FrameStarted(CompileId(1, 0), resume, "/a.py", 9, source=REST),
        ]
    )
    text = texts(run)["full_code_for_forward_0.py"]
    assert (
        "# It goes on with the rest of the function, a.py:9:\n"
        "#  9      self.seconds = time.time() - begin\n"
        "# 10      return x\n"
    ) in text
    details = page_parts(RunTexts(run))
    user, own = details["f0"]["details"]["f0"], details["f1"]["details"]["f1"]
    assert "own_line" not in user
    assert user["own_source"] is None
    assert own["own_line"] == 9
    assert details["f1"]["texts"][own["own_source"]] == REST
