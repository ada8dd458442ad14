"""Findings name the line that made the value, two calls from where it is noticed."""

from __future__ import annotations

import json

import pytest

from tests.warm import run_python

MAIN = """
import torch
from batches import batches, loader
from model import Net, Rounds, settings
from makers import Gate, Taps, collect, install, make, step
from steps import also_threaded, scaled, threaded

net, rounds = Net(), Rounds()
counted = torch.compile(rounds, backend="eager")
compiled = torch.compile(net, backend="eager")
scale = torch.compile(scaled, backend="eager")
plain = torch.compile(threaded, backend="eager")
other = torch.compile(also_threaded, backend="eager")
for n, rows in enumerate(loader()):
    compiled(rows)
    rounds.advance()
    counted(torch.ones(2))
    settings(n)
    scale(torch.ones(4))
stepped = torch.compile(step, backend="eager")
collected = torch.compile(collect, backend="eager")
gate, taps = Gate(), Taps()
gated = torch.compile(gate, backend="eager")
for n in range(3):
    loss = make(0.1 * n)
    stepped(torch.ones(3), loss)
    install(gate, n)
    gated(torch.ones(3))
    taps.keep(str(n))
    collected(torch.ones(3), taps)
# Last: a number of threads that changes makes every function compile again.
for n in range(2):
    torch.set_num_threads(1 + n)
    plain(torch.ones(3))
    other(torch.ones(3))
"""
BATCHES = """
import torch

def batches():
    for n in range(3):
        yield torch.ones(4, 4).t() if n else torch.ones(4, 4)

def layout(n):
    rows = torch.ones(4, 6)
    return rows.t().reshape(4, 6) if n == 0 else rows.t().contiguous().t()

def loader():
    for n in range(3):
        yield layout(n)
"""
MODEL = """
import torch

class Net(torch.nn.Module):
    def forward(self, rows):
        return rows + 1

class Rounds(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.round = "a"

    def advance(self):
        self.round = self.round + "b"

    def forward(self, x):
        return x * len(self.round)

def settings(n):
    import steps
    steps.FACTOR = "x" * n
"""
MAKERS = """
import torch

def make(margin):
    def hinge(x, margin=margin):
        return (x - margin).relu()

    return hinge

def scaled_by(scale):
    return lambda x: x * scale

class Gate(torch.nn.Module):
    def forward(self, x):
        return self.act(x)

def install(gate, n):
    gate.act = scaled_by(0.5 * (n + 1))

class Taps:
    def __init__(self):
        self.store = {}

    def keep(self, name):
        self.store[name] = 1

def step(x, loss):
    return loss(x)

def collect(x, taps):
    return x * len(taps.store)
"""
STEPS = """
FACTOR = "start"

def scaled(x):
    return x * len(FACTOR)

def threaded(x):
    return x + 1

def also_threaded(x):
    return x + 2
"""


@pytest.fixture(scope="module")
def summary(tmp_path_factory):
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("program")
    texts = {
        "main": MAIN,
        "batches": BATCHES,
        "model": MODEL,
        "makers": MAKERS,
        "steps": STEPS,
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    done = run_python(["-m", "depyf", "run", "--out", "dump", "main.py"], cwd=folder)
    assert not done.returncode, done.stderr
    found = json.loads((folder / "dump" / "summary.json").read_text())
    return [*found["findings"], *found["expected"]]


def told(summary):
    """Return a line for each finding, for whoever reads that a test has failed."""
    return "\n".join(f"{one['subject']}: {one['what']}" for one in summary)


def origins(summary, subject, word):
    """Return the texts of the lines that made a value, of any function if unnamed."""
    return [
        line["text"]
        for one in summary
        if subject in {"", one["subject"]} and word in one["what"]
        for line in one.get("origin", ())
    ]


@pytest.mark.torch
@pytest.mark.parametrize(
    ("subject", "word", "line"),
    [
        ("Rounds.forward", "self.round", 'self.round = self.round + "b"'),
        ("Net.forward", "rows", "yield layout(n)"),
        (
            "Net.forward",
            "rows",
            "return rows.t().reshape(4, 6) if n == 0 else rows.t().contiguous().t()",
        ),
        ("scaled", "FACTOR", 'steps.FACTOR = "x" * n'),
        ("", "num_threads", "torch.set_num_threads(1 + n)"),
    ],
)
def test_the_line_that_made_the_value_is_named(summary, subject, word, line):
    assert line in origins(summary, subject, word), told(summary)


@pytest.mark.torch
@pytest.mark.parametrize(
    ("subject", "word", "line"),
    [
        ("step", "the default `margin` of `loss`", "def hinge(x, margin=margin):"),
        (
            "Gate.forward",
            "`scale` in the closure of `self.act`",
            "gate.act = scaled_by(0.5 * (n + 1))",
        ),
        ("collect", "store", "self.store[name] = 1"),
    ],
)
def test_what_a_function_holds_leads_to_where_the_function_is_made(
    summary, subject, word, line
):
    assert line in origins(summary, subject, word), told(summary)


@pytest.mark.torch
def test_a_counter_does_not_come_from_what_is_counted(summary):
    chain = origins(summary, "scaled", "FACTOR")
    assert chain[:2] == ['steps.FACTOR = "x" * n', "settings(n)"], told(summary)
    assert "yield layout(n)" not in chain


@pytest.mark.torch
def test_one_cause_is_told_once_whichever_functions_it_recompiles(summary):
    """The threads change for every function that is called after that."""
    of_threads = [one for one in summary if "num_threads" in one["what"]]
    assert len(of_threads) == 1, told(summary)
    named = {of_threads[0]["subject"], of_threads[0]["what"].rpartition("`")[0]}
    named = {one.rpartition("`")[2] for one in named}  # which is first varies
    assert named == {"threaded", "also_threaded"}, told(summary)
    assert of_threads[0]["times"] == 2


@pytest.mark.torch
def test_what_the_source_does_not_tell_is_not_guessed(summary):
    """A chain has at most a few lines, and each is a line of the program."""
    every = (BATCHES + MODEL + MAKERS + STEPS + MAIN).split("\n")
    shown = {line.strip() for line in every}
    for one in summary:
        chain = one.get("origin", [])
        assert len(chain) <= 4
        assert {line["text"] for line in chain} <= shown


GRAD = """
import torch

@torch.no_grad()
def start(net):
    net.weight.fill_(0.5)

@torch.no_grad()
def score(net, x):
    return net(x)

@torch.set_grad_enabled(True)
def main(net):
    start(net)
    net = torch.compile(net, backend="eager")
    net(torch.ones(2, 2))
    score(net, torch.ones(2, 2))

main(torch.nn.Linear(2, 2))
"""


@pytest.mark.torch
def test_a_decorated_function_around_none_or_all_of_the_calls_is_not_named(tmp_path):
    (tmp_path / "main.py").write_text(GRAD)
    done = run_python(["-m", "depyf", "run", "--out", "dump", "main.py"], cwd=tmp_path)
    assert not done.returncode, done.stderr
    found = json.loads((tmp_path / "dump" / "summary.json").read_text())
    [one] = [one for one in found["expected"] if "without gradients" in one["what"]]
    assert [line["line"] for line in one["origin"]] == [8]
