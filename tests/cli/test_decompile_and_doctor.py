"""`depyf decompile` and `depyf doctor`, as the shell sees them."""

from __future__ import annotations

import importlib.util
import json
import marshal
import os
import py_compile
import random
import subprocess
import sys
from pathlib import Path

import pytest

from depyf.cli.main import main
from depyf.decompiler.bytecode import pyc

RECORDED = Path(__file__).parents[1] / "render" / "journals"
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


def test_standalone_defines_the_names_of_objects(folder, capsys):
    """A compiled file may hold a set, for which there is no literal."""
    module = compile("def f(x):\n    return 'here', x\n", "odd.py", "exec")
    held = frozenset({1, 2})

    def holding(one):
        if isinstance(one, type(module)):
            return one.replace(co_consts=tuple(map(holding, one.co_consts)))
        return held if one == "here" else one

    header = importlib.util.MAGIC_NUMBER + bytes(12)
    (folder / "odd.pyc").write_bytes(header + marshal.dumps(holding(module)))
    assert main(["decompile", "odd.pyc:f"]) == 0
    assert "# frozenset_0: a frozenset: {1, 2}" in capsys.readouterr().out
    assert main(["decompile", "--standalone", "odd.pyc:f"]) == 0
    namespace = {}
    exec(capsys.readouterr().out, namespace)
    assert namespace["f"](3) == (held, 3)


def test_verify_lists_every_code_object_with_its_quality(folder, capsys):
    path = py_compile.compile("sample_for_cli.py", cfile="sample.pyc")
    code = main(["decompile", "--verify", path])
    lines = capsys.readouterr().out.splitlines()
    names = ["<module> ", "add ", "Point ", "norm "]
    assert all(any(name in line for line in lines[1:]) for name in names)
    assert [line.split()[0] for line in lines[1:-1]] == ["exact"] * 4
    assert lines[-1].startswith("4 code objects: 4 exact")
    assert code == 0


def test_decompile_prints_a_module_without_running_it(folder, capsys):
    with Path("sample_for_cli.py").open("a") as file:
        file.write("raise SystemExit('this was run')\n")
    for target in ("sample_for_cli", "sample_for_cli.py", "sample_for_cli:Point.norm"):
        assert main(["decompile", target]) == 0
        assert "self.x" in capsys.readouterr().out


