"""Stepping with PyCharm's own debugger, with a test in the place of the IDE."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from .dumped import environment, kernel_lines, statements
from .pycharm import PyCharm
from .test_stepping import PROGRAM, RUNNING, hit_without_debug

pytest.importorskip("pydevd_pycharm")
pytestmark = pytest.mark.torch

SHAPES = "[list(v.shape) for v in locals().values() if hasattr(v, 'shape')]"


@pytest.fixture
def debug(tmp_path):
    """Returns a function that starts *Run | Debug* on a program."""
    started = []

    def start(source, backend):
        path = tmp_path / "program.py"
        path.write_text(source, encoding="utf-8")
        # PyCharm tells its debugger what the user's own code is.
        env = environment(IDE_PROJECT_ROOTS=str(tmp_path))
        started.append(PyCharm([path, backend], str(tmp_path), env))
        return started[-1]

    yield start
    for ide in started:
        ide.close()


def place(frames):
    return Path(frames[0].file).name, frames[0].line


@pytest.mark.parametrize(
    "backend",
    [
        pytest.param("eager", marks=pytest.mark.rare(reason="one more backend")),
        pytest.param("aot_eager", marks=pytest.mark.rare(reason="one more backend")),
        "inductor",
    ],
)
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_each_breakpoint_is_hit_once_a_call(debug, tmp_path, backend):
    ide = debug(PROGRAM, backend)
    frames = ide.run()
    assert place(frames) == ("program.py", 24)
    dump = tmp_path / "dump"
    transformed = sorted(dump.glob("__transformed_code_*.py"))
    graphs = [path for pattern in RUNNING[backend] for path in dump.glob(pattern)]
    for path in transformed:
        ide.set_breakpoint(path, statements(path)[0])
    for path in graphs:
        is_kernel = "kernel" in path.name
        line = kernel_lines(path)[0] if is_kernel else statements(path)[-2]
        ide.set_breakpoint(path, line)
    hits = Counter()
    frames = ide.resume(frames[0])
    while frames:
        hits[frames[0].file] += 1
        assert "[10]" in ide.evaluate(frames[0], SHAPES)
        frames = ide.resume(frames[0])
    assert set(hits) == {str(path) for path in transformed + graphs}
    # Two calls, which part after the first graph: each takes one resume function.
    for path in transformed:
        first = path.name == "__transformed_code_0_for_toy_example.py"
        assert hits[str(path)] == (2 if first else 1)
    assert "the end" in ide.output


@pytest.mark.rare(reason="one more debugger, and a new interpreter")
def test_into_the_graph_over_a_line_and_out(debug, tmp_path):
    ide = debug(PROGRAM, "eager")
    frames = ide.run()
    (path,) = (tmp_path / "dump").glob("__transformed_code_0_for_toy_example.py")
    first, second, *_ = statements(path)
    ide.set_breakpoint(path, first)
    frames = ide.resume(frames[0])
    assert place(frames) == (path.name, first)
    frames = ide.step("into my code", frames[0])
    name, line = place(frames)
    assert "Captured_Graph" in name
    frames = ide.step("over", frames[0])
    assert place(frames)[0] == name
    assert place(frames)[1] > line
    assert ide.evaluate(frames[0], "l_a_.sum().item()") == "10.0"
    while Path(frames[0].file) != path:
        frames = ide.step("out", frames[0])
    frames = ide.step("over", frames[0])
    assert place(frames) == (path.name, second)
    ide.remove_breakpoint(path, first)
    assert ide.resume(frames[0]) == []
    assert "the end" in ide.output


@pytest.mark.rare(reason="one more debugger, and a new interpreter")
def test_breakpoints_from_last_time_need_no_debug_block(debug, tmp_path, run_program):
    source = PROGRAM.partition("with depyf.debug():")[0] + "print('the end')\n"
    run_program(source, "aot_eager")
    dump = tmp_path / "dump"
    files = hit_without_debug(dump)
    ide = debug(source, "aot_eager")
    for path in files:
        ide.set_breakpoint(path, statements(path)[-1])
    hit = set()
    frames = ide.run()
    while frames:
        hit.add(frames[0].file)
        frames = ide.resume(frames[0])
    assert hit == {str(path) for path in files}
    assert "the end" in ide.output
