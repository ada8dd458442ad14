"""Other debuggers, lines in the order of the text, and tracebacks."""

from __future__ import annotations

import json
import re
import sys

import pytest

from .dumped import environment, statements
from .terminal import Terminal
from .test_stepping import INTERPRETED, NO_PAUSE, PROGRAM

pytestmark = pytest.mark.torch

SLOW = pytest.mark.slow(reason="compiles kernels")
not_interpreted = pytest.mark.skipif(
    INTERPRETED,
    reason="this torch interprets graphs, and ends the process in a kernel",
)
# Says which lines of dumped files a debugger of its own stops at, as JSON.
WITH_BDB = """
import bdb, glob, json

class Debugger(bdb.Bdb):
    def __init__(self):
        super().__init__()
        self.stops = []

    def user_line(self, frame):
        path = frame.f_code.co_filename
        if "/dump/" in path:
            tensors = [v for v in frame.f_locals.values() if hasattr(v, "shape")]
            shapes = [list(t.shape) for t in tensors]
            self.stops.append([path, frame.f_lineno, shapes])
        self.set_continue()

def start():
    debugger = Debugger()
    for path in sys.argv[2:]:
        path, _, line = path.rpartition(":")
        assert debugger.set_break(path, int(line)) is None
    debugger.set_trace()
    return debugger

def stop(debugger):
    sys.settrace(None)
    print(json.dumps(debugger.stops))
"""
WITH_MONITORING = """
import json

TOOL = sys.monitoring.DEBUGGER_ID if hasattr(sys, "monitoring") else None

class Stops:
    def __init__(self):
        self.wanted = set(sys.argv[2:])
        self.stops = []

    def line(self, code, number):
        if f"{code.co_filename}:{number}" in self.wanted:
            frame = sys._getframe(1)
            tensors = [v for v in frame.f_locals.values() if hasattr(v, "shape")]
            shapes = [list(t.shape) for t in tensors]
            self.stops.append([code.co_filename, number, shapes])

def start():
    found = Stops()
    events = sys.monitoring.events
    sys.monitoring.use_tool_id(TOOL, "tests")
    sys.monitoring.register_callback(TOOL, events.LINE, found.line)
    sys.monitoring.set_events(TOOL, events.LINE)
    return found

def stop(found):
    sys.monitoring.set_events(TOOL, 0)
    print(json.dumps(found.stops))
"""
TRACERS = [
    pytest.param(WITH_BDB, id="bdb"),
    pytest.param(
        WITH_MONITORING,
        id="sys.monitoring",
        marks=pytest.mark.skipif(
            not hasattr(sys, "monitoring"), reason="CPython 3.12 and later"
        ),
    ),
]


@pytest.mark.parametrize("tracer", TRACERS)
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_a_debugger_of_any_make_stops(run_program, tracer):
    source = PROGRAM.replace("import depyf\n", f"import depyf\n{tracer}\n", 1)
    source = source.replace("    assert main()", "    d = start(); main(); stop(d) #")
    dump = run_program(source, "aot_eager", env=NO_PAUSE).directory / "dump"
    files = sorted(dump.glob("__transformed_code_*.py"))
    files += sorted(dump.glob("*.Forward_graph.*")) + sorted(dump.glob("*.Backward_*"))
    places = [f"{path}:{statements(path)[-1]}" for path in files]
    done = run_program(source, "aot_eager", *places, env=NO_PAUSE)
    lines = done.stdout.splitlines()
    stops = [line for line in lines if line.startswith("[[")]
    found = json.loads(stops[-1])
    assert {f"{path}:{line}" for path, line, _ in found} == set(places)
    assert all([10] in shapes for _, _, shapes in found)
    assert lines[-1] == "the end"


@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_the_debugger_of_ipython(tmp_path):
    pytest.importorskip("IPython")
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    env = environment(PYTHONBREAKPOINT="IPython.core.debugger.set_trace")
    terminal = Terminal(
        [sys.executable, str(path), "eager"], str(tmp_path), env, prompt="ipdb> "
    )
    try:
        assert "with depyf.debug():" in terminal.read_until()
        (file,) = (tmp_path / "dump").glob("__transformed_code_0_for_toy_example.py")
        terminal.say(f"b {file}:{statements(file)[1]}")
        assert file.name in terminal.say("c")
        assert "torch.Size([10])" in terminal.say("p a.shape")
        terminal.say("clear 1")
        terminal.say("c")
        assert "the end" in terminal.log
    finally:
        terminal.close()


