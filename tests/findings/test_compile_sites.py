"""The line of the program that compiles a function, and that line with an option.

Protects: an edit names the line that it changes, and none if several may be it.
"""

from __future__ import annotations

import ast

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.findings.compile_sites import (
    SitePlace,
    compile_sites,
    dynamic_text,
    site_of,
    site_text,
)
from depyf.model.run import Compilation
from depyf.torch_text.names import CompileId
from depyf.torch_text.source_lines import SourceLine

SITES = {
    "@torch.compile\ndef f(x): ...\n": ({"f"}, "@torch.compile(dynamic=True)"),
    "from torch import compile as c, compile\n@compile()\ndef f(x): ...\n": (
        {"f"},
        "@compile(dynamic=True)",
    ),
    "step = torch.compile(train.one, mode='x')\n": (
        {"one", "step"},
        "torch.compile(train.one, mode='x', dynamic=True)",
    ),
    "self.net: object = torch.compile(Net(), dynamic=None)\n": (
        {"", "net"},
        "torch.compile(Net(), dynamic=True)",
    ),
    "é = torch.compile(f, dynamic=None, mode='é')\n": (
        {"f", "é"},
        "torch.compile(f, dynamic=True, mode='é')",
    ),
    "f = torch.compile(f, **options)\n": (
        {"f"},
        'torch.compile(f, **{**options, "dynamic": True})',
    ),
    "f = torch.compile(\n    f,\n)\n": ({"f"}, "torch.compile(..., dynamic=True)"),
    "é = torch.compile(naïve,\n              dynamic=None)\n": (
        {"naïve", "é"},
        "torch.compile(..., dynamic=True)",
    ),
    "self.model.compile(backend='eager')\n": (
        {"model"},
        "self.model.compile(backend='eager', dynamic=True)",
    ),
    "f = torch.compile(f, dynamic=True)\n": ({"f"}, None),
}


@pytest.mark.parametrize("text", SITES)
def test_a_site_has_its_names_and_takes_the_option(text):
    names, new = SITES[text]
    (site,) = compile_sites(ast.parse(text))
    assert site.names == names
    assert dynamic_text(SitePlace(ProgramFile(None, file="a.py", text=text), site)) == (
        new
    )


@pytest.mark.parametrize(
    "text",
    [
        "re.compile()\n",
        "compile(source, name, 'exec')\n",
        "pattern.compile(text)\n",
        "model.compile(optimizer=sgd)\n",
        "torch.compiler.reset()\n",
    ],
)
def test_what_else_is_called_compile_is_no_site(text):
    assert list(compile_sites(ast.parse(text))) == []


PROGRAM = """\
import torch

@torch.compile
def loss(x):
    return x.sum()

class Net:
    def forward(self, x):
        return self.block(x)

    def block(self, x):
        return x * 2

class Other:
    @torch.compile
    def forward(self, x):
        return x

net = Net()
run = torch.compile(net.forward)
also = torch.compile(net.forward)
y = run(torch.ones(2))
z = call(torch.ones(2))
loss(y)
"""


def line(number: int, function: str = "<module>") -> SourceLine:
    text = PROGRAM.split("\n")[number - 1].strip()
    return SourceLine("/a/prog.py", number, function, text)


@pytest.mark.parametrize(
    ("stack", "wanted"),
    [
        ([line(24), line(5, "loss")], 3),
        ([line(22), line(9, "forward"), line(12, "block")], 20),
        # Called by no name that a site assigns: either may have compiled it.
        ([line(23), line(9, "forward")], None),
        ([line(23), line(17, "forward")], 15),
        ([], None),
    ],
)
def test_the_stack_leads_to_the_site(stack, wanted):
    run = fold([ProgramFile(None, file="/a/prog.py", text=PROGRAM)])
    one = Compilation(CompileId(0, 0), stack=tuple(stack))
    found = site_of(run, [one])
    assert (found.line.line if found else None) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("@torch.compile\ndef other(x):\n    return x\n", None),
        ("net = build(torch.compile(f))\n", 1),
    ],
)
def test_a_decorator_of_another_function_is_not_the_only_site(text, wanted):
    run = fold([ProgramFile(None, file="/a/prog.py", text=text)])
    at = SourceLine("/a/lib.py", 7, "forward", "y = x + 1")
    found = site_of(run, [Compilation(CompileId(0, 0), stack=(at,))])
    assert (found.line.line if found else None) == wanted


def test_the_text_of_a_site_is_one_line():
    text = "f = torch.compile(\n    f,\n    dynamic=True)\n"
    (site,) = compile_sites(ast.parse(text))
    file = ProgramFile(None, "main.py", text)
    assert site_text(SitePlace(file, site)) == "torch.compile( f, dynamic=True)"
