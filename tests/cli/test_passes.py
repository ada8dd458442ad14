"""`depyf decompile --passes`, `--explain`, `--after-pass`: how a text came about."""

from __future__ import annotations

import py_compile
import subprocess
import sys

import pytest

from depyf.cli.main import main
from depyf.decompiler.pass_trace import steps

PROGRAM = """
def outer(a, *b):
    for x in b:
        if 0 < x < a:
            return x

    def inner():
        try:
            return a
        except (KeyError, ValueError) as error:
            assert error, "none"
        finally:
            with a as c, b:
                raise c from None
    return inner
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def printed(capsys, *arguments):
    assert main(["decompile", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_every_pass_is_listed_with_its_reason(capsys):
    text = printed(capsys, "--passes")
    for one in steps():
        assert f"{one.name} (" in text
        assert one.reason in text


def test_graphs_are_shown_before_and_trees_behind_the_structurer(program, capsys):
    lifted = printed(capsys, "--after-pass", "lift", program)
    assert "# outer (line 2), after lift:\nentry 0\nblock 0:\n" in lifted
    assert "branch" in lifted
    assert "%t" in lifted
    tree = printed(capsys, "--after-pass", "tidy", f"{program}:outer")
    assert "if chain[compare < compare <](0, x, cell:a):" in tree
    assert "# inner (line 7), after tidy:" in tree
    assert "global:ValueError) as error:" in tree
    assert "raise c from None" in tree


@pytest.mark.parametrize("name", sorted({one.name for one in steps()}))
def test_what_stands_behind_any_pass_can_be_shown(program, capsys, name):
    text = printed(capsys, "--after-pass", name, program)
    assert text.count(f", after {name}:") == 3


def test_the_passes_that_changed_something_are_told(program, capsys):
    text = printed(capsys, "--explain", f"{program}:outer.inner")
    assert "inner (line 7), attempt 1" in text
    assert "    lift " in text
    assert "    except_clauses " in text
    assert text.splitlines()[-1] == "inner: exact"


def test_a_compiled_file_is_explained_too(program, tmp_path, capsys):
    path = py_compile.compile(str(program), cfile=str(tmp_path / "program.pyc"))
    assert "outer (line 2), attempt 1" in printed(capsys, "--explain", path)
    assert ", after lift:" in printed(capsys, "--after-pass", "lift", path)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--after-pass", "no_pass", "TARGET"], "--passes` lists them"),
        ([], "which function, module or file?"),
        (["--verify", "--explain", "TARGET"], "not allowed with"),
    ],
)
def test_bad_usage_gets_one_clear_error(program, arguments, says):
    arguments = [str(program) if one == "TARGET" else one for one in arguments]
    command = [sys.executable, "-m", "depyf", "decompile", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
