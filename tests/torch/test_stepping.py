"""`depyf.debug()`: breakpoints in dumped files are hit, and nothing compiles."""

from __future__ import annotations

import os
import re
import textwrap

import pytest

from .conftest import SOURCE
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
    for sign in (1, -1):
        a = torch.ones(10, requires_grad=True)
        b = (sign * torch.ones(10)).requires_grad_(True)
        toy_example(a, b).sum().backward()

with depyf.prepare_debug("dump"):
    main()
with depyf.debug():
    main()
print("the end")
"""

CASES = [
    ("eager", "__transformed_code_0_for_toy_example.py"),
    ("eager", "__transformed_code_*_for_torch_dynamo_resume_*.py"),
    ("eager", "__compiled_fn_*.Captured_Graph.0.py"),
    ("aot_eager", "__transformed_code_0_for_toy_example.py"),
    ("aot_eager", "__compiled_fn_*.Forward_graph.0.py"),
    ("aot_eager", "__compiled_fn_*.Backward_graph.0.py"),
    ("inductor", "__transformed_code_0_for_toy_example.py"),
    ("inductor", "__compiled_fn_*.kernel_0.py"),
    ("inductor", "__compiled_fn_*.kernel_1.py"),
]


@pytest.fixture
def debug_program(tmp_path):
    """Returns a function that starts a program in a terminal and waits for pdb."""
    terminals = []

    def start(source, *args):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "dumb"}
        env["PYTHONPATH"] += os.pathsep + os.environ.get("PYTHONPATH", "")
        env["PYTHON_COLORS"] = env["NO_COLOR"] = "1"
        env["PYTHON_COLORS"] = "0"
        terminal = python_in_terminal(path, *args, env=env)
        terminals.append(terminal)
        terminal.read_until()
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def statements(path):
    """The lines of a file on which a debugger can stop."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.lstrip().startswith("def "))
    for number, line in enumerate(lines[start + 1 :], start + 2):
        text = line.strip()
        if text and not text.startswith(("#", "def ", '"""', "@", "class ")):
            yield number


def kernel_lines(path):
    """The lines of the `call` wrapper of an Inductor module that launch kernels."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        number
        for number, line in enumerate(lines, 1)
        if re.match(r"\s+(cpp_fused_\w+|extern_kernels\.\w+)\(", line)
    ]


@pytest.mark.parametrize(("backend", "pattern"), CASES)
def test_breakpoints_in_dumped_files_are_hit_with_live_tensors(
    debug_program, tmp_path, backend, pattern
):
    terminal = debug_program(PROGRAM, backend)
    files = sorted((tmp_path / "dump").glob(pattern))
    assert files
    for path in files:
        numbers = (
            list(statements(path)) if "kernel" not in pattern else kernel_lines(path)
        )
        for number in numbers[:: max(1, len(numbers) // 6)]:
            terminal.say(f"b {path}:{number}")
    hit = set()
    for _ in range(40):
        answer = terminal.say("c")
        found = re.search(r"> (\S+?/dump/\S+)\((\d+)\)(\w+)\(", answer)
        if found is None:
            break
        hit.add(found.group(1))
        kinds = terminal.say("p [type(v).__name__ for v in locals().values()]")
        inside = "Tensor" in kinds or "list" in kinds
        assert inside, (answer, kinds)
    assert hit == {str(path) for path in files}
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
    assert "new (program.py" in told


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
