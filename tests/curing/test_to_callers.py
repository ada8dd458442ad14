"""A compiled function hands its first statement to those that call it."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

from depyf.curing.program_files import ProgramFiles
from depyf.curing.to_callers import prepared_outside
from depyf.model.events import SourceLine


def program(folder, source):
    source = textwrap.dedent(source).lstrip()
    file = folder / "main.py"
    file.write_text(source)
    lines = source.split("\n")
    first = next(n for n, one in enumerate(lines, 1) if "# compiled" in one)
    name = lines[first - 1].partition("def ")[2].partition("(")[0]
    frame = SimpleNamespace(file=str(file), first_line=first, co_name=name)
    return ProgramFiles(str(folder), str(file), {}), frame


def prepared(folder, source):
    files, frame = program(folder, source)
    marked = [
        SourceLine(files.main, number, "", "")
        for number, one in enumerate(files.lines(files.main), 1)
        if "# here" in one
    ]
    met = SimpleNamespace(frames=(frame,), event=SimpleNamespace(user_stack=marked))
    found = prepared_outside(met, files, "finding", [files.main])
    return [files.edited(one.edits).text(files.main) for one in found]


OPENED = """
    import torch
    def opened(path, mode):
        return load(path, mode)  # here
    def energy(path, scale, mode):  # compiled
        "What it costs."
        path = opened(path, mode)
        return path * scale
    energy_of = torch.compile(energy)
    def total(paths):
        return sum(energy_of(one, 2, MODE) for one in paths)
    print(energy(first(), 3, mode="r"))
"""


def test_all_calls_prepare_the_argument(tmp_path):
    """Also those of the function as it stands, which it prepares no more."""
    [text] = prepared(tmp_path, OPENED.replace("first()", "start.path"))
    assert "    path = opened(path, mode)\n" not in text
    assert "energy_of(opened(one, MODE), 2, MODE) for one" in text
    assert 'print(energy(opened(start.path, "r"), 3, mode="r"))' in text


def test_nothing_is_evaluated_twice_or_left_out(tmp_path):
    """A call that passes what has to be computed first stays as it is, so all do."""
    assert prepared(tmp_path, OPENED) == []
    assert prepared(tmp_path, OPENED.replace("# here", "")) == []
    starred = OPENED.replace('first(), 3, mode="r"', "*arguments")
    assert prepared(tmp_path, starred) == []
