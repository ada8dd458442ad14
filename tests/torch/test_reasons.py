"""The index tells why: breaks, recompiles, what was not compiled or thrown away."""

from __future__ import annotations

import json
import os
import re
import sys

import pytest

from .conftest import needs_trace, torch_writes

pytestmark = pytest.mark.torch

REASONS = """
import torch, depyf
config = torch._dynamo.config
limit = "recompile_limit" if hasattr(config, "recompile_limit") else "cache_size_limit"
setattr(config, limit, 2)

def helper(x, n):
    y = x * n
    torch._dynamo.graph_break()
    return y + 1

@torch.compile(backend="eager")
def caller(x):
    return helper(x, 2) * 3

@torch.compile(backend="eager")
def in_a_loop(x):
    for i in range(2):
        x = x + i
        torch._dynamo.graph_break()
    return x

@torch.compile(backend="eager", dynamic=False)
def too_often(x, word):
    return x * len(word)

@torch.compile(backend="eager")
def sized(x):
    return x + 1

with depyf.prepare_debug("dump"):
    caller(torch.ones(2))
    in_a_loop(torch.ones(2))
    for word in ("a", "bb", "ccc"):
        too_often(torch.ones(2), word)
    for size in (3, 4):
        sized(torch.ones(size))
"""


def test_each_reason_is_told_where_it_belongs(run_program):
    done = run_program(REASONS)
    assert done.from_depyf == []
    index = done.read("index.md")
    functions = (
        part for part in index.split("\n## ")[1:-1] if not part.startswith("Without")
    )
    sections = {part.split("`")[1]: part for part in functions}
    # A break in a function that was called names the line that called it.
    assert re.search(
        r"graph break at program.py:9 .*\(called at program.py:14 ", sections["caller"]
    )
    assert "not compiled" in sections["in_a_loop"]
    about = [line for line in index.splitlines() if "`too_often`" in line]
    told = sections["too_often"] + "".join(about)
    assert "no tensor operation to compile in it" not in told
    # Another size once: torch made an entry for any, which is expected.
    assert "`sized`: `x.shape[0]` varies" in index
    assert "as entry 0 but `x: [3] -> [s" in sections["sized"]
    if torch_writes("torch._dynamo.convert_frame", "FailOnRecompileLimitHit"):
        assert "limit" in sections["too_often"].split("not compiled")[1]
    if torch_writes("torch._dynamo.exc", "another graph break occurred"):
        reason = sections["in_a_loop"].split("not compiled")[1].splitlines()[0]
        assert "loop" in reason


def test_a_backward_after_a_reset_belongs_to_its_forward(run_program):
    done = run_program(
        """
        import json
        import torch, depyf

        def first(x):
            return x.sin().sum()

        def second(x):
            return x.tanh().sum()

        with depyf.prepare_debug("dump"):
            early = torch.compile(first)(torch.ones(3, requires_grad=True))
            torch._dynamo.reset()
            late = torch.compile(second)(torch.ones(3, requires_grad=True))
            early.backward()
            late.backward()
        """
    )
    assert done.from_depyf == []
    for name in done.files("__compiled_fn_*.Captured_Graph.0.py"):
        prefix = name.split(".")[0]
        kernels = [done.read(n) for n in done.files(f"{prefix}.kernel_*.py")]
        assert len(kernels) == 2
        forward, backward = kernels
        if torch_writes("torch._inductor.codegen.wrapper", "AOT ID"):
            assert "_forward" in forward
            assert "_backward" in backward
        derivative = "cos" if ".sin()" in done.read(name) else "tanh"
        assert derivative in backward


@pytest.mark.skipif(
    not torch_writes("torch._dynamo.utils", "has_guarded_code"),
    reason="this torch does not tell what became of a compilation",
)
def test_code_that_torch_throws_away_is_marked(run_program):
    done = run_program(
        """
        import torch, depyf

        def f(x):
            assert x.shape[0] == 4
            return x + 1

        with depyf.prepare_debug("dump"):
            x = torch.ones(4)
            torch._dynamo.mark_dynamic(x, 0)
            try:
                torch.compile(f, backend="eager")(x)
            except Exception as error:
                print(type(error).__name__)
        """
    )
    assert done.from_depyf == []
    assert done.stdout.strip().endswith("Error")
    assert "thrown away by torch: " in done.read("index.md")


