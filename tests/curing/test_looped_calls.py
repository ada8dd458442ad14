"""All calls of a loop over parameters become one function; other loops stay."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.looped_calls import looped_calls
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.torch_text.questions import GuardKind

PROGRAM = """
    import torch

    def update(p, lr):
        p.sub_(lr * p.grad)

    updated = torch.compile(update, {options})

    class Optimizer:
        def step(self, batches):
            lr = self.lr
            for group in {outer}:
                for p in group["params"]:
                    if p.grad is not None:
                        self.seen += 1
                    {call}
"""


def edited(
    folder, call="updated(p, lr)", outer="self.param_groups", options="dynamic=False",
    kind=GuardKind.RANK,
):  # fmt: skip
    """Return the text after the edit; None if there is none."""
    text = textwrap.dedent(PROGRAM).lstrip()
    text = text.format(call=call, outer=outer, options=options)
    file = folder / "main.py"
    file.write_text(text)
    number = 1 + text.split("\n").index(16 * " " + call.split("\n")[0])
    run = SimpleNamespace(
        frames=(), facts=facts_of([ProgramFile(None, str(file), text)])
    )
    group = SimpleNamespace(
        run=run,
        frame=SimpleNamespace(co_name="update"),
        first=SimpleNamespace(kind=kind),
        called_at=SourceLine(str(file), number, "step", call),
    )
    files = ProgramFiles(str(folder), str(file), {})
    found = list(looped_calls(Case(files, group, "finding", (str(file),))))
    return files.edited(found[0].edits).text(str(file)) if found else None


def test_one_compiled_function_makes_all_calls(tmp_path):
    text = edited(tmp_path)
    assert "@torch.compile(dynamic=False)\ndef call_each(function, calls):" in text
    assert text.endswith(
        "            calls = []\n"
        '            for p in group["params"]:\n'
        "                if p.grad is not None:\n"
        "                    self.seen += 1\n"
        "                calls.append((p, lr))\n"
        "            call_each(updated, calls)\n"
    )
    compile(text, "main.py", "exec")


def test_results_go_to_the_list_that_gets_them(tmp_path):
    text = edited(tmp_path, "self.out.append(updated(p))")
    assert "                calls.append((p,))\n" in text
    assert text.endswith("            self.out.extend(call_each(updated, calls))\n")


@pytest.mark.parametrize(
    "other",
    [
        {"outer": "batches"},  # its graph would grow with the data
        {"call": "total = updated(p, lr)"},  # the next iteration may need it
        {"call": "p.updated(lr)"},  # each item has a function of its own
        {"call": "updated(lr, lr)"},  # nothing of it differs
        {"call": "updated(p, lr=lr)"},
        {"call": "updated(p, lr)\n                break"},
        {"options": "dynamic=DYNAMIC"},  # known in another file, perhaps
        {"kind": GuardKind.GRAD_MODE},
    ],
)
def test_other_loops_and_calls_stay(tmp_path, other):
    assert edited(tmp_path, **other) is None
