"""The caller passes the module that an argument selects."""

from __future__ import annotations

import ast
import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.passed_choice import passed_choice
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind

PROGRAM = """
class Embed(Module):
    def forward(self, token, book):
        return self.tables[book](token)
class Decoder(Module):
    def forward(self, token, n):
        return self.head(self.embed(token, n))
step = torch.compile(Decoder())
for i in range(4):
    y = step(x, i + 1)  # call
"""


def edited(folder, program=PROGRAM, name="n", kind=GuardKind.NUMBER):
    """Return the changed lines; None if there is no proposal."""
    text = program.lstrip()
    file = folder / "main.py"
    file.write_text(text)
    classes = {one.name: one for one in ast.parse(text).body if hasattr(one, "bases")}
    root = classes["Decoder"].body[0]
    lines = text.split("\n")
    source = textwrap.dedent("\n".join(lines[root.lineno - 1 : root.end_lineno]))
    frame = SimpleNamespace(
        file=str(file), first_line=root.lineno, co_name=root.name,
        original_source=source, compilations=(), entries=(),
    )  # fmt: skip
    at = next(n for n, line in enumerate(lines, 1) if line.endswith("# call"))
    group = SimpleNamespace(
        source=name, frame=frame, first=SimpleNamespace(kind=kind), name="forward",
        run=SimpleNamespace(frames=()), called_at=SourceLine(str(file), at),
    )  # fmt: skip
    files = ProgramFiles(str(folder), str(file), {})
    for found in passed_choice(Case(files, group, "finding", (str(file),))):
        new = files.edited(found.edits).text(str(file)).split("\n")
        return [line.strip() for line, old in zip(new, lines) if line != old]
    return None


def test_a_module_is_selected_further_in(tmp_path):
    assert edited(tmp_path) == [
        "return book(token)",
        "y = step(x, step.embed.tables[i + 1])  # call",
    ]


def test_a_module_is_selected_in_the_function(tmp_path):
    program = PROGRAM.replace("self.embed(token, n)", "self.heads[n](token)")
    assert edited(tmp_path, program, kind=GuardKind.TEXT) == [
        "return self.head(n(token))",
        "y = step(x, step.heads[i + 1])  # call",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(token)\nclass", "(token) * book\nclass"),  # used for something else, too
        ("self.embed(token, n))", "self.embed(token, n)) + n"),
        ("self.tables[book](token)", "token[book]"),  # selects by no attribute
        ("self.tables[book]", "tables(book)"),  # selects nothing
    ],
)
def test_an_argument_with_other_uses_stays(tmp_path, old, new):
    assert old in PROGRAM
    assert edited(tmp_path, PROGRAM.replace(old, new)) is None


SEASONS = """
class Noise:
    def at(self, season):
        return self.levels[season % self.period]
class Model(Module):
    def condition(self, belief, season):
        h, r = self.emission, self.noise.at(season)
        return h @ belief + r
class Decoder(Module):
    def forward(self, belief, n):
        return self.model.condition(belief, n)
step = torch.compile(Decoder())
for i in range(4):
    y = step(x, i + 1)  # call
"""


def test_a_helper_selects_two_methods_further_in(tmp_path):
    """The widest expression of the argument and the object moves, not more."""
    assert edited(tmp_path, SEASONS) == [
        "h, r = self.emission, season",
        "y = step(x, step.model.noise.at(i + 1))  # call",
    ]


def test_an_argument_within_a_term_is_in_parentheses(tmp_path):
    program = PROGRAM.replace("self.tables[book]", "self.tables[book % 2]")
    assert edited(tmp_path, program) == [
        "return book(token)",
        "y = step(x, step.embed.tables[(i + 1) % 2])  # call",
    ]


def test_an_attribute_is_no_argument(tmp_path):
    assert edited(tmp_path, name="self.n") is None


def test_all_calls_pass_the_item(tmp_path):
    """A call elsewhere, such as in an evaluation, would still pass the key."""
    program = PROGRAM + "def check(z):\n    return step(z, n=0)\n"
    assert edited(tmp_path, program) == [
        "return book(token)",
        "y = step(x, step.embed.tables[i + 1])  # call",
        "return step(z, n=step.embed.tables[0])",
    ]