def test_a_name_inside_of_a_file_is_found(folder, capsys):
    py_compile.compile("sample_for_cli.py", cfile="sample.pyc")
    texts = []
    for target in ("sample.pyc:Point.norm", "sample_for_cli.py:Point.norm"):
        assert main(["decompile", target]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert texts[0].startswith("def norm(self):")


def test_what_is_not_exact_is_said_at_the_top_and_in_the_table(
    folder, capsys, monkeypatch
):
    from depyf.decompiler import tiers

    machines = [tier for tier in tiers.TIERS if tier[0] == "dispatch"]
    monkeypatch.setattr(tiers, "TIERS", machines)
    assert main(["decompile", "sample_for_cli:add"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# depyf ")
    assert "add: dispatch" in text.splitlines()[1]
    assert main(["decompile", "--verify", "sample_for_cli:add"]) == 1
    assert capsys.readouterr().out.splitlines()[1].startswith("dispatch")


def test_text_that_the_terminal_cannot_show_is_escaped(folder):
    (folder / "unicode.py").write_text("x = 'caf\u00e9 \u4e2d'\n", encoding="utf-8")
    command = [sys.executable, "-m", "depyf", "decompile", "unicode.py"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    namespace = {}
    exec(done.stdout.decode("ascii"), namespace)
    assert namespace["x"] == "caf\u00e9 \u4e2d"


# -- compiled files that are not what they should be -------------------------------


def failing(target, capsys):
    """The one line that says why; nothing else is printed."""
    assert main(["decompile", str(target)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("depyf: ")
    assert output.err.endswith("\n")
    assert output.err.count("\n") == 1
    return output.err


OTHER_MAGIC = {"3.7": 3394, "3.8": 3413, "3.11": 3495, "3.13": 3571, "3.14": 3627}


@pytest.mark.parametrize("version", OTHER_MAGIC)
def test_another_python_s_file_names_both_versions_and_the_command(
    version, folder, capsys
):
    running = "{}.{}".format(*sys.version_info)
    if version == running:
        pytest.skip("it is this Python")
    data = OTHER_MAGIC[version].to_bytes(2, "little") + b"\r\n" + bytes(40)
    (folder / "other.pyc").write_bytes(data)
    text = failing("other.pyc", capsys)
    assert f"compiled by Python {version}, this is Python {running}" in text
    assert f"python{version} -m depyf decompile other.pyc" in text


def test_the_running_python_s_number_is_its_own():
    number = int.from_bytes(importlib.util.MAGIC_NUMBER[:2], "little")
    assert pyc.version_of(number) == "{}.{}".format(*sys.version_info)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\0", "not a compiled Python file"),
        (b"#!/bin/sh\nexit 0\n", "not a compiled Python file"),
        (importlib.util.MAGIC_NUMBER, "truncated"),
        (importlib.util.MAGIC_NUMBER + bytes(12), "truncated"),
        (importlib.util.MAGIC_NUMBER + bytes(12) + b"N", "not hold code"),
        (importlib.util.MAGIC_NUMBER + bytes(12) + b"c", "damaged"),
    ],
    ids=["empty", "one_byte", "script", "magic", "header", "none", "start_of_code"],
)
def test_a_file_without_code_says_what_it_is(data, said, folder, capsys):
    (folder / "bad.pyc").write_bytes(data)
    assert said in failing("bad.pyc", capsys)


def damaged(data, chance):
    """Compiled data with one thing wrong."""
    start = 16
    kind = chance.randrange(4)
    if kind == 0:
        return data[: chance.randrange(start, len(data))]
    if kind == 1:
        return data[:start] + bytes(chance.randrange(256) for _ in range(80))
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5])):
        changed[chance.randrange(start, len(data))] = chance.randrange(256)
    return bytes(changed)


def check_damaged(folder, seeds):
    path = Path(py_compile.compile("sample_for_cli.py", cfile="sample.pyc"))
    data = path.read_bytes()
    for seed in seeds:
        path.write_bytes(damaged(data, random.Random(seed)))
        command = [sys.executable, "-m", "depyf", "decompile", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 2), (seed, done.stderr)
        lines = done.stderr.splitlines()
        assert len(lines) == (1 if done.returncode else 0), (seed, done.stderr)
        assert all(line.startswith("depyf: ") for line in lines), (seed, done.stderr)


def test_damaged_files_never_crash_nor_show_a_traceback(folder):
    """Two processes a file: more than a few are asked for in the environment."""
    check_damaged(folder, range(int(os.environ.get("DEPYF_DAMAGED_FILES", "8"))))


def test_decompiling_needs_no_torch(folder):
    code = (
        "import sys; from depyf.cli.main import main; "
        "main(['decompile', 'sample_for_cli:add']); "
        "sys.exit('torch' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(
    "target",
    [
        "json:no_such_name_there",
        "missing.py",
        "sample_for_cli.py:nothing",
        "_struct",
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


def test_doctor_lists_what_no_parser_knows(tmp_path, capsys):
    known = (RECORDED / "toy_training.jsonl").read_text(encoding="utf-8")
    (tmp_path / "journal.jsonl").write_text(known, encoding="utf-8")
    assert main(["doctor", str(tmp_path)]) == 0
    assert "dump   0 messages of torch" in capsys.readouterr().out
    line = next(line for line in known.splitlines() if '"kind": "guards"' in line)
    event = json.loads(line)
    form = {"expression": "__NEW_FORM of L['x'] stands", "kind": ""}
    event["parts"] = 2 * [{**event["parts"][0], **form}]
    text = known.replace(line, json.dumps(event))
    (tmp_path / "journal.jsonl").write_text(text, encoding="utf-8")
    assert main(["doctor", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "dump   1 messages of torch that depyf cannot parse" in told
    assert "  guard: __NEW_FORM of L['x'] stands" in told


def test_doctor_of_a_folder_without_a_journal_is_an_error(tmp_path, capsys):
    assert main(["doctor", str(tmp_path)]) == 2
    assert "holds no journal.jsonl" in capsys.readouterr().err
