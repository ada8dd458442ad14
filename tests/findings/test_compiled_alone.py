"""Recompiles of functions that are compiled alone are told with the graph break."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model import findings
from depyf.model.events import SourceLine
from depyf.model.findings.brought import alone_because_of
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind

FILE = "/home/user/model.py"
SOURCE = "def f():\n" + "    x\n" * 9


def frame(name, first, entries=1, file=FILE):
    return SimpleNamespace(
        key=name, co_name=name, file=file, first_line=first, compilations=[],
        entries=[object()] * entries, original_source=SOURCE,
    )  # fmt: skip


def stack(*lines):
    return tuple(SourceLine(FILE, line, name) for name, line in lines)


def met(frames, *events, loses=False):
    each = [SimpleNamespace(user_stack=one) for one in events]
    same = [one for one in each if one.user_stack[-1:] == events[0][-1:]]
    return SimpleNamespace(
        frames=frames, event=each[0], events=same, loses_function=loses
    )


def group(own, *stacks):
    own.compilations = [SimpleNamespace(stack=one) for one in stacks]
    return SimpleNamespace(frame=own, run=SimpleNamespace(root_of=lambda one: one))


MODEL, LAYER, OTHER = frame("model", 1), frame("layer", 20), frame("other", 40)
LOST = frame("model", 1, entries=0)


@pytest.mark.parametrize(
    ("own", "called", "one", "is_alone"),
    [
        # The break is inside of the layer, and the model is what was compiled.
        (LAYER, (), met([MODEL], stack(("model", 3), ("layer", 22))), True),
        (OTHER, (), met([MODEL], stack(("model", 3), ("layer", 22))), False),
        (MODEL, (), met([MODEL], stack(("model", 3), ("layer", 22))), False),
        # The caller runs as plain Python because of the break.
        (
            OTHER,
            stack(("model", 5), ("other", 41)),
            met(
                [LOST],
                stack(
                    ("model", 3),
                ),
                loses=True,
            ),
            True,
        ),
        (
            OTHER,
            stack(("main", 5), ("other", 41)),
            met(
                [LOST],
                stack(
                    ("model", 3),
                ),
                loses=True,
            ),
            False,
        ),
        (
            frame("other", 40, file="/x/site-packages/lib/a.py"),
            stack(("model", 5)),
            met(
                [LOST],
                stack(
                    ("model", 3),
                ),
                loses=True,
            ),
            False,
        ),
    ],
)
def test_whether_a_break_is_the_reason(own, called, one, is_alone):
    found = alone_because_of(group(own, called), [one])
    assert (found is one) is is_alone


def test_a_compilation_that_torch_refused_has_no_stack():
    own = group(frame("other", 40), stack(("model", 5), ("other", 41)), ())
    assert alone_because_of(own, [met([LOST], stack(("model", 3)), loses=True)])


@pytest.mark.parametrize(
    ("kind", "scope", "rule", "ends"),
    [
        (GuardKind.REQUIRES_GRAD, Scope.ARGUMENT, "x", True),
        (GuardKind.DTYPE, Scope.ARGUMENT, "x", True),
        (GuardKind.REQUIRES_GRAD, Scope.GLOBAL, "x", False),
        (GuardKind.NUMBER, Scope.ARGUMENT, "x", False),
        (GuardKind.SIZE, Scope.ARGUMENT, "x", False),
        (GuardKind.SIZE, Scope.ARGUMENT, "parameter-sizes", True),
    ],
)
def test_what_an_argument_is_needs_no_guard_in_one_graph(kind, scope, rule, ends):
    """A number or a size may still differ between the calls of the whole."""
    first = SimpleNamespace(kind=kind, scope=scope)
    one = SimpleNamespace(new_class=None, first=first, reasons="")
    assert findings._goes_with(met([MODEL], ()), one, rule) == ends


def test_code_after_a_break_counts_once_with_its_function(monkeypatch):
    """Both have recompiles; a consequence counts all entries of the function (660)."""
    own, resumed = frame("layer", 20, entries=0), frame("layer", 20, entries=0)
    for number, one in enumerate((own, resumed)):
        one.key, one.owner = f"layer{number}", "Layer.forward"
        one.entries = [SimpleNamespace(seconds=1.5)] * 2
        one.compilations = [SimpleNamespace(id=f"{number}/1", recompile=("reason",))]
    run = SimpleNamespace(frames=[own, resumed], root_of=lambda _one: own)
    monkeypatch.setattr(findings, "function_name", lambda *_: "Layer.forward")
    monkeypatch.setattr(findings, "given_up", lambda _frame: "")
    made = [findings._compiled_alone(run, one, None) for one in (own, resumed)]
    [told] = findings._once_each(made)
    assert (told.times, told.seconds) == (4, 6.0)
    assert told.compilations == ("0/1", "1/1")
