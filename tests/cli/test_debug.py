"""`depyf debug`: a program that nobody edited, run twice, the second time in pdb."""

from __future__ import annotations

import ast
import subprocess
import sys
from types import CodeType, ModuleType

import pytest

from depyf.cli.debug import pausing_first
from depyf.cli.program import Program
from tests.torch.dumped import environment, statements
from tests.torch.terminal import Terminal

SCRIPT = '''"""A program."""
from __future__ import annotations

import sys
import torch


@torch.compile(backend="eager")
def double(x):
    return x * 2


print(double(torch.ones(len(sys.argv))))
'''
BEGINNINGS = {
    "nothing": "",
    "a docstring": '"""Text."""\n',
    "both": '"""Text."""\nfrom __future__ import annotations\nx: Missing = 1\n',
    "a statement": "x = 1\n",
    "a late statement": "\n\n# comment\n\nx = 1\n",
}


@pytest.mark.parametrize("source", BEGINNINGS.values(), ids=BEGINNINGS)
def test_the_pause_comes_before_the_first_statement(source, monkeypatch):
    code = compile(source, "program.py", "exec", dont_inherit=True)
    changed = pausing_first(Program(code, ModuleType("m"), "", "", source)).code
    assert isinstance(changed, CodeType)
    paused = []
    namespace = {}
    monkeypatch.setattr(sys, "breakpointhook", lambda: paused.append(dict(namespace)))
    exec(changed, namespace)
    assert len(paused) == 1
    assert "x" not in paused[0]
    first = ast.get_docstring(ast.parse(source))
    assert namespace.get("__doc__") == first


def test_a_module_without_a_text_stays_as_it_is():
    program = Program(compile("", "", "exec"), ModuleType("m"), "", "")
    assert pausing_first(program) is program


def test_a_missing_program_is_an_error(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "depyf", "debug", "--again", "missing.py"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert "missing.py" in done.stderr


@pytest.mark.torch
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_both_steps_with_no_edit_of_the_program(tmp_path):
    (tmp_path / "program.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "depyf", "debug", "--out", "dump"]
    terminal = Terminal(
        [*command, "program.py", "argument"], str(tmp_path), environment()
    )
    try:
        start = terminal.read_until()
        assert "tensor([2., 2.])" in start  # of the first run
        assert "-> import sys" in start
        dump = tmp_path / "dump"
        (transformed,) = dump.glob("__transformed_code_0_for_double.py")
        (graph,) = dump.glob("__compiled_fn_1.Captured_Graph.0.py")
        for path in (transformed, graph):
            assert f"{path}:{statements(path)[0]}" in start
            terminal.say(f"b {path}:{statements(path)[0]}")
        assert transformed.name in terminal.say("c")
        assert "torch.Size([2])" in terminal.say("p x.shape")
        assert graph.name in terminal.say("c")
        assert "tensor([2., 2.])" in terminal.say("c")
    finally:
        terminal.close()


@pytest.mark.torch
@pytest.mark.slow(reason="a debugger and a new interpreter, for seconds each")
def test_leaving_the_debugger_ends_without_a_traceback(tmp_path):
    (tmp_path / "program.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "depyf", "debug", "--out", "dump", "program.py"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(),
        # From 3.14 on pdb asks whether to end the program, too.
        input="q\ny\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "stopped before torch was imported; dump is unchanged" in done.stderr
    assert "compiled nothing" not in done.stderr
    assert (tmp_path / "dump" / "index.md").is_file()
    if sys.version_info < (3, 14):
        assert done.returncode == 0
