"""A call that gets what compiled code computes cannot move out of it alone."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import GraphBreak, SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.computed_inside import is_computed_inside

PROGRAM = """
class Model:
    def forward(self, x, sizes):
        y = {value}
        return self.head(y, sizes)
    def head(self, y, sizes):
        for part in {parts}:
            z = pack({given})
        return z
"""


def is_inside(
    *, value="x", parts="[y]", given="part", name="rnn.pack", line="", frames=()
):
    program = PROGRAM.format(value=value, parts=parts, given=given)
    program = program.replace(f"z = pack({given})", line) if line else program
    lines = textwrap.dedent(program).split("\n")
    stack = tuple(
        SourceLine("a.py", number, function, lines[number - 1].strip())
        for number, function in ((5, "forward"), (8, "head"))
    )
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, "a.py", program)]), frames=frames
    )
    event = GraphBreak(None, reason="skipped", user_stack=stack)
    return is_computed_inside(SimpleNamespace(run=run, events=[event]), name)


@pytest.mark.parametrize(
    "changed",
    [
        {"value": "self.net(x)"},
        {"value": "x.relu()"},
        {"given": "part.relu()"},
        {"parts": "zip(self.net(y), sizes)"},
        {"value": "[one for one in x]"},
        {"value": "[]"},
    ],
)
def test_what_a_call_of_compiled_code_gives_is_computed_there(changed):
    assert is_inside(**changed)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"value": "self.config"},
        {"value": 'self.kind.partition(":")'},  # of a string (276)
        {"value": "x[0]", "given": "part, len(part)"},
        {"parts": "enumerate(sizes)"},
        {"parts": "self.parameters()"},
        {"given": "sizes"},
    ],
)
def test_arguments_and_their_parts_are_not(changed):
    assert not is_inside(**changed)


def test_another_call_on_the_line_does_not_count():
    assert not is_inside(value="self.net(x)", parts="[self.net(y)]", given="sizes")


@pytest.mark.parametrize(("value", "expected"), [("self.net(x)", True), ("x", False)])
def test_the_call_of_the_function_with_the_line(value, expected):
    """The line `break_()` is in `head`, whose call is the one to move."""
    assert is_inside(value=value, name="head", line="z = break_()") is expected


@pytest.mark.parametrize(("value", "expected"), [("self.net(x)", True), ("x", False)])
def test_an_object_of_which_an_attribute_is_set(value, expected):
    line = "part.requires_grad = True"
    assert is_inside(value=value, name="", line=line) is expected


def test_a_call_under_another_name_gets_what_is_computed():
    """Torch names the function, not the program's alias for it (513)."""
    line = "z = pack(part, sizes).data"
    assert is_inside(value="self.net(x)", line=line, name="")
    assert not is_inside(line=line, name="")


def test_what_the_caller_of_compiled_code_computes_is_none_of_it():
    compiled = SimpleNamespace(file="a.py", co_name="head", original_source="")
    assert is_inside(value="self.net(x)", parts="y", line="z = pack(y)")
    assert not is_inside(
        value="self.net(x)", parts="y", line="z = pack(y)", frames=[compiled]
    )
