"""What was compiled before an edit, and whether most of it still is."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing import compiled_lines as lines
from depyf.curing.compiled_lines import Lost
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.model.graph_nodes import GraphNode

TEXT = "y = x + 1\nz = y * 2\n\nprint(z)\n"
LOST = "compiled lines are no longer compiled: `y = x + 1`, `z = y * 2`"
ONE = "1 of 2 compiled lines is no longer compiled"
HALF = Lost(f"{ONE}: `y = x + 1`")


def run(file, *numbers, kind="operator", made="f32[4]", given="f32[4]"):
    """Return a run that compiled lines of a file."""
    texts = TEXT.splitlines()
    nodes = [
        GraphNode(
            "y",
            kind,
            "add",
            type=made,
            takes=(len(numbers),),
            places=(SourceLine(file, one, "f", texts[one - 1]),),
        )
        for one in numbers
    ]
    nodes.append(GraphNode("x", "input", "x", type=given))
    entry = [SimpleNamespace(nodes=nodes)]
    return SimpleNamespace(frames=[SimpleNamespace(entries=[entry])])


def whole(run, excluded=0):
    """Return the figures of a run without breaks."""
    return SimpleNamespace(
        run=run, graph_breaks=0, plain_functions=0, excluded=excluded
    )


@pytest.mark.parametrize(
    ("compiled", "text", "wanted"),
    [
        (((1, 2), (1, 2)), TEXT, Lost()),
        (((1, 2), (2,)), TEXT, HALF),  # half is no more than half
        (((1, 2, 4), (4,)), TEXT, Lost(f"2 of 3 {LOST}", is_most=True)),
        (((1, 2), ()), TEXT, Lost(f"2 of 2 {LOST}", is_most=True)),
        # An edit replaced the line: it is not left to anybody.
        (
            ((1, 2), ()),
            TEXT.replace("y = x + 1", "y = fast(x)"),
            Lost(f"{ONE}: `z = y * 2`"),
        ),
        # It moved, with another indent.
        (((1, 2), ()), f"if True:\n    {TEXT}", Lost(f"2 of 2 {LOST}", is_most=True)),
        (((), ()), TEXT, Lost()),
    ],
)
def test_more_than_half_is_lost(tmp_path, monkeypatch, compiled, text, wanted):
    monkeypatch.setattr(lines, "compilation_nodes", lambda entry, frame: entry)
    file = str(tmp_path / "main.py")
    (tmp_path / "main.py").write_text(TEXT)
    files = ProgramFiles(str(tmp_path), file, {file: text})
    first = SimpleNamespace(run=run(file, *compiled[0]))
    second = SimpleNamespace(
        run=run(file, *compiled[1]), graph_breaks=1, plain_functions=0, excluded=0
    )
    said = lines.lost_lines(first, SimpleNamespace(measure=second, files=files))
    assert said == wanted


def test_inputs_are_no_work(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "compilation_nodes", lambda entry, frame: entry)
    assert lines.compiled_lines(run("main.py", 1, kind="input")) == frozenset()


@pytest.mark.parametrize(
    ("made", "given", "count"),
    [("i64[]", "i64[]", 0), ("b8[]", "Sym(s7)", 0), ("f32[]", "f32[4]", 1)],
)
def test_numbers_alone_are_no_work(monkeypatch, made, given, count):
    """Torch computes with numbers while it compiles, if they are no tensors."""
    monkeypatch.setattr(lines, "compilation_nodes", lambda entry, frame: entry)
    found = lines.compiled_lines(run("main.py", 1, made=made, given=given))
    assert len(found) == count


def test_an_edit_that_compiles_more_loses_nothing(tmp_path, monkeypatch):
    """Before, only the hook of a tensor subclass was compiled."""
    monkeypatch.setattr(lines, "compilation_nodes", lambda entry, frame: entry)
    file = str(tmp_path / "main.py")
    (tmp_path / "main.py").write_text(TEXT)
    files = ProgramFiles(str(tmp_path), file, {file: TEXT})
    first = SimpleNamespace(run=run(file, 4))
    second = whole(run(file, 1, 2))
    after = SimpleNamespace(measure=second, files=files)
    assert not lines.lost_lines(first, after).is_most


@pytest.mark.parametrize(("excluded", "wanted"), [(0, Lost()), (1, HALF)])
def test_few_lines_of_a_graph_without_breaks_may_be_constants(
    tmp_path, monkeypatch, excluded, wanted
):
    """They are left to Python if the edit takes functions out of compiled code."""
    monkeypatch.setattr(lines, "compilation_nodes", lambda entry, frame: entry)
    file = str(tmp_path / "main.py")
    (tmp_path / "main.py").write_text(TEXT)
    files = ProgramFiles(str(tmp_path), file, {file: TEXT})
    first = SimpleNamespace(run=run(file, 1, 2))
    after = SimpleNamespace(measure=whole(run(file, 2), excluded), files=files)
    assert lines.lost_lines(first, after) == wanted