def test_cells_of_a_notebook(run_program):
    """IPython's shell runs them; the prompt reads its input, as below a cell."""
    pytest.importorskip("IPython")
    done = run_program(
        """
        import io, pathlib, sys
        from IPython.core.interactiveshell import InteractiveShell

        shell = InteractiveShell.instance()
        shell.run_cell(
            "import torch, depyf\\n"
            "@torch.compile(backend='eager')\\n"
            "def f(x):\\n"
            "    return x.sin() + 1\\n"
            "with depyf.prepare_debug('dump'):\\n"
            "    f(torch.ones(2))\\n"
        )
        (path,) = pathlib.Path("dump").resolve().glob("__transformed_code_0_for_f.py")
        sys.stdin = io.StringIO(f"break {path}:7\\ncontinue\\np x.shape\\np x\\nc\\n")
        shell.run_cell("with depyf.debug():\\n    print(f(torch.ones(2)))\\n")
        """
    )
    assert "-> with depyf.debug():" in done.stdout
    assert "__transformed_code_0_for_f.py(7)f()" in done.stdout
    assert "torch.Size([2])" in done.stdout
    assert "tensor([1.8415, 1.8415])" in done.stdout
    # What shows a tensor at the prompt was not asked to be compiled.
    assert "plain Python" not in done.stderr


LINES = """
import contextlib, json, sys
import torch
import depyf

compiled = torch.compile(backend="eager")

@compiled
def branches(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b

@compiled
def effects(x, known, many):
    known["k"] = x + 1
    many.append(x * 2)
    print("effects")
    many.append(len(known))
    return x.sin(), many, known

@compiled
def context(x):
    with torch.no_grad():
        y = x * 2
        print("in")
        z = y + 1
    return z + y

def outer():
    k = torch.ones(3)

    @compiled
    def inner(x):
        nonlocal k
        k = k + x
        print("inner")
        return k * 2

    return inner

@compiled
def keywords(x, *more, scale=2, **others):
    y = x * scale
    for one in more:
        y = y + one
    print(others.get("z"))
    return {"y": y, "n": len(more), **others}

@compiled
def comprehension(x):
    found = [x * i for i in range(3)]
    print("comprehension")
    return [one + 1 for one in found], sum(found)

class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        y = self.linear(x)
        print("module")
        return y.relu() * self.calls

module = compiled(Counting())

def main():
    one = torch.ones(3)
    with contextlib.redirect_stdout(None):
        branches(one, one), branches(one, -one), effects(one, {}, [])
        context(one), outer()(one), keywords(one, one, one, z=3)
        comprehension(one), module(one)

with depyf.prepare_debug("dump"):
    main()

calls = []

def trace(frame, event, argument):
    path = frame.f_code.co_filename
    if "__transformed_code_" not in path:
        return None
    lines = []
    calls.append([path, lines])

    def inside(frame, event, argument):
        if event == "line":
            lines.append(frame.f_lineno)
        return inside

    return inside

sys.settrace(trace)
main()
sys.settrace(None)
print(json.dumps(calls))
"""


def test_lines_follow_the_shown_text_and_no_statement_is_passed_over(run_program):
    done = run_program(LINES)
    calls = done.told
    assert len({path for path, _ in calls}) >= 12
    for path, lines in calls:
        text = done.read(path.rpartition("/")[2])
        assert lines == sorted(set(lines)), text
        expected = statements(done.directory / "dump" / path)
        # No loop and no condition, or one whose branches both return.
        assert len(set(expected) - set(lines)) <= 1, text


@pytest.mark.parametrize(
    "backend",
    [
        "eager",
        pytest.param("aot_eager", marks=not_interpreted),
        pytest.param("inductor", marks=[SLOW, not_interpreted]),
    ],
)
def test_tracebacks_show_our_lines_and_the_users_beside_them(run_program, backend):
    done = run_program(
        """
        import sys
        import torch, depyf

        @torch.compile(backend=sys.argv[1])
        def pick(x, i):
            y = x.sin()
            print("break")
            return y[i].cos() * 2

        with depyf.prepare_debug("dump"):
            pick(torch.ones(3), torch.tensor([0]))
        pick(torch.ones(3), torch.tensor([7]))
        """,
        backend,
        expect=1,
    )
    stage = {
        "eager": "Captured_Graph",
        "aot_eager": "Forward_graph",
        "inductor": "kernel",
    }[backend]
    where = r'File "\S+/{}", line \d+, in \w+\n\s+[^\n]+ # program.py:{}'
    assert re.search(where.format("__transformed_code_0_for_pick.py", 8), done.stderr)
    resumed = r"__transformed_code_0_for_torch_dynamo_resume_in_pick_at_8.py"
    assert re.search(where.format(resumed, 9), done.stderr)
    graph = rf"__compiled_fn_\d+.{stage}.0.py"
    assert re.search(where.format(graph, "9: return y"), done.stderr)
    assert "IndexError" in done.stderr or "out of bounds" in done.stderr
