"""A compiled function hands its first or last statement to those that call it."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.to_callers import prepared_outside, recorded_outside
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


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


def recorded(folder, source, kind=GuardKind.LENGTH):
    files, frame = program(folder, source)
    group = SimpleNamespace(first=SimpleNamespace(kind=kind), frame=frame)
    found = recorded_outside(Case(files, group, "finding", (files.main,)))
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


STEP = """
    import torch
    class Trainer:
        def __init__(self):
            self.compiled = torch.compile(self.step)
        def step(self, x, y):  # compiled
            loss = self.net(x).sub(y).abs().mean()
            self.log.add(loss, y.shape[0])
            return loss
        def run(self, rows):
            for x, target in rows:
                {call}
"""


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (
            "self.compiled(x, target)",
            "loss = self.compiled(x, target)\n"
            "self.log.add(loss, target.shape[0])",
        ),
        (
            "cost = self.compiled(x, target)",
            "cost = self.compiled(x, target)\n"
            "self.log.add(cost, target.shape[0])",
        ),
        (
            "return self.compiled(x, y=target)",
            "loss = self.compiled(x, y=target)\n"
            "self.log.add(loss, target.shape[0])\n"
            "return loss",
        ),
    ],
)  # fmt: skip
def test_a_record_of_the_result_is_kept_by_the_caller(tmp_path, call, wanted):
    wanted = wanted.replace("loss", "loss_2") if "cost" not in call else wanted
    [text] = recorded(tmp_path, STEP.format(call=call))
    assert textwrap.indent(wanted, " " * 12) in text
    assert text.count("self.log.add") == 1


@pytest.mark.parametrize(
    "call",
    [
        "print(self.compiled(x, target))",  # the result is used at once
        "self.compiled(x, load(target))",  # what it needs would be computed twice
        "self.compiled(*row)",
    ],
)
def test_a_record_stays_where_a_caller_cannot_keep_it(tmp_path, call):
    assert recorded(tmp_path, STEP.format(call=call)) == []


def test_a_statement_that_needs_more_than_a_caller_has_stays(tmp_path):
    source = STEP.format(call="self.compiled(x, target)")
    source = source.replace(
        "loss = self.net", "rows = x * 2\n            loss = self.net"
    )
    assert recorded(tmp_path, source.replace("y.shape[0]", "rows")) == []
    sizes = STEP.format(call="self.compiled(x, target)")
    assert recorded(tmp_path, sizes, kind=GuardKind.SIZE) == []
