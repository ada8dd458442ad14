"""Smaller batches are padded to the size of the first one, and the results are cut."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.padded_batches import padded_batches
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.model.findings.causes import Scope
from depyf.torch_text.questions import GuardKind

FUNCTION = "def step(x, sizes, mask):\n    return x\n"


def tensor(name, *size):
    asked = SimpleNamespace(subject=f"L['{name}']", size=tuple(map(str, size)))
    return SimpleNamespace(asks=SimpleNamespace(tensor=asked))


def edited(folder, line, *, met=("8", "3"), index=0, source="x", batched=("x",)):
    """Return the call's line after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(f"import torch\n\nfor x in data:\n    {line}\n")
    files = ProgramFiles(str(folder), str(file), {})
    guards = [tensor(name, 8, 5) for name in batched] + [tensor("sizes", 5)]
    frame = SimpleNamespace(
        co_name="step", original_source=FUNCTION, compilations=(),
        entries=[SimpleNamespace(guards=guards)],
    )  # fmt: skip
    cause = SimpleNamespace(
        kind=GuardKind.SIZE, scope=Scope.ARGUMENT, expected=met[0], actual=met[1],
        index=index,
    )  # fmt: skip
    group = SimpleNamespace(
        source=source, frame=frame, first=cause, causes=[cause],
        run=SimpleNamespace(frames=()),
        called_at=SourceLine(str(file), 4, "<module>", line),
    )  # fmt: skip
    found = list(padded_batches(Case(files, group, "finding", (str(file),))))
    if not found:
        return None
    text = files.edited(found[0].edits).text(str(file))
    compile(text, "main.py", "exec")
    assert text.startswith("import torch\n\n\ndef padded(x, size):\n")
    return text.splitlines()[-1].strip()


def test_the_batch_is_padded_and_the_result_cut(tmp_path):
    line = "total += step(x, sizes, mask).sum()"
    assert edited(tmp_path, line) == (
        "total += step(padded(x, 8), sizes, mask)[:len(x)].sum()"
    )


def test_each_argument_of_this_size_is_padded(tmp_path):
    found = edited(tmp_path, "y = step(b['x'], n, mask=m.é)", batched=("x", "mask"))
    assert found == "y = step(padded(b['x'], 8), n, mask=padded(m.é, 8))[:len(b['x'])]"


@pytest.mark.parametrize(
    "changed",
    [
        {"met": ("3", "8")},  # the sizes grow
        {"met": ("None", "8")},
        {"index": 1},
        {"source": "x[0]"},
    ],
)
def test_other_sizes_are_left(tmp_path, changed):
    assert edited(tmp_path, "y = step(x, n, m)", **changed) is None


def test_what_has_no_name_is_left(tmp_path):
    assert edited(tmp_path, "y = step(next(it), n, m)") is None
