"""Files that lie where depyf is called, or beside a file that it reads, do not run.

`./depyf/__init__.py`, `./subprocess.py` and others like them would be imported by a
child of depyf's that looks in the current directory first.
"""

from __future__ import annotations

import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

import depyf
from depyf.reading.children import isolated_python, python_for_program

_SOURCE = str(Path(depyf.__file__).parents[1])
# What depyf's own modules import, and Python itself before it runs a module.
PLANTED = (
    "__future__", "argparse", "ast", "dis", "json", "linecache", "marshal", "pathlib",
    "pkgutil", "runpy", "sitecustomize", "subprocess", "torch", "typing",
    "usercustomize",
)  # fmt: skip
_PLANT = "open({mark!r}, 'a').write(__name__ + '\\n')\n"
_COMMAND = (
    f"import sys; sys.path[0] = {_SOURCE!r}; from depyf.cli.main import main; "
    f"del sys.path[0]; sys.path.insert(0, {str(Path(sys.executable).parent)!r}); "
    "sys.exit(main())"
)


@pytest.fixture
def planted(tmp_path):
    """A directory full of modules that say when they run; and where they say it."""
    mark = tmp_path / "mark"
    text = _PLANT.format(mark=str(mark))
    folder = tmp_path / "from_a_stranger"
    (folder / "depyf" / "cli").mkdir(parents=True)
    for name in (*PLANTED, "depyf/__init__", "depyf/__main__", "depyf/cli/__init__"):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder, mark


def ran(mark):
    return mark.read_text(encoding="utf-8").split() if mark.exists() else []


def call(command, folder, **variables):
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    environment.pop("PYTHONSAFEPATH", None)
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("what", ["", "--verify", "--explain", "--standalone"])
def test_decompiling_runs_nothing_that_lies_beside_the_file(planted, what):
    folder, mark = planted
    source = folder / "given.py"
    source.write_text("def f(a):\n    return a + 1\n", encoding="utf-8")
    py_compile.compile(str(source), cfile=str(folder / "x.pyc"))
    command = [sys.executable, "-c", _COMMAND, "decompile", *filter(None, [what])]
    done = call([*command, "x.pyc"], folder)
    assert done.returncode == 0, done.stderr
    assert "f" in done.stdout
    assert ran(mark) == []


@pytest.mark.parametrize("path", ["", os.pathsep, "."])
def test_the_child_that_reads_a_compiled_file_ignores_the_environment(planted, path):
    """Not even an empty entry of PYTHONPATH brings the current directory in."""
    folder, mark = planted
    show = "import argparse, json, subprocess; print(depyf.__file__)"
    command = [sys.executable, *isolated_python(show, [])[1:]]
    done = call(command, folder, PYTHONPATH=path)
    # The planted `sitecustomize` is a matter of the environment alone.
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).samefile(depyf.__file__)
    assert ran(mark) == []


def test_the_child_that_runs_a_program_imports_depyf_itself_from_its_own_place(planted):
    folder, mark = planted
    (folder / "program.py").write_text("print('the program ran')\n", encoding="utf-8")
    order = folder / "order.json"
    given = {"texts": {}, "arguments": ["program.py"], "module": False}
    order.write_text(
        json.dumps({**given, "out": None, "watch": None}), encoding="utf-8"
    )
    command = python_for_program("depyf.cli.edited_program", [str(order)])
    done = call(command, folder)
    assert done.stdout == "the program ran\n", done.stderr
    assert ran(mark) == []


def test_the_program_finds_its_modules_as_python_does(planted):
    """What lies beside the program is the program's own, and is not kept from it."""
    folder, mark = planted
    names = ["pkgutil_", "helper"]
    for name in names:
        (folder / f"{name}.py").write_text("HERE = True\n", encoding="utf-8")
    text = (
        "import sys, helper, usercustomize\n"
        "print(sys.path, sys.argv, __name__, __package__, __spec__)\n"
        "print(sorted(set(globals()) - {'helper', 'usercustomize', 'sys'}))\n"
    )
    (folder / "program.py").write_text(text, encoding="utf-8")
    plain = call([sys.executable, "program.py", "one"], folder)
    mark.unlink()
    command = python_for_program("depyf", ["run", "--out", "dump", "program.py", "one"])
    done = call(command, folder)
    assert done.stdout == plain.stdout, done.stderr
    assert ran(mark) == ["usercustomize"]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no safe path before")
def test_a_safe_path_stays_safe_for_the_program(planted):
    folder, mark = planted
    text = "import sys\nprint(sys.path)\n"
    (folder / "program.py").write_text(text, encoding="utf-8")
    plain = call([sys.executable, "-P", "program.py"], folder)
    command = python_for_program("depyf", ["run", "--out", "dump", "program.py"])
    done = call([command[0], "-P", *command[1:]], folder)
    assert done.stdout == plain.stdout, done.stderr
    assert ran(mark) == []


@pytest.mark.torch
def test_curing_runs_nothing_that_lies_where_it_is_called(planted, tmp_path):
    folder, mark = planted
    program = tmp_path / "program"
    program.mkdir()
    (program / "main.py").write_text("print('the program ran')\n", encoding="utf-8")
    command = [sys.executable, "-c", _COMMAND, "cure", "--out", str(tmp_path / "out")]
    done = call([*command, str(program / "main.py")], folder)
    assert "Traceback" not in done.stderr
    assert ran(mark) == []
