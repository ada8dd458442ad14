"""Which line made a value that failed a guard, as a run of the program shows."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

import pytest

from depyf.curing.noted_stores import CHANGED, STORED, with_notes
from depyf.curing.program_files import ProgramFiles
from depyf.curing.result_files import seen_lines
from depyf.curing.trial import Command
from depyf.curing.watching import sightings

STORES = """
total = 0
class Counter:
    def __init__(self):
        self.steps, self.items = 0, []
    def step(self, key):
        global total
        total += 1
        self.steps += 1
        self.items.append(key)
        self.table = {}
        self.table[key] = 1
        local = total
        self.other = local
        del self.table[key]
one = Counter()
one.step("a")
"""


def test_stores_of_the_names_tell_of_themselves(monkeypatch):
    told = []
    monkeypatch.setattr(
        builtins, STORED, lambda _owner, key: told.append(key), raising=False
    )
    monkeypatch.setattr(
        builtins,
        CHANGED,
        lambda value: told.append(type(value).__name__),
        raising=False,
    )
    tree = with_notes(ast.parse(STORES), {"steps", "total", "items", "local"})
    scope = {}
    exec(compile(tree, "stores.py", "exec"), scope)
    assert told == [
        *("total", "steps", "items", "total", "steps"),
        *("list", "dict", "a", "dict"),
    ]
    assert scope["one"].items == ["a"]


def test_line_numbers_stay_as_they_are():
    plain = ast.parse(STORES)
    noted = with_notes(ast.parse(STORES), {"steps", "total"})
    lines = {node.lineno for node in ast.walk(noted) if hasattr(node, "lineno")}
    assert lines == {node.lineno for node in ast.walk(plain) if hasattr(node, "lineno")}


def test_what_cannot_be_read_twice_is_left_alone():
    text = "make().steps = 1\nmake()[0] = 1\nmake().append(2)\nx[make()] = 1\n"
    noted = with_notes(ast.parse(text), {"steps"})
    calls = [node for node in ast.walk(noted) if isinstance(node, ast.Call)]
    made = [one for one in calls if getattr(one.func, "id", "") == "make"]
    assert len(made) == 4


PROGRAM = {
    "main.py": """
import torch
import data
from state import Meter


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.meter = Meter()

    def forward(self, x, scale):
        return (x * scale + self.meter.level).sum()


model = Model()
compiled = torch.compile(model, backend="eager", dynamic=False)
for number in range(3):
    x = data.scaled(data.rows(number))
    print(compiled(x, torch.ones(())).item() > 0)
    if number == 1:
        model.meter.update(number)
""",
    "data.py": """
import torch


def rows(number):
    if number == 1:
        return torch.rand(4, 3).t()
    return torch.rand(3, 4)


def scaled(rows):  # hands on the layout, and makes both layouts in one line
    return ((rows - 0.5) * 2)[None].squeeze(0)
""",
    "state.py": """
class Meter:
    def __init__(self):
        self.level = 0

    def update(self, number):
        self.level = number + 2
""",
}


@pytest.mark.torch
@pytest.mark.slow(reason="a program is run twice")
def test_each_value_leads_to_the_lines_that_made_it(tmp_path):
    pytest.importorskip("torch")
    program = tmp_path / "program"
    program.mkdir()
    for name, text in PROGRAM.items():
        (program / name).write_text(text.lstrip("\n"))
    main = str(program / "main.py")
    files = ProgramFiles(str(program), main, {})
    command = Command([main], is_module=False, folder=tmp_path / "runs")
    first = command.measured(files, "run_0", 100)
    assert first.exit_code == 0, first.errors
    found = sightings(command, files, first.run, 100)
    shown = {one.value: seen_lines(one, str(program)) for one in found}
    assert set(shown) == {"x", "self.meter.level"}
    lines = {
        Path(line.file).name: line.text
        for one in found
        for line in one.lines
        if one.value == "x"
    }
    assert set(lines) == {"data.py"}
    assert any("data.py:6 return torch.rand(4, 3).t()" in one for one in shown["x"])
    assert any("data.py:7 return torch.rand(3, 4)" in one for one in shown["x"])
    level = shown["self.meter.level"]
    assert level[0].startswith("state.py:3 self.level = 0, called at main.py:9: 0")
    assert level[1].startswith("state.py:6 self.level = number + 2, called at main.py")


@pytest.mark.torch
@pytest.mark.parametrize("has_gradient", [True, False])
def test_a_tensor_needs_no_gradient_because_of_its_own_operation(has_gradient):
    """A frozen layer gives such a tensor, not the input, which never needs one."""
    torch = pytest.importorskip("torch")
    from depyf.curing.watcher import Watcher  # which needs torch

    watcher = Watcher((), lambda _file: True)
    first = torch.ones(2, requires_grad=has_gradient)
    watcher._made(first, None)
    second = first * 2
    watcher._made(second, first)
    lines = [watcher._known(one).lines for one in (first, second)]
    assert lines[0]["dtype"] == lines[1]["dtype"]
    is_same = lines[0]["requires_grad"] == lines[1]["requires_grad"]
    assert is_same is has_gradient
