"""`depyf run` leaves the program as it is: same streams, same exit code."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warm import run_python

PROGRAMS = {
    "arguments": "import sys; print(sys.argv)",
    "module": "print(__name__, __file__.endswith('program.py'), __doc__)",
    "main": "import sys; x = 3; print(sys.modules['__main__'].x)",
    "input": "import sys; print(sys.stdin.read().upper())",
    "path": "import sys, os; print(os.path.basename(sys.path[0])); import neighbour",
    "exit code": "raise SystemExit(7)",
    "exit message": "import sys; print('out'); sys.exit('over')",
    "exit none": "import sys; sys.exit()",
    "exception": "def f():\n    1 / 0\n\nf()",
    "own hook": "import sys; sys.excepthook = lambda *a: print(a[0]); 1 / 0",
    "interrupt": "def f():\n    raise KeyboardInterrupt\n\nf()",
    "interrupt, own hook": (
        "import sys; sys.excepthook = lambda *a: print(a[0]); raise KeyboardInterrupt"
    ),
    "syntax error in import": "import broken",
    "atexit": "import atexit; x = 1; atexit.register(lambda: print(x))",
    "thread": (
        "import threading, time; x = 4\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print(x))).start()"
    ),
    "pickle": (
        "import pickle\nclass C: pass\n"
        "print(type(pickle.loads(pickle.dumps(C()))) is C)"
    ),
    "names": (
        "names = sorted(globals())\nprint(names, __spec__, __package__)\n"
        "print(type(__loader__).__name__)"
    ),
    "syntax error": "x = 1\ndef (:",
    "thread ends last": (
        "import atexit, threading, time\natexit.register(print, 'at exit')\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()\n"
        "print('main')"
    ),
    "chdir": "import os; os.chdir('/'); print(os.getcwd())",
}


def run(command, cwd, text="some text"):
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def without_depyf_lines(text):
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("depyf: "))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "neighbour.py").write_text("print('neighbour')\n")
    (tmp_path / "broken.py").write_text("def (:\n")
    return tmp_path


@pytest.mark.parametrize("case", sorted(PROGRAMS))
def test_a_script_behaves_as_it_does_alone(case, folder):
    (folder / "program.py").write_text(PROGRAMS[case] + "\n")
    alone = run(["program.py", "--out", "a b", "-m"], folder)
    watched = run(
        ["-m", "depyf", "run", "--out", "dump", "program.py", "--out", "a b", "-m"],
        folder,
    )
    assert watched.stdout == alone.stdout
    # CPython 3.8 shows the script's path as it was given, later ones the whole path.
    place = str(folder) + os.sep
    watched_errors = without_depyf_lines(watched.stderr).replace(place, "")
    assert watched_errors == alone.stderr.replace(place, "")
    assert watched.returncode == alone.returncode


def test_a_module_behaves_as_it_does_alone(folder):
    package = folder / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import sys\nfrom . import part\n"
        "print(__name__, __package__, sys.argv[1:], part.value)\n"
    )
    (package / "part.py").write_text("value = 5\n")
    alone = run(["-m", "package", "x", "--flag"], folder)
    watched = run(["-m", "depyf", "run", "-m", "package", "x", "--flag"], folder)
    assert alone.returncode == 0
    assert watched.stdout == alone.stdout
    assert watched.returncode == 0


def same(folder, *command, flags=()):
    """The output of a program, which is that of the same under depyf."""
    alone = run([*flags, *command], folder)
    watched = run([*flags, "-m", "depyf", "run", *command], folder)
    assert watched.stdout == alone.stdout
    assert watched.returncode == alone.returncode
    return alone.stdout


WHERE = (
    "import sys, neighbour; print(__file__, sys.path[0], sys.argv, __spec__ is None)\n"
)


def test_a_folder_and_an_archive_run_as_they_do_alone(folder):
    package = folder / "package"
    package.mkdir()
    (package / "__main__.py").write_text(WHERE)
    (package / "neighbour.py").write_text("print('in the package')\n")
    shutil.make_archive(str(folder / "package"), "zip", package)
    for name in ("package", "package.zip"):
        # CPython 3.8 gives the names as they were given, later ones the whole paths.
        assert "in the package" in same(folder, str(folder / name), "x")
    (package / "__main__.py").unlink()
    watched = run(["-m", "depyf", "run", "package"], folder)
    assert watched.returncode == 2
    assert watched.stderr == "depyf: nothing in 'package' can be run\n"


def test_a_compiled_script_runs_as_it_does_alone(folder):
    (folder / "program.py").write_text(WHERE)
    py_compile.compile(str(folder / "program.py"), str(folder / "program.pyc"))
    assert "neighbour" in same(folder, str(folder / "program.pyc"))


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_to_a_script_keeps_its_name_and_imports_from_its_target(folder):
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "program.py").write_text(WHERE)
    (elsewhere / "neighbour.py").write_text("print('beside the target')\n")
    (folder / "link.py").symlink_to(elsewhere / "program.py")
    assert "beside the target" in same(folder, str(folder / "link.py"))


@pytest.mark.skipif(not hasattr(sys.flags, "safe_path"), reason="needs Python 3.11")
def test_a_safe_path_stays_one(folder):
    (folder / "program.py").write_text("import sys; print(sys.path)\n")
    paths = same(folder, "program.py", flags=["-P"])
    assert str(folder) not in paths


def test_a_result_of_an_earlier_run_is_not_told_as_this_ones(folder):
    (folder / "dump").mkdir()
    (folder / "dump" / "index.md").write_text("of an earlier run")
    (folder / "program.py").write_text("print('hello')\n")
    result = run(["-m", "depyf", "run", "--out", "dump", "program.py"], folder)
    assert "depyf: the program compiled nothing to show" in result.stderr


def test_a_program_that_compiles_nothing_leaves_no_directory(folder):
    (folder / "program.py").write_text("print('hello')\n")
    result = run(["-m", "depyf", "run", "--out", "dump", "program.py"], folder)
    assert "depyf: the program compiled nothing to show" in result.stderr
    assert not (folder / "dump").exists()


@pytest.mark.parametrize("arguments", [["none.py"], ["-m", "no_such_module_at_all"]])
def test_a_missing_program_is_said_in_one_line(arguments, folder):
    result = run(["-m", "depyf", "run", *arguments], folder)
    assert result.returncode == 2
    assert result.stderr.startswith("depyf: ")
    assert len(result.stderr.splitlines()) == 1


def test_run_without_a_program_is_an_error(folder):
    result = run(["-m", "depyf", "run"], folder)
    assert result.returncode == 2
    assert "which program?" in result.stderr


COMPILING = """
import os, sys
os.environ["TORCHDYNAMO_TEST_ORDER"] = "set by the program"
import torch

