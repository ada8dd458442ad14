"""`depyf.check` says beforehand what becomes of a call, and changes nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.warm import run_python

from .conftest import torch_writes

pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(
        not torch_writes("torch._dynamo.guards", "check_verbose"),
        reason="guards of this torch cannot be asked",
    ),
]

SCRIPT = Path(__file__).with_name("check_programs.py")
NAMES = [
    line.partition("def ")[2].partition("(")[0]
    for before, line in zip(
        SCRIPT.read_text(encoding="utf-8").splitlines(),
        SCRIPT.read_text(encoding="utf-8").splitlines()[1:],
    )
    if before == "@program"
]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What was said of each call of each program, and what became of it."""
    done = run_python([str(SCRIPT)], cwd=tmp_path_factory.mktemp("check"))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


def test_all_programs_are_run(told):
    assert set(told) == set(NAMES)
    outcomes = {row["outcome"] for program in told.values() for row in program["asked"]}
    assert {"hit", "compile", "plain"} <= outcomes


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_is_what_happens(told, name):
    for number, row in enumerate(told[name]["asked"]):
        happened = (row["new"], bool(row["error"]))
        where = f"call {number}: {row['text']}"
        if row["outcome"] == "hit":
            assert row["new"] == 0, where
            assert row["entry"] == row["used"], where
        elif row["outcome"] == "compile":
            assert row["new"] == 1, where
        else:
            assert row["outcome"] == "plain", where
            assert happened == (0, False), where


@pytest.mark.parametrize("name", NAMES)
def test_asking_changes_nothing(told, name):
    asked, alone = told[name]["asked"], told[name]["not asked"]
    assert all(row["untouched"] for row in asked)
    assert [r["new"] for r in asked] == [r["new"] for r in alone]
    assert [bool(r["error"]) for r in asked] == [bool(r["error"]) for r in alone]


def test_each_miss_says_what_is_expected_and_found(told):
    silent = [
        (name, miss)
        for name, program in told.items()
        for row in program["asked"]
        for miss in row["misses"]
        if not (miss["guard"] and (miss["found"] or miss["unread"]))
    ]
    assert not silent


def misses(told, name):
    rows = told[name]["asked"]
    return [(m["asked"], m["expected"], m["found"]) for r in rows for m in r["misses"]]


@pytest.mark.parametrize(
    ("name", "asked", "expected", "found"),
    [
        ("sizes", "x.size()[0]", "4", "5"),
        ("dynamic_sizes", "x.size()[0]", ">= 4", "3"),
        ("sizes_that_divide", "x.size()[0] % 2", "0", "1"),
        ("dtypes", "x.dtype", "torch.float32", "torch.float64"),
        ("ranks_and_strides", "x.stride()[0]", "5", "1"),
        ("ranks_and_strides", "x.dim()", "2", "1"),
        ("gradients", "x.requires_grad", "False", "True"),
        ("gradients", "grad_mode", "on", "off"),
        ("numbers", "n", "3", "4"),
        ("texts", "mode", "'add'", "'mul'"),
        ("none_or_tensor", "bias", "None", "a tensor of shape [4], float32, cpu"),
        ("lists", "len(n)", "2", "3"),
        ("lists", "n[1]", "2", "3"),
        ("lists", "type(n)", "list", "tuple"),
        ("dicts", "d['a']", "1", "2"),
        ("dicts", "len(d)", "1", "2"),
        ("keys_that_may_be_there", "'on' in d", "True", "False"),
        ("tensors_in_containers", "xs[1].size()[0]", "4", "1"),
        ("named_tuples_and_dataclasses", "pair.first", "1", "2"),
        ("attributes", "a._value", "1", "2"),
        ("attributes", "a.value", "1", "2"),
        ("class_attributes", "type(self).scale", "2", "3"),
        ("globals_that_change", "FACTOR", "2", "3"),
        ("globals_that_change", "TABLE['scale']", "2", "3"),
        ("closures", "k", "2", "3"),
        ("all_kinds_of_parameters", "scale", "2", "3"),
        ("compiled_module", "self.scale", "2", "3"),
        ("compiled_module", "self.drop.training", "True", "False"),
        ("compiled_module", "self.options['bias']", "True", "False"),
        ("compiled_module", "self.mean.size()[0]", "4", "1"),
        ("aliases", "x is y", "False", "True"),
        ("aliases", "x is y", "True", "False"),
    ],
)
def test_values_are_told_by_the_names_that_people_write(
    told, name, asked, expected, found
):
    assert (asked, expected, found) in misses(told, name)


def test_the_limit_of_entries_is_told(told):
    rows = told["limit_of_entries"]["asked"]
    assert "is reached" in rows[-1]["text"]
    assert rows[-1]["outcome"] == "plain"
    assert rows[-2]["outcome"] == "hit"


def test_graph_breaks_are_told(told):
    rows = told["graph_breaks"]["asked"]
    assert "graph breaks" in rows[1]["text"]


def test_the_line_that_needs_a_value_is_told(told):
    text = told["attributes"]["asked"][1]["text"]
    assert "needed by check_programs.py:" in text
    assert "f = static(lambda x, a: x + a.value + a.items[0])" in text


