"""A number that a module keeps as a tensor, also one that a state dict contains."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.kept_as_numbers import kept_as_numbers
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.number_buffers import NUMBER_BUFFER
from depyf.torch_text.reasons import BreakKind

MODEL = """\
import torch

class Quantizer(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        {kept}

    def forward(self, w):
        return split(w, self.size)

def split(w, size):
    return w.reshape(-1, int(size))
"""
SAVED = 'self.register_buffer("size", torch.tensor(size))'
UNSAVED = 'self.register_buffer("size", torch.tensor(size), persistent=False)'


def broken(path, text):
    path.write_text(text)
    file, lines = str(path), text.split("\n")
    stack = tuple(
        SourceLine(file, line, name, lines[line - 1].strip())
        for line, name in ((9, "forward"), (12, "split"))
    )
    return SimpleNamespace(
        said=SimpleNamespace(kind=BreakKind.NUMBER), where=stack[-1],
        event=SimpleNamespace(user_stack=stack), frames=(), compilations=(),
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, file, text)])),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kept", "note"),
    [
        (UNSAVED, "keep the number itself: `self.size = size` at "),
        (
            SAVED,
            "keep the number itself beside the tensor, and use it: "
            "`self.size_number = size` at ",
        ),
    ],
)
def test_the_number_is_named_through_a_helper(tmp_path, kept, note):
    one = broken(tmp_path / "a.py", MODEL.format(kept=kept))
    assert NUMBER_BUFFER.when(one)
    assert NUMBER_BUFFER.cure(one).note.startswith(note)


def test_what_a_state_dict_contains_stays_and_the_number_is_read(tmp_path):
    path = tmp_path / "a.py"
    one = broken(path, MODEL.format(kept=SAVED))
    files = ProgramFiles(str(tmp_path), str(path), {})
    [proposal] = kept_as_numbers(one, files, "finding")
    text = files.edited(proposal.edits).text(str(path))
    assert f"{SAVED}\n        self.size_number = size\n" in text
    assert "return split(w, self.size_number)" in text


def test_a_number_that_a_method_changes_is_left_alone(tmp_path):
    text = MODEL.replace("return split", "self.size.add_(1)\n        return split")
    assert not NUMBER_BUFFER.when(broken(tmp_path / "a.py", text.format(kept=SAVED)))
