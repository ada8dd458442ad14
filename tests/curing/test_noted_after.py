"""What a compiled function only notes runs behind it."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.noted_after import noted_after_break, noted_after_guard
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind
from tests.curing.test_compiled_rest import TORCH


def program(folder, source):
    file = folder / "main.py"
    source = textwrap.dedent(source).lstrip()
    file.write_text(source)
    lines = source.split("\n")
    first = next(n for n, one in enumerate(lines, 1) if one.lstrip()[:6] == "def f(")
    frame = SimpleNamespace(file=str(file), first_line=first, co_name="f")
    return ProgramFiles(str(folder), str(file), {}), frame


def behind(folder, source):
    """Return the program whose line with ``# here`` runs behind the function."""
    files, frame = program(folder, source)
    met = [
        SourceLine(files.main, number, "", "")
        for number, one in enumerate(files.lines(files.main), 1)
        if "# here" in one
    ]
    one = SimpleNamespace(frames=(frame,), event=SimpleNamespace(user_stack=met))
    found = noted_after_break(one, files, "finding", [files.main])
    return [files.edited(each.edits).text(files.main) for each in found]


FUNCTION = """
class Log:
    def __init__(self):
        self.rows = []

    def note(self, *values):
        self.rows.append(values)


log = Log()


def f(x, n=2):
    "Compute something."
    y = x * n
    {note}  # here
    {end}
"""


@pytest.mark.parametrize("end", ["return y + 1", "return y", "return y, x", "x + y"])
@pytest.mark.parametrize(
    "note", ["log.note(y, x)", "log.rows.append(n)", "if x > 0: log.note(y)"]
)
def test_results_and_notes_are_the_same(tmp_path, note, end):
    source = TORCH + FUNCTION.format(note=note, end=end)
    [after] = behind(tmp_path, source)
    seen = []
    for text in (source, after):
        values = {"__name__": "program"}
        exec(text.replace("import torch", ""), values)
        seen.append(([values["f"](x) for x in (3, -1)], values["log"].rows))
    assert seen[0] == seen[1]
    compiled = after[after.index("def _compiled_f") :]
    assert "log." not in compiled
    assert '"Compute something."\n    ' in after[: after.index("def _compiled_f")]


@pytest.mark.parametrize("name", ["y", "n", "x"])
def test_a_variable_that_is_set_again_is_noted_as_it_was(tmp_path, name):
    end = f"{name} = {name} + x + 7\n    return {name}"
    source = TORCH + FUNCTION.format(note=f"log.note({name})", end=end)
    [after] = behind(tmp_path, source)
    seen = []
    for text in (source, after):
        values = {"__name__": "program"}
        exec(text.replace("import torch", ""), values)
        seen.append(([values["f"](x) for x in (3, -1)], values["log"].rows))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("note", "end"),
    [
        ("z = log.note(y)", "return z"),  # its result is needed
        ("log.note(y)", "return len(log.rows)"),  # its effect is needed
        ("log.note(y)", "y += 1\n    return y"),  # what it notes changes behind it
        ("log.note(y)", "y.add_(1)\n    return y"),
        ("log.note(y)", "y[0] = 1\n    return y"),
        ("log.note((yield y))", "return y"),
        ("if x > 0: return log.note(y)", "return y"),
    ],
)
def test_what_the_rest_needs_stays(tmp_path, note, end):
    assert behind(tmp_path, FUNCTION.format(note=note, end=end)) == []


STEP = """
    import torch
    class Trainer:
        @torch.compile
        def f(self, x, y):
            loss = self.net(x).sub(y).abs().mean()
            self.metrics.update(loss, y.shape[0])
            return loss
    class Metrics:
        def update(self, loss, n):
            self.values.append(loss * n)
"""


def of_guard(folder, kind=GuardKind.LENGTH, source="self.metrics.values", needs=0):
    files, frame = program(folder, STEP)
    line = SourceLine(files.main, needs) if needs else None
    first = SimpleNamespace(kind=kind, user_line=line)
    group = SimpleNamespace(first=first, source=source, frame=frame)
    found = noted_after_guard(Case(files, group, "finding", (files.main,)))
    return [files.edited(one.edits).text(files.main) for one in found]


def test_an_object_that_each_call_changes_is_changed_behind_it(tmp_path):
    """The decorator goes with what is compiled, and the helper stays plain Python."""
    [text] = of_guard(tmp_path)
    assert text == textwrap.dedent("""
    import torch
    class Trainer:
        def f(self, x, y):
            loss = self._compiled_f(x, y)
            self.metrics.update(loss, y.shape[0])
            return loss

        @torch.compile
        def _compiled_f(self, x, y):
            loss = self.net(x).sub(y).abs().mean()
            return loss
    class Metrics:
        @torch.compiler.disable
        def update(self, loss, n):
            self.values.append(loss * n)
    """).lstrip()  # fmt: skip


def test_the_call_whose_helper_needs_the_value_runs_behind_it(tmp_path):
    """The value is one of the helper's argument, or of anything that it reads."""
    last = STEP.count("\n") - 1
    [text] = of_guard(tmp_path, GuardKind.TEXT, source="state['name']", needs=last)
    compiled = text.partition("def _compiled_f")[2].partition("class Metrics")[0]
    assert "metrics.update" not in compiled
    assert of_guard(tmp_path, GuardKind.TEXT, source="state['name']", needs=6) == []


def test_a_part_of_the_object_counts_as_the_object(tmp_path):
    for source in ("self.metrics", "self.metrics['a'].n"):
        assert len(of_guard(tmp_path, source=source)) == 1
    assert of_guard(tmp_path, source="self.metrics_2") == []


def test_other_guards_bring_no_such_edit(tmp_path):
    assert of_guard(tmp_path, GuardKind.SIZE) == []
    assert of_guard(tmp_path, source="self.net.values") == []


def test_a_compile_call_keeps_options_that_no_decorator_can_have(tmp_path):
    """`backend` is a variable with two values; a decorator could have one of them."""
    source = """
    import torch
    class Trainer:
        def __init__(self, backend="eager"):
            self.step = torch.compile(self.f, backend=backend, dynamic=True)

        def f(self, x):
            y = x * 2
            log.note(y)  # here
            return y
    Trainer(backend="aot_eager").step(1)
    """
    [text] = behind(tmp_path, source)
    start = text.partition('backend="eager"):\n')[2].split("\n")[:2]
    assert [one.strip() for one in start] == [
        "self.step = self.f",
        "self._compiled_f = torch.compile"
        "(self._compiled_f, backend=backend, dynamic=True)",
    ]
    assert "@torch.compile" not in text