def test_no_text_holds_an_address(told):
    texts = [r["text"] for program in told.values() for r in program["asked"]]
    assert not [text for text in texts if re.search(r"\d{9}|0x[0-9a-f]{6}", text)]


# --- what is around a call -----------------------------------------------------------


def test_no_code_of_the_program_is_run(run_program):
    done = run_program(
        """
        import torch, depyf

        ran = []

        class Loud:
            def __init__(self, n):
                self.n = n
            def __repr__(self):
                ran.append("repr")
                return "loud"
            __str__ = __repr__
            def __eq__(self, other):
                ran.append("eq")
                return False
            __hash__ = None
            def __getattr__(self, name):
                ran.append(name)
                raise AttributeError(name)

        class Mode(torch.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                ran.append(function)
                return function(*args, **(kwargs or {}))

        @torch.compile(backend="eager", dynamic=False)
        def f(x, loud):
            return x + loud.n

        x = torch.ones(3)
        f(x, Loud(1))
        ran.clear()
        with Mode():
            assert not depyf.check(f, x, Loud(1))
        assert depyf.check(f, x, Loud(1))
        told = depyf.check(f, x, Loud(2))
        assert not told and told.misses[0].found == "2"
        assert not depyf.check(f, torch.ones(4), Loud(1))
        str(told), repr(told), hash(told)
        other = depyf.check(f, x, [Loud(1)])
        str(other)
        print(ran)
        """
    )
    assert done.stdout == "[]\n"


def test_inside_and_after_a_block_the_file_is_named(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager", dynamic=False)
        def f(x):
            return x + 1

        with depyf.prepare_debug("dump"):
            assert depyf.check(f, torch.ones(3)).outcome == "compile"
            f(torch.ones(3))
            inside = depyf.check(f, torch.ones(3))
            print(inside.entry.file)
        after = depyf.check(f, torch.ones(3))
        assert after == inside and str(after) == str(inside)
        missed = depyf.check(f, torch.ones(4))
        print(missed.misses[0].entry.file, missed.misses[0].user_line.line)
        """
    )
    name = "__transformed_code_0_for_f.py"
    assert done.stdout == f"{name}\n{name} 6\n"
    assert not done.from_depyf


def test_a_compiled_function_may_ask_too(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager", dynamic=False)
        def f(x):
            return x + 1

        @torch.compile(backend="eager", dynamic=False)
        def asking(x):
            y = x * 2
            told = depyf.check(f, x)
            return y, told.outcome

        f(torch.ones(3))
        print(asking(torch.ones(3))[1], asking(torch.ones(4))[1])
        """
    )
    assert done.stdout == "hit compile\n"


def test_wrong_questions_are_answered_by_a_type_error(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager")
        def f(x, *, n=1):
            return x + n

        for question in (
            lambda: depyf.check(print, 1),
            lambda: depyf.check(3),
            lambda: depyf.check(torch.nn.Linear, 1, 2),
            lambda: depyf.check(f),
            lambda: depyf.check(f, 1, 2),
            lambda: depyf.check(f, torch.ones(1), m=2),
        ):
            try:
                question()
            except TypeError as error:
                print(error)
        """
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("depyf.check() was given the builtin_function_or_method")
    assert "int object" in lines[1]
    assert "the class Linear" in lines[2]
    assert (
        lines[3] == "these arguments do not fit f(): missing a required argument: 'x'"
    )
    assert "too many positional arguments" in lines[4]
    assert "unexpected keyword argument 'm'" in lines[5]


def test_hooks_and_decorators_are_told(run_program):
    done = run_program(
        """
        import functools, torch, depyf

        class Model(torch.nn.Module):
            def forward(self, x):
                return x + 1

        model = Model()
        compiled = torch.compile(model, backend="eager")
        model.register_forward_pre_hook(lambda module, args: None)
        print(any("hooks" in note for note in depyf.check(compiled, 1).notes))

        @torch.compile(backend="eager")
        def f(x):
            return x + 1

        @functools.wraps(f)
        def decorated(*args):
            return f(*args)

        print(any("wrapper" in note for note in depyf.check(decorated, 1).notes))
        """
    )
    assert done.stdout == "True\nTrue\n"


def test_a_limit_with_fullgraph_raises_as_told(run_program):
    done = run_program(
        """
        import torch, depyf

        torch._dynamo.config.recompile_limit = 2

        @torch.compile(backend="eager", dynamic=False, fullgraph=True)
        def f(x):
            return x + 1

        f(torch.ones(2)), f(torch.ones(3))
        print(depyf.check(f, torch.ones(4)).outcome)
        try:
            f(torch.ones(4))
        except Exception:
            print("raised")
        """
    )
    assert done.stdout == "raise\nraised\n"


def test_what_torch_set_aside_is_told(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager")
        def f(n):
            return n + 1

        f(1)
        told = depyf.check(f, 1)
        print(told.hits, told.outcome)
        print("kept no compiled version" in str(told))
        """
    )
    assert done.stdout == "False unknown\nTrue\n"
