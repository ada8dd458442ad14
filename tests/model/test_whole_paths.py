"""Lines that torch names with a part of their path are found in the program's files."""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import (
    GuardsReported,
    Recompile,
    RecompileReason,
    SourceLine,
    TransformedCode,
)
from depyf.model.whole_paths import WholePaths
from depyf.torch_text.names import CompileId

FILE = "/home/me/net/model.py"


@pytest.mark.parametrize(
    "printed",
    [
        "ome/me/net/model.py",  # torch is in /opt
        "me/net/model.py",  # in /home/torch
        "model.py",  # in /home/me/net/.venv
        FILE,
    ],
)
def test_what_torch_left_out_is_put_back(printed):
    found = WholePaths([FILE, "/home/me/net/data.py"]).line(SourceLine(printed, 3))
    assert found == SourceLine(FILE, 3)


def test_a_file_at_the_root_loses_the_first_letter_of_its_name():
    assert WholePaths(["/toy.py"]).line(SourceLine("oy.py", 3)).file == "/toy.py"


def test_torch_on_another_drive_or_none_leaves_paths_whole():
    files = WholePaths(["D:\\me\\model.py"])
    assert files.line(SourceLine("D:\\me\\model.py", 1)).file == "D:\\me\\model.py"
    assert files.line(SourceLine("me\\model.py", 1)).file == "D:\\me\\model.py"


def test_the_text_tells_which_of_two_files_is_meant():
    other = "/home/me/net/parts/model.py"
    texts = {FILE: "a = 1\nb = 2\n", other: "a = 1\nc = 3\n"}
    files = WholePaths([FILE, other], texts)
    assert files.line(SourceLine("model.py", 2, text="c = 3")).file == other
    same = SourceLine("model.py", 1, text="a = 1")
    assert files.line(same) == same  # nothing tells: it stays as torch printed it


def test_a_part_of_a_name_is_no_path():
    line = SourceLine("odel.py", 3)
    assert WholePaths([FILE]).line(line) == line


def test_guards_and_reasons_of_a_run_name_whole_files():
    name = CompileId(0, 0)
    text = "L['n'] == 3  # if n == 3:  # ome/me/net/model.py:2 in step"
    run = fold([
        TransformedCode(name, co_name="step", original_file=FILE, code_key="step"),
        GuardsReported(name, leaves=(f"EQUALS_MATCH: {text}",)),
        Recompile(name, reasons=(RecompileReason(text),)),
        ProgramFile(None, file=FILE, text="def step(n):\n    if n == 3:\n"),
    ])  # fmt: skip
    [one] = run.compilations
    line = SourceLine(FILE, 2, "step", "if n == 3:")
    assert [guard.user_line for guard in one.guards] == [line]
    assert [reason.guard.user_line for reason in one.recompile] == [line]
