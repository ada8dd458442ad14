"""Everything is filed under the graph it belongs to, and every absence explained."""

from __future__ import annotations

import re

import pytest

from depyf.cli.report import read_dump
from depyf.model.build import fold
from depyf.torch_text.graph_lines import node_places

from .conftest import needs_trace, torch_writes

pytestmark = pytest.mark.torch

SEVERAL = """
import json
import torch
import depyf

@torch.compile
def with_break(x):
    y = x.sin() * 2
    if y.sum() > 0:
        y = y.exp()
    return y

@torch.compile
def without_break(x):
    return (x.tanh() + 1).sqrt()

def main():
    x = torch.ones(8, requires_grad=True)
    (with_break(x).sum() + without_break(x).sum()).backward()

with depyf.prepare_debug("dump"):
    main()
"""
# The operation that only the backward of each function has, by what is in its forward.
DERIVATIVES = {"sin": "cos", "exp": "exp", "tanh": "tanh"}


@pytest.mark.rare(reason="six kernels without a cache")
def test_kernels_of_lazy_backwards_are_filed_under_their_forward(run_program):
    done = run_program(SEVERAL)
    assert done.from_depyf == []
    seen = set()
    for name in done.files("__compiled_fn_*.Captured_Graph.0.py"):
        prefix = name.split(".")[0]
        captured = done.read(name)
        (operation,) = (op for op in DERIVATIVES if f".{op}()" in captured)
        seen.add(operation)
        assert len(done.files(f"{prefix}.kernel_*.py")) == 2
        assert len(done.files(f"{prefix}.AFTER_POST_GRAD.*.py")) == 2
        backward = done.read(f"{prefix}.AFTER_POST_GRAD.1.py")
        assert "tangents_1" in backward
        assert DERIVATIVES[operation] in backward
        kernel = done.read(f"{prefix}.kernel_1.py")
        if torch_writes("torch._inductor.codegen.wrapper", "AOT ID"):
            assert re.search(r"AOT ID: \['\d+_backward'\]", kernel)
        assert DERIVATIVES[operation] in kernel
    assert seen == set(DERIVATIVES)


@pytest.mark.skipif(
    not torch_writes("torch._inductor.compile_fx", "before_pre_grad_graph"),
    reason="this torch reports no graph before its passes",
)
@pytest.mark.slow(reason="compiles kernels without a cache")
def test_what_a_warm_cache_leaves_out_is_named_with_the_reason(
    run_program, fresh_inductor_cache, tmp_path
):
    cold = run_program(SEVERAL)
    assert cold.files("*.BEFORE_PRE_GRAD.0.py")
    cold_kernels = cold.files("*.kernel_*.py")
    # torch's own log says whether these passes ran: up to 2.11 at least they come
    # before the cache is asked.
    trace = tmp_path / "trace"
    warm = run_program(SEVERAL, env={"TORCH_TRACE": str(trace)})
    assert warm.from_depyf == []
    assert len(warm.files("*.kernel_*.py")) == len(cold_kernels) == 6
    reported = sum(
        path.read_text(encoding="utf-8").count('"name": "before_pre_grad_graph"')
        for path in trace.iterdir()
    )
    assert len(warm.files("*.BEFORE_PRE_GRAD.0.py")) == reported
    index = warm.read("index.md")
    assert re.search(r"cache: (\d+ )?hit", index)
    absent = index.split("Not recorded")[-1]
    assert ("BEFORE_PRE_GRAD" in absent) == (reported == 0)
    assert ("cache had the result" in absent) == (reported == 0)


