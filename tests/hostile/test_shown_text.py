"""What a terminal shows is escaped; what goes to a file stays as it is."""

from __future__ import annotations

import ast
import io
import os
import py_compile
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path

import pytest

import depyf
from depyf.cli import print_text, tell
from depyf.cli.decompile import print_decompiled
from depyf.cli.main import main
from depyf.errors import DecompilationError
from depyf.reading.shown_text import visible, visible_line

_SOURCE = str(Path(depyf.__file__).parents[1])
HOSTILE = "f\x1b[31m\nimport os\u202e\x9b"
SHOWN = "f\\x1b[31m\\nimport os\\u202e\\x9b"


class Terminal(io.StringIO):
    """Collects what a terminal would be sent."""

    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize("text", ["", "a b", "\u00e9\u4e2d", "\\", "'", '"', "a\tb\nc"])
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


@pytest.mark.parametrize("number", [*range(32), 127, 128, 0x9B, 0x202E, 0xD800])
def test_nothing_that_moves_the_cursor_is_left(number):
    assert visible_line(chr(number)) == repr(chr(number))[1:-1]
    assert visible(chr(number)).isprintable() or chr(number) in "\n\t"


def test_a_terminal_gets_escapes_and_a_file_the_text_as_it_is(monkeypatch):
    terminal, file = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    print_text("a\x1b[31m\nb")
    monkeypatch.setattr(sys, "stdout", file)
    print_text("a\x1b[31m\nb")
    assert terminal.getvalue() == "a\\x1b[31m\nb\n"
    assert file.getvalue() == "a\x1b[31m\nb\n"


def test_what_is_said_on_stderr_is_one_line(capsys):
    tell(HOSTILE)
    assert capsys.readouterr().err == f"depyf: {SHOWN}\n"


def hostile_pyc(path):
    """A compiled file whose names hold escape codes and the ends of lines."""

    def function(a):
        return a.attribute

    inner = function.__code__.replace(
        co_name=HOSTILE, co_varnames=(HOSTILE,), co_names=(HOSTILE,)
    )
    code = compile("x = 1", "<given>", "exec").replace(co_consts=(1, None, inner))
    path.write_bytes(MAGIC_NUMBER + bytes(12) + dumps(code))
    return path


@pytest.mark.parametrize("what", ["verify", "explain", "after:lift"])
@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_tables_have_one_line_a_name(tmp_path, monkeypatch, what, stream):
    where = stream()
    monkeypatch.setattr(sys, "stdout", where)
    print_decompiled(str(hostile_pyc(tmp_path / "x.pyc")), what)
    lines = where.getvalue().split("\n")
    assert not any(line.startswith("import os") for line in lines)
    if what != "after:lift" or stream is Terminal:
        assert all(map(str.isprintable, lines))


@pytest.mark.parametrize("what", ["source", "standalone"])
def test_source_on_a_terminal_can_be_seen(tmp_path, monkeypatch, what):
    where = Terminal()
    monkeypatch.setattr(sys, "stdout", where)
    print_decompiled(str(hostile_pyc(tmp_path / "x.pyc")), what)
    assert all(map(str.isprintable, where.getvalue().split("\n")))


def test_remarks_above_a_source_stay_comments(tmp_path, capsys):
    """A name with the end of a line in it does not add a statement to the file."""

    def function(a):
        return a.attribute

    code = function.__code__.replace(co_name=HOSTILE, co_names=(HOSTILE,))
    (tmp_path / "x.pyc").write_bytes(MAGIC_NUMBER + bytes(12) + dumps(code))
    print_decompiled(str(tmp_path / "x.pyc"))
    text = capsys.readouterr().out
    assert text.startswith("# depyf")
    assert [type(one) for one in ast.parse(text).body] == [ast.FunctionDef]


def test_errors_are_escaped(tmp_path, capsys):
    name = str(tmp_path / "no\x1b[31mfile.pyc")
    with pytest.raises(DecompilationError):
        print_decompiled(name)
    assert main(["decompile", name]) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO here")
@pytest.mark.parametrize("name", ["x.pyc", "x.py"])
def test_a_fifo_in_place_of_the_file_is_not_waited_for(tmp_path, name):
    os.mkfifo(tmp_path / name)
    with pytest.raises(DecompilationError, match="not a regular file"):
        print_decompiled(str(tmp_path / name))


@pytest.mark.skipif(sys.platform != "linux", reason="the bound of memory is kept there")
def test_a_file_that_claims_to_be_huge_is_an_error(tmp_path):
    """Seven bytes ask for a tuple of two thousand million items."""
    path = tmp_path / "x.pyc"
    path.write_bytes(MAGIC_NUMBER + bytes(12) + b"(\xff\xff\xff\x7f" + b"N")
    with pytest.raises(DecompilationError, match="damaged"):
        print_decompiled(str(path))


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
@pytest.mark.parametrize("what", ["x.pyc", "--passes"])
def test_a_reader_that_has_gone_ends_the_command_quietly(tmp_path, what):
    source = tmp_path / "given.py"
    lines = (f"def f{number}(a):\n    return a + {number}\n" for number in range(200))
    source.write_text("".join(lines), encoding="utf-8")
    py_compile.compile(str(source), cfile=str(tmp_path / "x.pyc"))
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "depyf", "decompile", what],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": _SOURCE},
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")
