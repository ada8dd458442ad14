"""A loop that compiles each block becomes one call that compiles the whole model."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing import compiled_owner as edits
from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.model.instances import Instances

LOOP = "    for {target} in {items}:\n        {body}\n"
PROGRAM = "import torch\n\n\ndef build(model, options):\n{loop}    return model\n"


def edited(folder, monkeypatch, loop, blocks=("a", "b")):
    file = folder / "main.py"
    file.write_text(textwrap.dedent(PROGRAM.format(loop=loop)))
    files = ProgramFiles(str(folder), str(file), {})
    found = (Instances("Block", blocks),)
    monkeypatch.setattr(edits, "instances_of", lambda _frame: found)
    case = Case(files, SimpleNamespace(frame=None), "finding", (str(file),))
    return [
        files.edited(one.edits).text(str(file)).splitlines()[4:]
        for one in edits.compiled_owner(case)
    ]


@pytest.mark.parametrize(
    ("target", "items", "body", "wanted"),
    [
        (
            "block", "model.blocks", "block.compile(backend='eager')",
            "model.compile(backend='eager')",
        ),
        (
            "i, block", "enumerate(model.enc.layers)",
            "model.enc.layers[i] = torch.compile(block, dynamic=True, **options)",
            "model.enc.compile(dynamic=True, **options)",
        ),
        (
            "name, block", "list(model.blocks.named_children())",
            "model.blocks.register_module(name, torch.compile(block))",
            "model.compile()",
        ),
    ],
)  # fmt: skip
def test_the_owner_of_the_blocks_is_compiled(  # noqa: PLR0917
    tmp_path, monkeypatch, target, items, body, wanted
):
    loop = LOOP.format(target=target, items=items, body=body)
    [lines] = edited(tmp_path, monkeypatch, loop)
    assert lines == [f"    {wanted}", "    return model"]


@pytest.mark.parametrize(
    ("target", "items", "body"),
    [
        ("block", "models", "block.compile()"),
        ("block", "model.blocks", "block.compile(); count()"),
        ("block", "model.blocks", "run(torch.compile(model))"),
        ("block", "model.blocks", "block.run()"),
    ],
)
def test_a_loop_that_does_more_stays(tmp_path, monkeypatch, target, items, body):
    loop = LOOP.format(target=target, items=items, body=body)
    assert edited(tmp_path, monkeypatch, loop) == []


def test_one_block_needs_no_owner(tmp_path, monkeypatch):
    loop = LOOP.format(target="b", items="model.blocks", body="b.compile()")
    assert edited(tmp_path, monkeypatch, loop, blocks=("a",)) == []
