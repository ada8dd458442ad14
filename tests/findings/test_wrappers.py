"""A decorator's wrapper that only adds something around the call of a function.

Protects: the advice to skip what it adds is given where nothing else changes.
"""

from __future__ import annotations

import ast

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import FrameStarted, GraphBreak, TransformedCode
from depyf.model.findings import findings
from depyf.model.findings.wrappers import wrapper_at
from depyf.torch_text.names import CompileId
from depyf.torch_text.source_lines import SourceLine

PROGRAM = """\
def timed(label):
    def deco(fn):
        def wrapper({parameters}):
{body}
        return wrapper
    return deco
"""
SKIPPED = {
    "result kept": (
        "*args, **kw",
        "t = clock()|out = fn(*args, **kw)|note(t)|return out",
    ),
    "returned at once": ("self, x", "t = clock()|return fn(self, x)"),
    "try": ("*a", "try:|    return fn(*a)|finally:|    t = clock()"),
    "off by a flag": (
        "x, *, key=None",
        "if not ON:|    return fn(x, key=key)|t = clock()|return fn(x, key=key)",
    ),
}
CHANGED = {
    "another argument": ("x", "t = clock()|return fn(x, 1)"),
    "argument left out": ("x, y", "t = clock()|return fn(x)"),
    "argument changed": ("x", "x = x.clone()|t = clock()|return fn(x)"),
    "argument in place": ("x", "x.zero_()|t = clock()|return fn(x)"),
    "item of an argument": ("x", "x[0] = 1|t = clock()|return fn(x)"),
    "result changed": ("x", "t = clock()|out = fn(x)|return out + 1"),
    "result used": ("x", "out = fn(x)|t = clock()|kept.append(out)|return out"),
    "nothing returned": ("x", "t = clock()|fn(x)"),
    "another result": ("x", "if t == clock():|    return None|return fn(x)"),
    "no result": ("x", "if t == clock():|    return|return fn(x)"),
    "in a loop": ("x", "t = clock()|for _ in range(2):|    out = fn(x)|return out"),
    "in a context": ("x", "t = clock()|with mode():|    return fn(x)"),
    "torch's settings": ("x", "torch.manual_seed(0)|t = clock()|return fn(x)"),
    "the call's own line": ("x", "t = 1|return fn(x).clock()"),
}


def found(parameters: str, body: str):
    lines = "\n".join(f"            {line}" for line in body.split("|"))
    text = PROGRAM.format(parameters=parameters, body=lines)
    number = 1 + text[: text.index("clock")].count("\n")
    return wrapper_at("a.py", ast.parse(text), number)


@pytest.mark.parametrize("name", SKIPPED)
def test_what_it_adds_can_be_skipped(name):
    wrapper = found(*SKIPPED[name])
    assert wrapper.decorator == "timed"
    assert wrapper.edit == f"if torch.compiler.is_compiling(): return {wrapper.call}"
    assert wrapper.call in SKIPPED[name][1]


@pytest.mark.parametrize("name", CHANGED)
def test_what_it_changes_is_not_skipped(name):
    assert found(*CHANGED[name]) is None


def test_a_function_that_is_not_given_back_is_no_decorators():
    """A loop's own step calls the model that the function around it is given."""
    text = """
def train(model, rows):
    def step(x):
        start = clock()
        return model(x)
    for x in rows:
        step(x)
"""
    assert wrapper_at("a.py", ast.parse(text), 4) is None


def test_no_wrapper_is_found_outside_of_decorators():
    assert wrapper_at(
        "a.py", ast.parse("def f(fn, x):\n    t()\n    return fn(x)"), 2
    ) is (None)


TIMED = """\
def timed(fn):
    def inner(*args):
        start = clock()
        return fn(*args)
    return inner

def plain(fn):
    return fn

class Net:
    @timed
    def part(self, x):
        return x

    @timed
    def unused(self, x):
        return x

    def forward(self, x):
        return self.part(x) + 1
"""


def told(reason):
    lines = TIMED.split("\n")
    stack = tuple(
        SourceLine("/a/net.py", 1 + lines.index(text), function, text.strip())
        for text, function in (
            ("        return self.part(x) + 1", "forward"),
            ("        start = clock()", "inner"),
        )
    )
    at = CompileId(0, 0)
    run = fold(
        [
            ProgramFile(None, file="/a/net.py", text=TIMED),
            FrameStarted(at, co_name="forward", file="/a/net.py", first_line=19),
            GraphBreak(at, reason=reason, user_stack=stack),
            TransformedCode(
                at, co_name="forward", index=0, source="def f():\n    pass\n",
                quality="exact", code_key="f", original_file="/a/net.py",
                original_first_line=19,
            ),
        ]
    )  # fmt: skip
    (one,) = findings(run).findings
    return one


def test_the_finding_names_the_decorator_and_its_wrapper():
    one = told("Attempted to call function marked as skipped")
    assert [(line.line, line.text) for line in one.origin] == [(11, "@timed")]
    assert one.edit == "if torch.compiler.is_compiling(): return fn(*args)"
    assert "first line of `inner` (net.py:2)" in one.note


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("logging.Logger method not supported for non-export cases", "logging"),
        ("Call to `torch._dynamo.graph_break()`", "own-break"),
        ("Skip calling `torch.compiler.disable()`d function", "disabled-function"),
    ],
)
def test_what_has_a_setting_or_is_wanted_keeps_its_rule(reason, rule):
    one = told(reason)
    assert one.rule == rule
    assert one.origin == ()
