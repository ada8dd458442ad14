"""`depyf decompile` and `depyf doctor`, as the shell sees them."""

from __future__ import annotations

import py_compile
import sys

import pytest

from depyf.cli.main import main

MODULE = """
def add(a, b=1):
    return a + b


class Point:
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


value = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "sample_for_cli.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("sample_for_cli", None)


def test_decompile_prints_a_function(folder, capsys):
    assert main(["decompile", "sample_for_cli:add"]) == 0
    namespace = {}
    exec(capsys.readouterr().out, namespace)
    assert namespace["add"](2, 3) == 5


def test_decompile_finds_a_method(folder, capsys):
    assert main(["decompile", "sample_for_cli:Point.norm"]) == 0
    assert "self.x" in capsys.readouterr().out


def test_decompile_reads_a_compiled_file(folder, capsys):
    path = py_compile.compile("sample_for_cli.py", cfile="sample.pyc")
    assert main(["decompile", path]) == 0
    text = capsys.readouterr().out
    assert "def add(" in text
    assert "class Point" in text
    compile(text, "<decompiled>", "exec")


def test_verify_lists_every_code_object_with_its_quality(folder, capsys):
    path = py_compile.compile("sample_for_cli.py", cfile="sample.pyc")
    code = main(["decompile", "--verify", path])
    lines = capsys.readouterr().out.splitlines()
    names = ["add", "Point", "norm"]
    assert all(any(name in line for line in lines[1:]) for name in names)
    exact = [line.startswith("exact") for line in lines[1:]]
    assert code == (0 if all(exact) else 1)


@pytest.mark.parametrize(
    "target",
    [
        "sample_for_cli",
        "sample_for_cli:nothing",
        "sample_for_cli:value",
        "no_such_module_at_all:f",
        "missing.pyc",
        "other.pyc",
    ],
)
def test_a_target_without_code_is_said_in_one_line(target, folder, capsys):
    (folder / "other.pyc").write_bytes(b"\0" * 32)
    assert main(["decompile", target]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("depyf: ")
    assert len(output.err.splitlines()) == 1


def test_doctor_tells_the_versions(capsys):
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("depyf ")
    assert "torch" in text


def test_the_version_can_be_asked(capsys):
    import depyf

    with pytest.raises(SystemExit) as exit_request:
        main(["--version"])
    assert exit_request.value.code == 0
    assert depyf.__version__ in capsys.readouterr().out