@pytest.mark.slow(reason="compiles kernels without a cache")
def test_a_cache_that_another_program_filled_leaves_no_lines_of_it(
    run_program, tmp_path
):
    function = """
        import torch

        @torch.compile
        def f(x):
            y = x.sin() @ x.cos()
            return y.tanh() + 1
        """
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
    call = "f(torch.ones(4, 4, requires_grad=True)).sum().backward()"
    run_program(f"{function}\n        {call}", env=env, name="other.py")
    done = run_program(
        f"""
        import depyf
        # Lines that the other program does not have.
        {function}
        with depyf.prepare_debug("dump"):
            {call}
        """,
        env=env,
    )
    files = [*done.files("__compiled_fn_*"), "index.md", "summary.json"]
    texts = {name: done.read(name) for name in files}
    assert [name for name, text in texts.items() if "other.py" in text] == []
    program = (tmp_path / "program.py").read_text().split("\n")
    tanh = next(n for n, line in enumerate(program, 1) if "y.tanh" in line)
    product = next(n for n, line in enumerate(program, 1) if "x.sin" in line)
    forward = next(iter(done.files("__compiled_fn_*.Forward_graph.0.py")))
    assert f"program.py:{tanh} in f" in texts[forward]
    kernel = texts[forward.replace("Forward_graph.0", "kernel_0")]
    assert re.search(rf"extern_kernels.mm\(.*\)  # program.py:{product}: y = x", kernel)
    assert re.search(rf"cpp_fused_\w*tanh\w*\(.*\)  # program.py:{tanh}: ", kernel)


@pytest.mark.rare(reason="kernels without a cache, twice")
def test_what_an_operator_writes_into_keeps_its_line_also_from_a_cache(
    run_program, tmp_path
):
    """Inductor's pass gives the producer the operator's line; the graph before not."""
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "cache")}
    program = """
        import torch
        import depyf

        @torch.library.custom_op("mine::scale_", mutates_args={"x"})
        def scale_(x: torch.Tensor, k: float) -> None:
            x.mul_(k)

        @torch.compile
        def f(x):
            y = x.sin()
            scale_(y, 2.0)
            return y.cos()

        with depyf.prepare_debug("dump"):
            f(torch.ones(8))
        """
    for _ in ("compiled", "from the cache"):
        done = run_program(program, env=env)
        (name,) = done.files("__compiled_fn_*.AFTER_POST_GRAD.0.py")
        places = node_places(done.read(name))
        assert [places[node].text for node in ("sin", "scale__default", "cos")] == [
            "y = x.sin()",
            "scale_(y, 2.0)",
            "return y.cos()",
        ]
        kernel = done.read(name.replace("AFTER_POST_GRAD.0", "kernel_0"))
        assert re.search(r"cpp_fused_\w*sin_0\(.*\)  # program.py:\d+: y = x", kernel)


def test_files_of_an_earlier_program_go_and_others_files_stay(run_program, tmp_path):
    run_program(SEVERAL)
    (tmp_path / "dump" / "notes.txt").write_text("mine")
    changed = min((tmp_path / "dump").glob("__compiled_fn_*.Captured_Graph.0.py"))
    changed.write_text("# changed by hand\n")
    done = run_program(
        """
        import torch, depyf
        def other(x):
            return x + 1
        with depyf.prepare_debug("dump"):
            torch.compile(other, backend="eager")(torch.ones(2))
        """
    )
    files = done.files()
    assert "notes.txt" in files
    assert not [name for name in files if "with_break" in name]
    assert done.files("*kernel*") == []
    if changed.name != "__compiled_fn_1.Captured_Graph.0.py":
        assert changed.name in files
    assert not [name for name in files if name.endswith(".tmp") or "lock" in name]


def test_two_modules_with_the_same_method_name_get_their_own_files(run_program):
    done = run_program(
        """
        import torch, depyf

        class First(torch.nn.Module):
            def forward(self, x):
                return x.exp()

        class Second(torch.nn.Module):
            def forward(self, x):
                return x.sin()

        with depyf.prepare_debug("dump"):
            for module in (First(), Second()):
                torch.compile(module, backend="eager")(torch.ones(2))
        """
    )
    assert done.from_depyf == []
    assert len(done.files("__transformed_code_*_for_forward.py")) == 2
    assert "exp" in done.read("full_code_for_forward_0.py")
    assert "sin" in done.read("full_code_for_forward_1.py")


