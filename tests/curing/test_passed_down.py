"""A value that a helper makes is made by its callers, once or in each call."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.kept_at_init import kept_at_init
from depyf.curing.passed_down import passed_down
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine


def edited(folder, source, root="forward", how=passed_down):
    """Return the lines that an edit changes; the stack is the lines with marks."""
    file = folder / "main.py"
    text = textwrap.dedent(source).lstrip()
    file.write_text(text)
    lines = text.split("\n")
    stack = [
        SourceLine(str(file), number, name.strip(), line)
        for number, line in enumerate(lines, 1)
        for _, found, name in [line.partition("# in ")]
        if found
    ]
    stack.sort(key=lambda one: one.line, reverse=True)
    begins = [n for n, line in enumerate(lines, 1) if f"def {root}(" in line]
    first = max((n for n in begins if stack and n <= stack[0].line), default=0)
    frame = SimpleNamespace(file=str(file), co_name=root, first_line=first)
    event = SimpleNamespace(user_stack=tuple(stack))
    one = SimpleNamespace(frames=[frame], event=event, events=[event])
    files = ProgramFiles(str(folder), str(file), {})
    for found in how(one, files, "finding"):
        new = files.edited(found.edits).text(str(file)).split("\n")
        return [line.strip() for line, old in zip(new, lines) if line != old]
    return None


HELPERS = """
class Schedule:
    def noise_like(self, x):
        return randn(x.shape, generator=self.generator)  # in noise_like
    def step(self, predicted, x, scale=2):
        return predicted + scale * self.noise_like(x)  # in step
"""


def test_one_helper(tmp_path):
    source = (
        HELPERS
        + """
class Model:
    def forward(self, x):
        return self.schedule.step(self.net(x), x)  # in forward
"""
    )
    assert edited(tmp_path, source) == [
        "def step(self, predicted, x, scale=2, noise_like_result=None):",
        "return predicted + scale * (self.noise_like(x) if noise_like_result is None "
        "else noise_like_result)  # in step",
        "return self.schedule.step(self.net(x), x, "
        "noise_like_result=self.schedule.noise_like(x))  # in forward",
    ]


@pytest.mark.parametrize(
    ("call", "new"),
    [
        (
            "self.readout(x, batch)",
            "return self.readout(x, batch, int_result=int(batch.max()))  # in forward",
        ),
        ("self.readout(self.embed(x), batch)", None),  # which module is unclear
    ],
)
def test_a_module_is_called_by_another_name(tmp_path, call, new):
    source = f"""
        def scatter(src, index, size=None):
            rows = int(index.max())  # in scatter
            return zeros(rows if size is None else size)
        class Readout:
            def forward(self, x, batch):
                return scatter(self.net(x), batch)  # in forward
        class Model:
            def forward(self, x, batch):
                x = self.embed(x)
                return {call}  # in forward
    """
    found = edited(tmp_path, source)
    assert (found and found[-1]) == new


def test_a_helper_of_a_helper(tmp_path):
    source = (
        HELPERS
        + """
class Sampler:
    def run(self, predicted, y):
        return self.schedule.step(predicted, y)  # in run
class Model:
    def forward(self, x):
        return self.sampler.run(self.net(x), y=x)  # in forward
"""
    )
    assert edited(tmp_path, source)[2:] == [
        "def run(self, predicted, y, noise_like_result=None):",
        "return self.schedule.step(predicted, y, noise_like_result="
        "self.schedule.noise_like(y) if noise_like_result is None else "
        "noise_like_result)  # in run",
        "return self.sampler.run(self.net(x), y=x, "
        "noise_like_result=self.sampler.schedule.noise_like(x))  # in forward",
    ]


@pytest.mark.parametrize(
    "call",
    [
        "self.schedule.step(self.net(x), self.net(x))",  # no name of the caller
        "self.schedule.step(x, x)",  # the call itself uses only arguments
    ],
)
def test_what_the_compiled_function_cannot_make(tmp_path, call):
    source = f"{HELPERS}\ndef forward(self, x):\n    return {call}  # in forward\n"
    found = edited(tmp_path, source)
    assert found is None or "generator" in " ".join(found)


def test_an_argument_that_the_helper_changes(tmp_path):
    source = """
    def draw(x):
        return randn(x.shape)  # in draw
    def step(p, x):
        x = x + 1
        return p + draw(x)  # in step
    def forward(x):
        return step(net(x), x)  # in forward
    """
    assert edited(tmp_path, source) is None


LAYER = """
    def load(name):
        return import_module(NAMES[name])  # in load
    def attend(x, name):
        kernel = load(name)  # in attend
        return kernel(x)
    class Layer:
        def __init__(self, name):
            self.name = name
        def forward(self, x):
            return attend(x + 1, self.name)  # in forward
"""


def test_a_value_of_the_object_is_made_once(tmp_path):
    """Each call of the layer looks up the same function, and breaks the graph there."""
    assert edited(tmp_path, LAYER, how=kept_at_init) == [
        "def attend(x, name, load_result=None):",
        "kernel = (load(name) if load_result is None else load_result)  # in attend",
        "self._load_result = load(self.name)",
        "def forward(self, x):",
        "return attend(x + 1, self.name, load_result=self._load_result)  # in forward",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.name)", "self.name.lower())"),  # not a simple argument
        ("load(name)", "load_random(name)"),  # may be another value in each call
        ("def forward", "def rename(self):\n    self.name = 'b'\n  def forward"),
    ],
)
def test_a_value_that_may_change_is_not_made_once(tmp_path, old, new):
    text = textwrap.dedent(LAYER).replace("    def", "  def").replace(old, new)
    assert edited(tmp_path, text, how=kept_at_init) is None
