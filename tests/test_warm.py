"""A forked program ends, prints and fails as one that a new interpreter runs."""

from __future__ import annotations

import subprocess

import pytest

from .warm import run_python

pytestmark = pytest.mark.torch

PROGRAMS = {
    "arguments": "import sys; print(sys.argv, sys.path[0], __name__, __file__)",
    "exit code": "raise SystemExit(7)",
    "exit message": "import sys; print('out'); sys.exit('over')",
    "exception": "def f():\n    1 / 0\n\nf()",
    "input": "import sys; print(sys.stdin.read().upper())",
    "exit handler": "import atexit; x = 1; atexit.register(lambda: print(x))",
    "pickle": (
        "import pickle\nclass C: pass\n"
        "print(type(pickle.loads(pickle.dumps(C()))) is C)"
    ),
    "signal": "import os; print('lost'); os.kill(os.getpid(), 9)",
    "environment": "import os; print(os.environ['RANK'], os.environ.get('HOME'))",
    "counters": (
        "import torch\nf = torch.compile(lambda x: x + 1, backend='eager')\n"
        "print(f(torch.ones(2)), torch._dynamo.utils.counters['frames'])"
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_forked_program_is_like_a_fresh_one(name, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAMS[name] + "\n", encoding="utf-8")
    done = [
        run_python(
            ["program.py", "-x", "a b"],
            cwd=tmp_path,
            env={"RANK": "3"},
            text="some text",
            fresh=fresh,
        )
        for fresh in (True, False)
    ]
    outcomes = [(one.returncode, one.stdout, one.stderr) for one in done]
    assert outcomes[0] == outcomes[1]


def test_a_module_is_run_as_by_the_interpreter(tmp_path):
    arguments = ["-m", "json.tool", "--indent", "0"]
    done = [
        run_python(arguments, cwd=tmp_path, text="[1]", fresh=fresh).stdout
        for fresh in (True, False)
    ]
    assert done[0] == done[1] == "[\n1\n]\n"


def test_a_program_that_takes_too_long_is_killed_and_the_next_one_runs(tmp_path):
    (tmp_path / "slow.py").write_text("import time; time.sleep(60)\n")
    (tmp_path / "next.py").write_text("print('here')\n")
    with pytest.raises(subprocess.TimeoutExpired):
        run_python(["slow.py"], cwd=tmp_path, timeout=0.5)
    assert run_python(["next.py"], cwd=tmp_path).stdout == "here\n"