def test_a_recompile_is_told_with_its_reason(run_program):
    done = run_program(
        """
        import torch, depyf

        class Double(torch.nn.Module):
            def forward(self, x):
                return torch.exp(2 * x)

        class Negative(torch.nn.Module):
            def forward(self, x):
                return torch.exp(-x)

        @torch.compile(backend="eager")
        def f(x, mod):
            return torch.log(mod(x))

        with depyf.prepare_debug("dump"):
            for mod in (Double(), Negative(), Double(), Negative()):
                f(torch.ones(2), mod)
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    # Up to 2.4 each module is one of its own, later each class.
    graphs, recompiles = map(
        int, re.search(r"(\d+) graphs?, .* (\d+) recompile", index).groups()
    )
    assert graphs in (2, 4)
    assert recompiles == graphs - 1
    assert index.count("- recompiled: ") >= recompiles
    assert re.search(r"recompil.*(type|mod)", index)
    assert len(done.files("__transformed_code_*_for_f.py")) == graphs


def test_names_given_to_lazy_format_graph_code_become_files(run_program):
    done = run_program(
        """
        import torch, depyf
        from torch._dynamo.utils import lazy_format_graph_code

        def backend(gm, inputs):
            lazy_format_graph_code("before split", gm)
            lazy_format_graph_code("post_grad.0.SomePass.before", gm)
            return gm.forward

        with depyf.prepare_debug("dump"):
            torch.compile(lambda x: x.sin() + 1, backend=backend)(torch.ones(2))
        traced = torch.fx.symbolic_trace(torch.nn.ReLU())
        lazy_format_graph_code("after the block", traced)
        """
    )
    assert done.from_depyf == []
    assert len(done.files("__compiled_fn_*.before_split.0.py")) == 1
    assert len(done.files("__compiled_fn_*.post_grad.0.SomePass.before.0.py")) == 1


def test_reset_starts_new_compilations_not_old_ones_again(run_program):
    done = run_program(
        """
        import torch, depyf

        def f(x):
            return x.sin()

        def g(x):
            return x.cos()

        with depyf.prepare_debug("dump"):
            torch.compile(f, backend="eager")(torch.ones(2))
            torch._dynamo.reset()
            torch.compile(g, backend="eager")(torch.ones(2))
        """
    )
    assert done.from_depyf == []
    index = done.read("index.md")
    assert "full_code_for_f_0.py" in index
    assert "full_code_for_g_0.py" in index
    graphs = [done.read(n) for n in done.files("*.Captured_Graph.0.py")]
    assert len(graphs) == 2
    assert ["sin" in text for text in graphs] == [True, False]


def test_a_function_that_is_only_explained_needs_no_block(run_program):
    done = run_program(
        """
        import torch, depyf

        @torch.compile(backend="eager")
        def f(x):
            y = x.sin()
            if y.sum() > 0:
                return y + 1
            return y - 1

        nothing = depyf.explain(f)
        f(torch.ones(2))
        told = depyf.explain_compiled(f)
        assert str(told) == told.full_code == depyf.explain.dump_src(f)
        compile(told.full_code, "full_code", "exec")
        print("__guard_0_for_f" in told.full_code)
        print("torch_dynamo_resume_in_f" in told.full_code)
        print("othing has been compiled" in str(nothing))
        """
    )
    assert done.stdout == "True\nTrue\nTrue\n"


CALLED_FROM_PLAIN_PYTHON = """
import torch
import depyf

def part(x):
    torch._dynamo.graph_break()
    return x + 1

def whole(x):
    for _ in range(2):
        x = part(x)
    return x

def main():
    return torch.compile(whole, backend="eager")(torch.ones(2))

with depyf.prepare_debug("dump"):
    main()
"""


@needs_trace
def test_a_resume_function_knows_all_that_called_it(run_program):
    """Torch's stack lacks `whole`, which runs as plain Python because of the break."""
    done = run_program(CALLED_FROM_PLAIN_PYTHON)
    run = fold(read_dump(done.directory / "dump"))
    [resumed] = [one for one in run.frames if one.co_name.startswith("torch_dynamo_")]
    names = [line.function for line in resumed.compilations[0].stack]
    assert names[names.index("main") + 1 :][-3:-1] == ["whole", "part"]
