"""`depyf.debug()`: breakpoints in dumped files are hit, and nothing compiles."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from .conftest import torch_writes
from .dumped import environment, kernel_lines, statements
from .terminal import python_in_terminal

pytestmark = pytest.mark.torch

PROGRAM = """
import sys
import torch
import depyf

@torch.compile(backend=sys.argv[1])
def toy_example(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b

def main():
    found = []
    for sign in (1, -1):
        a = torch.ones(10, requires_grad=True)
        b = (sign * torch.ones(10)).requires_grad_(True)
        toy_example(a, b).sum().backward()
        found.append(float(a.grad.sum()))
    return found

with depyf.prepare_debug("dump"):
    expected = main()
with depyf.debug():
    assert main() == expected
print("the end")
"""
DOCS = Path(__file__).resolve().parents[2] / "docs"
RUNNING = {
    "eager": ("__compiled_fn_*.Captured_Graph.*.py",),
    "aot_eager": (
        "__compiled_fn_*.Forward_graph.*.py",
        "__compiled_fn_*.Backward_graph.*.py",
    ),
    "inductor": ("__compiled_fn_*.kernel_*.py",),
}
# Up to torch 2.9 these graphs are interpreted node by node, but for `debug()`.
INTERPRETED = torch_writes("torch._dynamo.backends.debugging", ").boxed_run(")
needs_stances = pytest.mark.skipif(
    not torch_writes("torch._dynamo.eval_frame", "_callback_from_stance"),
    reason="this torch offers no way to run what does not fit as plain Python",
)
needs_misses = pytest.mark.skipif(
    not torch_writes("torch._dynamo.types", "FrameAction"),
    reason="this torch has no word for running one call as plain Python",
)
# What the first graph of a call is in, and a tensor of it.
RARE = pytest.mark.rare(reason="one more backend")
ENTERED = [
    ("eager", "Captured_Graph", "l_a_"),
    ("aot_eager", "Forward_graph", "primals_1"),
    ("inductor", ".kernel_", "primals_1"),
]


def entered_with(ordinary):
    """What is entered, as cases of which all but one backend's are rare."""
    return [
        pytest.param(*case, marks=() if case[0] == ordinary else RARE)
        for case in ENTERED
    ]


STOP = re.compile(r"> (\S+?/dump/\S+)\((\d+)\)(\w+)\(\)\S*\s+-> ([^\n]*)")


@pytest.fixture
def debug_program(tmp_path):
    """Returns a function that starts a program in a terminal and waits for pdb."""
    terminals = []

    def start(source, *args, **env):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        terminal = python_in_terminal(path, *args, env=environment(**env))
        terminals.append(terminal)
        terminal.read_until()
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def files_that_run(dump, backend):
    transformed = sorted(dump.glob("__transformed_code_*.py"))
    graphs = [path for pattern in RUNNING[backend] for path in dump.glob(pattern)]
    assert len(transformed) == 3
    assert len(graphs) >= 3
    return transformed, sorted(graphs)


def hit_without_debug(dump):
    """The files of `aot_eager` in which breakpoints are hit in any run."""
    transformed, graphs = files_that_run(dump, "aot_eager")
    return transformed + ([] if INTERPRETED else graphs)


@pytest.mark.parametrize(
    "backend",
    [
        "eager",
        pytest.param("aot_eager", marks=RARE),
        pytest.param("inductor", marks=pytest.mark.slow(reason="compiles kernels")),
    ],
)
def test_breakpoints_in_dumped_files_are_hit_with_live_tensors(
    debug_program, tmp_path, backend
):
    terminal = debug_program(PROGRAM, backend)
    # It stops where the user wrote `with depyf.debug():`.
    assert re.search(
        r"> \S+program.py\(24\)<module>\(\)\s+-> with depyf.debug", terminal.log
    )
    transformed, graphs = files_that_run(tmp_path / "dump", backend)
    for path in transformed + graphs:
        numbers = statements(path) if "kernel" not in path.name else kernel_lines(path)
        wanted = (
            numbers if path in transformed else [numbers[-2 if len(numbers) > 1 else 0]]
        )
        for number in wanted:
            assert f"at {path}:{number}" in terminal.say(f"b {path}:{number}")
    hit = set()
    for _ in range(60):
        found = STOP.search(terminal.say("c"))
        if found is None:
            break
        path, number, _, line = found.groups()
        hit.add((path, int(number)))
        if "Captured_Graph" in path or "Forward_graph" in path:
            assert "# program.py:" in line
        shapes = "p [list(v.shape) for v in locals().values() if hasattr(v, 'shape')]"
        assert "[10]" in terminal.say(shapes)
    assert {path for path, _ in hit} == {str(path) for path in transformed + graphs}
    for path in transformed:
        missed = [n for n in statements(path) if (str(path), n) not in hit]
        assert not missed, path.read_text()
    assert "the end" in terminal.log


@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_the_session_in_the_docs_is_what_pdb_says(debug_program, tmp_path):
    page = (DOCS / "debugging.md").read_text(encoding="utf-8")
    program = re.findall(
        r"^```python notest\n(import torch\n.*?)^```$",
        page,
        re.MULTILINE | re.DOTALL,
    )[0]
    _, session = page.split("$ python program.py\n", 1)
    session = session.split("```", 1)[0]
    terminal = debug_program(program)
    (path,) = tmp_path.rglob("__transformed_code_0_for_toy_example.py")
    if statements(path)[0] != 8:
        pytest.skip("the header that this torch leads to has another length")
    said = terminal.log.replace("\r", "")
    commands = re.findall(r"^\(Pdb\) (.*)$", session, re.MULTILINE)
    assert len(commands) == 5
    said += "".join(terminal.say(command) for command in commands)
    said = said.replace("\r", "").replace(str(tmp_path), "/work")
    for line in session.splitlines():
        assert line in said.splitlines()


@pytest.mark.parametrize(("backend", "file", "tensor"), entered_with("inductor"))
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_stepping_into_the_graph_over_it_and_out(
    debug_program, tmp_path, backend, file, tensor
):
    terminal = debug_program(PROGRAM, backend)
    (path,) = (tmp_path / "dump").glob("__transformed_code_0_for_toy_example.py")
    first, second, *_ = statements(path)
    terminal.say(f"b {path}:{first}")
    assert f"({first})toy_example()" in terminal.say("c")
    assert f"({second})toy_example()" in terminal.say("n")  # over the graph
    terminal.say("c")
    for _ in range(1500):  # into the graph, through torch's own functions
        if file in terminal.say("s"):
            break
    lines = [int(STOP.search(terminal.say("n")).group(2)) for _ in range(3)]
    assert lines == sorted(set(lines))
    assert "tensor([1., 1." in terminal.say(f"p {tensor}")
    assert "--Return--" in terminal.say("r")
    terminal.say("cl 1")
    terminal.say("y")
    terminal.say("c")
    assert "the end" in terminal.log


def test_two_lines_say_where_breakpoints_are_hit(run_program):
    done = run_program(PROGRAM, "aot_eager", env=NO_PAUSE)
    code, graphs = (line for line in done.from_depyf if "debug():" in line)
    places = re.findall(r"(\S+\.py):(\d+)", f"{code} {graphs}")
    assert len(places) == 6
    for path, number in places:
        assert int(number) == statements(done.directory / "dump" / path)[0]
    assert "__transformed_code_0_for_toy_example.py" in code
    assert "Forward_graph" in graphs
    assert "3 more" in graphs


@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_breakpoints_from_last_time_are_hit_without_a_debug_block(
    run_program, debug_program, tmp_path
):
    source = PROGRAM.replace("with depyf.debug():\n    assert", "breakpoint(); assert")
    once = source.replace("breakpoint(); ", "")
    once = once.replace("with depyf.prep", "import os; breakpoint()\nwith depyf.prep")
    run_program(once, "aot_eager", env=NO_PAUSE)
    files = hit_without_debug(tmp_path / "dump")
    before = {path: path.read_text() for path in files}
    terminal = debug_program(once, "aot_eager")
    for path in before:
        terminal.say(f"b {path}:{statements(path)[-1]}")
    hit = set()
    for _ in range(60):
        found = STOP.search(terminal.say("c"))
        if found is None:
            break
        hit.add(found.group(1))
    assert hit == {str(path) for path in before}
    assert {path: path.read_text() for path in before} == before
    assert "the end" in terminal.log


NO_PAUSE = {"PYTHONBREAKPOINT": "0"}


def test_debug_without_a_dump_says_what_to_do(run_program):
    done = run_program(
        """
        import depyf
        try:
            with depyf.debug():
                pass
        except RuntimeError as error:
            print("prepare_debug" in str(error))
        """
    )
    assert done.stdout == "True\n"


def test_it_pauses_once_through_the_hook_even_when_nested(run_program):
    done = run_program(
        """
        import json, sys
        import torch, depyf
        pauses = []
        sys.breakpointhook = lambda *a, **k: pauses.append((a, k))
        with depyf.prepare_debug("dump"):
            torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
            with depyf.debug():
                with depyf.debug():
                    pass
        inside = len(pauses)
        with depyf.debug():
            pass
        print(json.dumps([inside, len(pauses)]))
        """
    )
    assert done.told == [1, 2]


@needs_misses
@needs_stances
def test_nothing_compiles_while_debugging_and_the_guard_that_failed_is_named(
    run_program,
):
    done = run_program(
        """
        import json
        import torch, depyf
        compiled = []

        def backend(gm, inputs):
            compiled.append(len(inputs))
            return gm.forward

        @torch.compile(backend=backend, dynamic=False)
        def f(x):
            return x * 2 + 1

        def new(x):
            return x - 1

        with depyf.prepare_debug("dump"):
            f(torch.ones(3))
        before = len(compiled)
        with depyf.debug():
            f(torch.ones(3))
            a = f(torch.ones(4))
            b = torch.compile(new, backend=backend)(torch.ones(2))
        during = len(compiled)
        f(torch.ones(3))
        f(torch.ones(4))
        after = len(compiled)
        print(json.dumps([before, during, after, a.tolist(), b.tolist()]))
        """,
        env=NO_PAUSE,
    )
    assert done.told == [1, 1, 2, [3.0] * 4, [0.0] * 2]
    told = "\n".join(done.from_depyf)
    assert "expected 3, actual 4" in told
    assert "tensor of shape [4], float32" in told
    assert "new (program.py" in told


@needs_stances
def test_everything_is_restored_when_the_debugger_is_quit(run_program):
    done = run_program(
        """
        import json, sys
        import torch, depyf
        from torch._dynamo import eval_frame
        original = eval_frame._callback_from_stance

        def leave():
            raise KeyboardInterrupt

        with depyf.prepare_debug("dump"):
            pass
        sys.breakpointhook = leave
        try:
            with depyf.debug():
                print("not reached")
        except KeyboardInterrupt:
            pass
        pauses = []
        sys.breakpointhook = lambda: pauses.append(1)
        with depyf.debug():
            pass
        print(json.dumps([eval_frame._callback_from_stance is original, len(pauses)]))
        """
    )
    assert done.told == [True, 1]


@needs_misses
@needs_stances
def test_a_miss_names_guard_value_and_line_and_runs_the_program_on(run_program):
    done = run_program(
        """
        import json
        import torch, depyf
        from torch._dynamo.utils import counters

        class Twice(torch.nn.Module):
            def forward(self, x):
                return x * 2

        class Thrice(torch.nn.Module):
            def forward(self, x):
                return x * 3

        @torch.compile(backend="eager", dynamic=False)
        def f(x, n, mod=None):
            y = x * n
            return y if mod is None else mod(y)

        @torch.compile(backend="eager", dynamic=False, fullgraph=True)
        def whole(x):
            return x + 1

        @torch.compile(backend="eager", dynamic=False)
        def broken(x, k):
            if x.sum() > 0:
                x = x + k
            return x * 2

        one = torch.ones(3)
        def main():
            return [f(one, 3, Twice()), whole(one), broken(one, 1)]

        with depyf.prepare_debug("dump"):
            main()
        before = counters["stats"]["unique_graphs"]
        with depyf.debug():
            main()
            found = [f(one, 4), f(one, 3, Thrice()), whole(torch.ones(4)),
                     broken(one, 2), broken(-one, 1)]
        main()
        same = counters["stats"]["unique_graphs"] == before
        print(json.dumps([same, [float(t[0]) for t in found]]))
        """,
        env=NO_PAUSE,
    )
    assert done.told == [True, [4.0, 9.0, 2.0, 6.0, -2.0]]
    told = "\n".join(done.from_depyf)
    # Up to torch 2.8 no guard has a line.
    has_line = re.search(r"\bn == 3.*program\.py", done.read("full_code_for_f_0.py"))
    line = r" \(program.py:1\d\)" if has_line else ""
    assert re.search(rf"L\['n'\] == 3{line} -- L\['n'\] is 4", told)
    assert "L['mod'] is an object of type __main__.Thrice" in told
    assert "whole (program.py" in told
    assert "L['k'] == 1" in told
    assert "it was not compiled before; x: a tensor of shape [3]" in told
