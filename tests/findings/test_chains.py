"""Findings hold both ends of a chain: what asks for a value, and what decides it."""

from __future__ import annotations

import json

import pytest

from tests.warm import run_python

MAIN = """
import torch
from contexts import Precision
from layers import Dimmer, Head, Recalls, Recorded, Shifted, styled, state
from operators import halves
from plan import compiled_parts


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception:
        return None


with torch.no_grad():
    dimmer = Dimmer()
    lit = torch.compile(dimmer, backend="eager")
    for level in (0.5, 2.0, 3.0):
        dimmer.turn(level)
        lit(torch.ones(3))

    style = torch.compile(styled, backend="eager")
    for kind, size in (("soft", 3), ("hard", 4)):
        state.choose(kind, size)
        style(torch.ones(3))

    shifted = torch.compile(Shifted(), backend="eager")
    rows = torch.ones(4, 6)
    torch._dynamo.mark_dynamic(rows, 0)
    attempt(shifted, rows)

    encoder, decoder = compiled_parts()
    for size in (3, 4, 5, 6):
        encoder(torch.ones(size))

    recalls = torch.compile(Recalls(), backend="eager")
    recalls(torch.ones(1, 2, 3))

    torch.compile(Recorded(), backend="eager")(torch.ones(2, 3))

    head = torch.compile(Head.apply_to, backend="eager")

    def rated(x):
        return head(x)

    def survey(x):
        with Precision(torch.float64):
            return [rated(one) for one in x]

    rated(torch.ones(2))
    survey(torch.ones(1, 2))

    pooled = torch.compile(halves, backend="eager")
    attempt(pooled, torch.ones(4, 3))
"""
LAYERS = """
import torch


class Dimmer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.level = 1.5

    def turn(self, level):
        self.level = level

    def forward(self, x):
        if self.level != 0.5:
            x = x * self.level
        return x + 1


class State:
    def choose(self, kind, size):
        self.kind = kind
        self.edge = torch.ones(size)


state = State()


def styled(x):
    if state.kind == "soft":
        return x.sum() + state.edge.sum()
    return x + 1


class Shifted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = torch.nn.Parameter(torch.ones(4, 1))

    def forward(self, rows):
        return rows.sub(self.shift).abs()


class Recalls(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.LSTM(3, 3)

    def forward(self, x):
        return self.cell(x)[0] + 1


class Recorded(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)

    def forward(self, x):
        kept = []
        handle = self.layer.register_forward_hook(lambda *args: kept.append(args[-1]))
        y = self.layer(x)
        handle.remove()
        return y + kept[0]


class Head:
    @staticmethod
    def apply_to(x):
        return x * 2
"""
CONTEXTS = """
import torch


class Precision:
    def __init__(self, dtype):
        self.dtype = dtype

    def __enter__(self):
        self.before = torch.get_default_dtype()
        torch.set_default_dtype(self.dtype)

    def __exit__(self, *error):
        torch.set_default_dtype(self.before)
"""
PLAN = """
import torch

HOW = {"backend": "eager", "dynamic": False}


def compiled_parts():
    return [torch.compile(one, **HOW) for one in (encode, decode)]


def encode(x):
    return x * 3


def decode(x):
    return x / 3
"""
OPERATORS = """
import torch


@torch.library.custom_op("chains::every_other", mutates_args=())
def every_other(x: torch.Tensor) -> torch.Tensor:
    return x[::2].clone()


@torch.library.register_fake("chains::every_other")
def _(x):
    return x.new_empty(x.shape)


def halves(x):
    kept = every_other(x)
    return kept - torch.ones(2, 3)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("program")
    texts = {
        "main": MAIN,
        "layers": LAYERS,
        "contexts": CONTEXTS,
        "plan": PLAN,
        "operators": OPERATORS,
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    done = run_python(["-m", "depyf", "run", "--out", "dump", "main.py"], cwd=folder)
    assert not done.returncode, done.stderr
    summary = json.loads((folder / "dump" / "summary.json").read_text())
    return [*summary["findings"], *summary["expected"]]


def lines(told, subject):
    """Return the lines that findings on a function name, each once."""
    named = [one for one in told if one["subject"] == subject]
    found = [line for one in named for line in one.get("origin", ())]
    found += [one["line"] for one in named if "line" in one]
    return list(dict.fromkeys(line["text"] for line in found))


@pytest.mark.torch
@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("Dimmer.forward", "if self.level != 0.5:"),
        ("Dimmer.forward", "self.level = level"),
        ("styled", 'if state.kind == "soft":'),
        ("Shifted.forward", "return rows.sub(self.shift).abs()"),
        ("Shifted.forward", "torch._dynamo.mark_dynamic(rows, 0)"),
        ("encode", 'HOW = {"backend": "eager", "dynamic": False}'),
        ("Recalls.forward", "self.cell = torch.nn.LSTM(3, 3)"),
        ("Head.apply_to", "with Precision(torch.float64):"),
        ("Head.apply_to", "return [rated(one) for one in x]"),
        ("Head.apply_to", "torch.set_default_dtype(self.dtype)"),
        ("halves", "kept = every_other(x)"),
        ("halves", "return x.new_empty(x.shape)"),
    ],
)
def test_a_chain_holds_the_line(told, subject, line):
    assert line in lines(told, subject), json.dumps(told, indent=1)


@pytest.mark.torch
def test_no_option_is_advised_that_cannot_help(told):
    """A number that one value sets apart has two entries, whatever is dynamic."""
    [one] = [one for one in told if one["subject"] == "Dimmer.forward"]
    assert "edit" not in one
    assert "torch.set_default_dtype(self.before)" not in lines(told, "Head.apply_to")


@pytest.mark.torch
def test_registering_and_removing_a_hook_have_one_advice(told):
    found = [one for one in told if one["subject"] == "Recorded.forward"]
    assert {one["rule"] for one in found} == {"hooks-inside"}
    assert {one["line"]["text"].split("(")[0] for one in found} == {
        "handle = self.layer.register_forward_hook",
        "handle.remove",
    }