@torch.compile(backend="eager")
def toy(x):
    if x.sum() > 0:
        return x + 1
    return x - 1

print(toy(torch.ones(3)), toy(-torch.ones(3)))
sys.exit(3)
"""


AFTER_THE_END = """
import atexit, threading, time, torch

def in_thread(x):
    return x + 1

def at_exit(x):
    return x + 2

def later():
    time.sleep(1)
    print(torch.compile(in_thread, backend="eager")(torch.ones(2)))

threading.Thread(target=later).start()
atexit.register(lambda: torch.compile(at_exit, backend="eager")(torch.ones(2)))
"""


@pytest.mark.torch
def test_what_threads_compile_after_the_last_line_is_captured(folder):
    pytest.importorskip("torch")
    (folder / "program.py").write_text(AFTER_THE_END)
    result = run(["-m", "depyf", "run", "--out", "dump", "program.py"], folder)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "tensor([2., 2.])\n"
    last = result.stderr.splitlines()[-1].replace("\\", "/")
    assert last == (
        "depyf: open dump/index.md first; dump/index.html shows the same in a browser"
    )
    index = (folder / "dump" / "index.md").read_text(encoding="utf-8")
    assert "`in_thread`" in index
    assert "`at_exit`" in index


@pytest.mark.torch
def test_a_compiling_program_is_captured_and_otherwise_untouched(folder):
    pytest.importorskip("torch")
    (folder / "program.py").write_text(COMPILING)
    alone = run(["program.py"], folder)
    watched = run(["-m", "depyf", "run", "--out", "dump", "program.py"], folder)
    assert watched.stdout == alone.stdout
    assert watched.returncode == alone.returncode == 3
    assert without_depyf_lines(watched.stderr) == alone.stderr
    assert (folder / "dump" / "index.md").is_file()
    assert list((folder / "dump").glob("__transformed_code_0_for_toy.py"))
    assert "depyf: open dump/index.md first" in watched.stderr.replace("\\", "/")
    assert (
        "the operations behind each kernel" not in watched.stderr
    )  # it has no kernels


@pytest.mark.torch
def test_the_demonstration_shows_a_break_a_backward_and_a_recompile(tmp_path):
    pytest.importorskip("torch")
    program = Path(__file__).resolve().parents[2] / "examples" / "train.py"
    run = ["-m", "depyf", "run", "--out", "dump", str(program)]
    watched = run_python(run, cwd=tmp_path)
    assert watched.returncode == 0, watched.stderr
    assert watched.stderr.splitlines()[-1].startswith("depyf: open dump")
    assert "the operations behind each kernel" in watched.stderr
    dump = tmp_path / "dump"
    index = (dump / "index.md").read_text(encoding="utf-8")
    assert "graph break" in index
    assert "recompile" in index
    assert "never reached" not in index
    for stage in ("Captured_Graph", "Joint_graph", "Forward_graph", "Backward_graph"):
        assert list(dump.glob(f"__compiled_fn_*.{stage}.0.py")), stage
    assert (dump / "full_code_for_loss_of_0.py").is_file()
    for file in dump.glob("*.py"):
        compile(file.read_text(encoding="utf-8"), str(file), "exec")


def test_torch_is_not_imported_before_the_program_does(folder):
    (folder / "program.py").write_text("import sys; print('torch' in sys.modules)\n")
    watched = run(["-m", "depyf", "run", "program.py"], folder)
    assert watched.stdout == "False\n"
