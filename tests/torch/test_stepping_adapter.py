"""Stepping with debugpy over its own protocol, launched as the docs tell VS Code to."""

from __future__ import annotations

import json
import re
import shutil
import textwrap
from collections import Counter
from pathlib import Path

import pytest

from tests.warm import SOURCE

from .adapter import Adapter
from .dumped import environment, kernel_lines, statements
from .test_stepping import PROGRAM, RUNNING, entered_with, hit_without_debug

pytest.importorskip("debugpy")
pytestmark = pytest.mark.torch

DOCS = Path(__file__).resolve().parents[2] / "docs" / "debugging.md"


def launch_json(folder):
    """The configuration that the docs give for a program with a `debug` block."""
    text = DOCS.read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    block = block.replace("${file}", str(folder / "program.py"))
    (configuration,) = json.loads(block.replace("${workspaceFolder}", str(folder)))[
        "configurations"
    ]
    # Chapter 8 tests `depyf debug`. Here the program itself has a `debug` block.
    assert configuration.pop("module") == "depyf"
    command, program = configuration.pop("args")
    assert command == "debug"
    # No terminal here: the adapter starts the program itself.
    return {**configuration, "program": program, "console": "internalConsole"}


@pytest.fixture
def launch(tmp_path):
    """Returns a function that starts a program under the adapter."""
    library = tmp_path / "site-packages"
    # Where pip puts it: debuggers treat what lies there as not the user's.
    shutil.copytree(SOURCE / "depyf", library / "depyf")
    started = []

    def start(source, *args, breakpoints=None):
        (tmp_path / "program.py").write_text(textwrap.dedent(source), encoding="utf-8")
        env = environment(PYTHONPATH=str(library))
        adapter = Adapter(str(tmp_path), env)
        started.append(adapter)
        configuration = {**launch_json(tmp_path), "args": args, "env": env}
        adapter.launch(configuration, breakpoints)
        return adapter

    yield start
    for adapter in started:
        adapter.close()


def place(frame):
    return Path(frame["source"]["path"]).name, frame["line"]


@pytest.mark.rare(reason="more stops of what the next test enters")
@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_every_kind_of_file_of_a_backend(launch, tmp_path, backend):
    adapter = launch(PROGRAM, backend)
    thread = adapter.stopped()
    assert place(adapter.frames(thread)[0]) == ("program.py", 24)

    dump = tmp_path / "dump"
    transformed = sorted(dump.glob("__transformed_code_*.py"))
    graphs = [path for pattern in RUNNING[backend] for path in dump.glob(pattern)]
    for path in transformed + graphs:
        numbers = statements(path)
        number = numbers[0] if path in transformed else numbers[-2]
        (made,) = adapter.set_breakpoints(path, [number])
        assert (made["verified"], made["line"]) == (True, number)

    hits = Counter()
    thread = adapter.step("continue", thread)
    while thread is not None:
        frame, *_ = adapter.frames(thread)
        hits[frame["source"]["path"]] += 1
        expression = "[list(v.shape) for v in locals().values() if hasattr(v, 'shape')]"
        assert "[10]" in adapter.evaluate(frame, expression)
        thread = adapter.step("continue", thread)
    assert set(hits) == {str(path) for path in transformed + graphs}
    # Two calls, which part after the first graph: each takes one resume function.
    for path in transformed:
        first = path.name == "__transformed_code_0_for_toy_example.py"
        assert hits[str(path)] == (2 if first else 1)
    assert "the end" in adapter.output
    # What was evaluated at the stops was not compiled, nor reported as not compiled.
    assert "runs as plain Python" not in adapter.output


@pytest.mark.parametrize(("backend", "file", "tensor"), entered_with("aot_eager"))
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_step_in_over_and_out(launch, tmp_path, backend, file, tensor):
    adapter = launch(PROGRAM, backend)
    thread = adapter.stopped()
    (path,) = (tmp_path / "dump").glob("__transformed_code_0_for_toy_example.py")
    first, second, *_ = statements(path)
    adapter.set_breakpoints(path, [first])
    thread = adapter.step("continue", thread)
    assert place(adapter.frames(thread)[0]) == (path.name, first)
    thread = adapter.step("stepIn", thread)  # past torch's own functions
    name, line = place(adapter.frames(thread)[0])
    assert file in name
    for _ in range(3):  # the inputs of some graphs are unpacked by its first lines
        thread = adapter.step("next", thread)
    frame = adapter.frames(thread)[0]
    assert place(frame)[0] == name
    assert place(frame)[1] > line
    assert adapter.evaluate(frame, f"{tensor}.sum().item()") == "10.0"
    assert adapter.evaluate(frame, f"list({tensor}.shape)") == "[10]"
    thread = adapter.step("stepOut", thread)
    assert place(adapter.frames(thread)[0])[0] == path.name
    thread = adapter.step("next", thread)
    assert place(adapter.frames(thread)[0])[1] >= second
    adapter.set_breakpoints(path, [])
    assert adapter.step("continue", thread) is None
    assert "the end" in adapter.output


@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_kernel_wrappers(launch, tmp_path):
    adapter = launch(PROGRAM, "inductor")
    thread = adapter.stopped()
    kernels = sorted((tmp_path / "dump").glob("__compiled_fn_*.kernel_*.py"))
    for path in kernels:
        adapter.set_breakpoints(path, kernel_lines(path)[:1])
    hit = set()
    thread = adapter.step("continue", thread)
    while thread is not None:
        frame, *_ = adapter.frames(thread)
        hit.add(frame["source"]["path"])
        assert frame["name"].endswith("call")
        thread = adapter.step("continue", thread)
    assert hit == {str(path) for path in kernels}


@pytest.mark.rare(reason="one more debugger, and a new interpreter")
def test_breakpoints_from_last_time_need_no_debug_block(launch, tmp_path, run_program):
    source = PROGRAM.partition("with depyf.debug():")[0] + "print('the end')\n"
    run_program(source, "aot_eager")
    dump = tmp_path / "dump"
    files = hit_without_debug(dump)
    adapter = launch(
        source, "aot_eager", breakpoints={path: statements(path)[-2:] for path in files}
    )
    names = sorted(path.name for path in dump.glob("__*.py"))
    hit = set()
    thread = adapter.stopped()
    while thread is not None:
        frame, *_ = adapter.frames(thread)
        hit.add(frame["source"]["path"])
        thread = adapter.step("continue", thread)
    assert hit == {str(path) for path in files}
    assert sorted(path.name for path in dump.glob("__*.py")) == names