@pytest.mark.skipif(
    not torch_writes("torch._dynamo.config", "\ncompiled_autograd"),
    reason="this torch has no switch for compiled autograd",
)
def test_the_graph_of_compiled_autograd_is_in_the_index(run_program):
    done = run_program(
        """
        import torch, depyf
        torch._dynamo.config.compiled_autograd = True

        @torch.compile(backend="eager")
        def step(x):
            y = (x.sin() * x).sum()
            y.backward()
            return x.grad

        with depyf.prepare_debug("dump"):
            step(torch.ones(3, requires_grad=True))
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    for name in done.files("*.py"):
        assert f"({name})" in index


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_that_ends_at_once_still_gets_an_index(run_program):
    done = run_program(
        """
        import json, os
        import torch, depyf

        def f(x):
            return x + 1

        with depyf.prepare_debug("dump"):
            child = os.fork()
            if child == 0:
                torch.compile(f, backend="eager")(torch.ones(2))
                os._exit(0)
            os.waitpid(child, 0)
        print(json.dumps(child))
        """
    )
    assert done.from_depyf == []
    folder = f"pid_{done.told}"
    assert f"({folder}/index.md)" in done.read("index.md")
    assert "full_code_for_f_0.py" in done.read("index.md", dump=f"dump/{folder}")


def test_compilations_before_and_after_a_reset_are_told_apart(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="aot_eager")
        def first(x):
            return x.sin().sum()

        @torch.compile(backend="aot_eager")
        def second(x):
            return x.tanh().sum()

        with depyf.prepare_debug("dump"):
            early = first(torch.ones(3, requires_grad=True))
            torch._dynamo.reset()
            late = second(torch.ones(3, requires_grad=True))
            late.backward()
            early.backward()
            torch._dynamo.reset()
            first(torch.ones(3, requires_grad=True)).backward()
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    functions = (
        part for part in index.split("\n## ")[1:-1] if not part.startswith("Without")
    )
    sections = {part.split("`")[1]: part for part in functions}
    assert set(sections) == {"first", "second"}
    for name, operation in (("first", "sin"), ("second", "tanh")):
        links = re.findall(r"\((__compiled_fn_[^)]*)\)", sections[name])
        captured = [link for link in links if "Captured_Graph" in link]
        backward = [link for link in links if "Backward_graph" in link]
        assert len(captured) == len(backward) == (2 if name == "first" else 1)
        for link in captured:
            assert f".{operation}()" in done.read(link)
    assert sections["first"].count("[entry ") == 2


def test_a_generator_is_not_said_to_have_been_left_alone(run_program):
    """Dynamo refuses it before it gets a compile id, and to 3.10 without a look."""
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager")
        def gen(x):
            yield x + 1

        with depyf.prepare_debug("dump"):
            list(gen(torch.ones(2)))
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    assert "generator" in index
    if sys.version_info >= (3, 11):
        assert "## `gen` (program.py:" in index
        assert "Dynamo compiles no generator" in index


@needs_trace
def test_a_compilation_that_fails_names_the_line_and_torchs_explanation(run_program):
    done = run_program(
        """
        import torch, depyf

        def helper(x):
            return x @ torch.ones(5, 5)

        @torch.compile(backend="eager", fullgraph=True)
        def f(x):
            return helper(x) * 2

        with depyf.prepare_debug("dump"):
            try:
                f(torch.ones(2, 3))
            except Exception as error:
                print("[1]")
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    assert re.search(r"not compiled \(0/0\): .*, at program.py:5 `return x @", index)
    assert "2, 3" in index
    assert "5, 5" in index


def test_what_differs_in_the_keys_of_a_tensor_is_told_apart(run_program):
    """One guard stands for the device, the layout and more: not all are inference."""
    done = run_program(
        """
        import torch
        import depyf

        def compiled(name):
            names = {}
            exec(f"def {name}(x): return x * 2", names)
            return torch.compile(names[name], backend="eager")

        device, conjugate = compiled("device"), compiled("conjugate")
        number = torch.ones(2, dtype=torch.complex64)
        with depyf.prepare_debug("dump"):
            device(torch.ones(2))
            device(torch.ones(2, device="meta"))
            conjugate(number)
            conjugate(number.conj())
        """
    )
    expected = {
        one["subject"]: one["what"]
        for one in json.loads(done.read("summary.json"))["expected"]
    }
    assert "comes on several devices" in expected["device"]
    assert "is conjugated in some calls only" in expected["conjugate"]


CALLED_FROM_COMPILED = """
import torch
import depyf

def inner(x):
    return x.sin()

def outer(x):
    y = x + 1
    torch._dynamo.graph_break()
    return compiled_inner(y) * 2

compiled_inner = torch.compile(inner, backend="eager")
with depyf.prepare_debug("dump"):
    torch.compile(outer, backend="eager")(torch.ones(3))
"""


@needs_trace
def test_a_stack_through_transformed_code_names_the_users_file(run_program):
    done = run_program(CALLED_FROM_COMPILED)
    journal = done.read("journal.jsonl")
    assert str(done.directory / "program.py") in journal
    assert str(done.directory / "dump" / "__transformed") not in journal
