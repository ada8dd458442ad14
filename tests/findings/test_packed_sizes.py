"""Sizes that compiled code packs in a tensor and reads as numbers, in several lines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing import unpacked_sizes as cure
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.packed_sizes import PACKED_SIZES
from depyf.torch_text.reasons import BreakKind

MODEL = """\
import torch

def flat(maps):
    shapes = {made}
    return torch.cat([one.flatten() for one in maps]), shapes

def forward(x, maps):
    rows, shapes = flat(maps)
    scale = x.sum().item()
    for level, ((h, w), part) in enumerate(zip(shapes, rows.split(h.item()))):
        part = part.view(h, w)
    return [a.item() * b.item() for a, b in shapes]
"""
MADE = "torch.tensor([one.shape[-2:] for one in maps], dtype=torch.long)"
NOTE = "keep the sizes as numbers: `[one.shape[-2:] for one in maps]` at "


def broken(path, line, made=MADE, *, is_traced=True):
    text = MODEL.format(made=made)
    text += "" if is_traced else "\nMADE_BEFORE = flat([torch.ones(2, 2)])\n"
    path.write_text(text)
    where = SourceLine(str(path), line, "forward", text.split("\n")[line - 1].strip())
    return SimpleNamespace(
        said=SimpleNamespace(kind=BreakKind.NUMBER), where=where,
        place=f"a.py:{line}", event=SimpleNamespace(user_stack=(where,)),
        compilations=(SimpleNamespace(stack=(where,), breaks=()),), frames=(),
        run=SimpleNamespace(
            facts=facts_of([ProgramFile(None, str(path), text)]), frames=(),
            sources=SimpleNamespace(at=lambda *_at: "known" if is_traced else None),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("line", [11, 12], ids=["item of zip", "comprehension"])
def test_the_line_that_packs_the_sizes_is_named(tmp_path, line):
    one = broken(tmp_path / "a.py", line)
    assert PACKED_SIZES.when(one)
    assert PACKED_SIZES.cure(one).note.startswith(NOTE)


@pytest.mark.parametrize(
    ("line", "made", "is_traced"),
    [
        (9, MADE, True),
        (12, "torch.tensor([one.sum() for one in maps])", True),
        (12, MADE, False),
    ],
    ids=["another number", "no sizes", "made outside of compiled code"],
)
def test_other_tensors_are_left_alone(tmp_path, line, made, is_traced):
    one = broken(tmp_path / "a.py", line, made, is_traced=is_traced)
    assert not PACKED_SIZES.when(one)


def test_each_line_that_reads_the_tensor_uses_the_numbers(tmp_path, monkeypatch):
    path = tmp_path / "a.py"
    every = [broken(path, line) for line in (10, 12)]
    for one in every:
        one.run = every[0].run
    monkeypatch.setattr(cure, "breaks", lambda _run: every)
    files = ProgramFiles(str(tmp_path), str(path), {})
    [proposal] = cure.unpacked_sizes(every[0], files, "finding")
    text = files.edited(proposal.edits).text(str(path))
    assert "    shapes = [one.shape[-2:] for one in maps]\n" in text
    assert "enumerate(zip(shapes, rows.split(h))):" in text
    assert "return [a * b for a, b in shapes]" in text
    assert "x.sum().item()" in text


PASSED = """\
import torch

GRIDS = [(1, 4), (2, 6)]

def batch():
    return {made}

def forward(x, grid):
    for frames, height in grid.tolist():
        x = x + frames * height
    return x

forward(torch.zeros(2), batch())
"""


def passed(path, made):
    """Return the edited text for a failing function that reads a passed tensor."""
    text = PASSED.format(made=made)
    path.write_text(text)
    lines = text.split("\n")
    read, called = (
        SourceLine(str(path), at, name, lines[at - 1].strip())
        for at, name in ((9, "forward"), (13, "<module>"))
    )
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, str(path), text)]), frames=(),
        sources=SimpleNamespace(at=lambda *_at: None),
    )  # fmt: skip
    met = SimpleNamespace(
        run=run, compilations=[SimpleNamespace(stack=(called, read), breaks=())],
        event=SimpleNamespace(user_stack=(called, read)), frames=(),
    )  # fmt: skip
    one = SimpleNamespace(read_at=(read,), as_break=lambda: met)
    files = ProgramFiles(str(path.parent), str(path), {})
    found = cure.listed(one, files, "finding")
    return [files.edited(each.edits).text(str(path)) for each in found]


def test_a_list_is_passed_instead_of_a_tensor_of_it(tmp_path):
    """Compiled code reads the tensor as numbers, and needs them in a test (515)."""
    [text] = passed(tmp_path / "a.py", "torch.tensor(GRIDS)")
    assert "    return GRIDS\n" in text
    assert "for frames, height in grid:\n" in text


@pytest.mark.parametrize("made", ["torch.zeros(2, 2)", "torch.tensor(read())"])
def test_what_is_no_list_stays_a_tensor(tmp_path, made):
    assert passed(tmp_path / "a.py", made) == []


KEPT = """\
import torch

class Generator:
    def draw(self, images):
        params = {}
        params["shape"] = torch.tensor(images.shape)
        return params

class Warp(torch.nn.Module):
    def apply(self, images, params):
        height = int(params["shape"][-2])
        return images[:, :height // 2]

    def forward(self, images):
        return self.apply(images, Generator().draw(images))
"""


@pytest.mark.parametrize("is_outside", [False, True])
def test_sizes_under_a_key_stay_sizes_where_a_function_fails(tmp_path, is_outside):
    """Torch compiled nothing, so the stack tells what it traced (552)."""
    path = tmp_path / "a.py"
    text = KEPT + ("\nDRAWN = Generator().draw(torch.ones(2, 2))\n" * is_outside)
    path.write_text(text)
    lines = text.split("\n")
    outer, read = (
        SourceLine(str(path), at, name, lines[at - 1].strip())
        for at, name in ((15, "forward"), (11, "apply"))
    )
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, str(path), text)]), frames=(),
        sources=SimpleNamespace(at=lambda *_at: None),
    )  # fmt: skip
    met = SimpleNamespace(
        run=run, compilations=[SimpleNamespace(stack=(outer,), breaks=())],
        event=SimpleNamespace(user_stack=(outer, read)), frames=(),
    )  # fmt: skip
    one = SimpleNamespace(read_at=(read,), as_break=lambda: met)
    files = ProgramFiles(str(tmp_path), str(path), {})
    found = [files.edited(each.edits) for each in cure.listed(one, files, "finding")]
    texts = [each.text(str(path)) for each in found]
    wanted = text.replace("torch.tensor(images.shape)", "images.shape")
    assert texts == ([] if is_outside else [wanted])
