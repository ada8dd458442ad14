"""Items of a list that are one tensor become clones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.own_items import own_items, plain_items
from depyf.curing.program_files import ProgramFiles
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind


def edited(
    folder, line, source="frames[0]", kind=GuardKind.ALIAS, *, edits=own_items, texts=()
):
    """Return each edit's changed line."""
    file = folder / "main.py"
    file.write_text(f"def reset(first, n):\n    {line}\ny = policy(history)\n")
    files = ProgramFiles(str(folder), str(file), {})
    group = SimpleNamespace(
        source=source,
        texts=texts,
        called_at=SourceLine(str(file), 3),
        first=SimpleNamespace(kind=kind, source=source, expected="L['frames'][2]"),
        frame=SimpleNamespace(
            co_name="policy", original_source="def policy(frames): ..."
        ),
        run=SimpleNamespace(frames=()),
    )
    old = file.read_text().split("\n")
    case = Case(files, group, "finding", (str(file),))
    for one in edits(case):
        new = files.edited(one.edits).text(str(file)).split("\n")
        yield from {line.strip() for line in new} - {line.strip() for line in old}


CALL = "y = policy([one.clone() for one in history])"


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("all = [first] * n", "all = [one.clone() for one in [first] * n]"),
        ("f([x, x])", "f([one.clone() for one in [x, x]])"),
    ],
)
def test_where_a_list_repeats_a_tensor_and_at_the_call(tmp_path, line, new):
    assert [one for one in edited(tmp_path, line) if one != "import torch"] == [
        new, CALL,
    ]  # fmt: skip


@pytest.mark.parametrize("line", ["all = [0.5] * n", "f([x, y])", "z = x * n"])
def test_other_lists_stay(tmp_path, line):
    assert [one for one in edited(tmp_path, line) if one != "import torch"] == [CALL]


def test_other_guards(tmp_path):
    assert not list(edited(tmp_path, "a = [x] * n", source="frame"))
    assert not list(edited(tmp_path, "a = [x] * n", kind=GuardKind.DTYPE))


@pytest.mark.parametrize(
    ("source", "clones"),
    [
        ("frames['a']", "{key: one.clone() for key, one in history.items()}"),
        ("frames[0]", "[one.clone() for one in history]"),
        ("frames", None),
    ],
)
def test_parameters_in_a_container_are_passed_as_clones(tmp_path, source, clones):
    texts = ("expected a tensor type, but found <class 'torch.Tensor'>",)
    found = edited(
        tmp_path, "pass", source, GuardKind.TYPE, edits=plain_items, texts=texts
    )
    lines = [one for one in found if one != "import torch"]
    assert lines == ([] if clones is None else [f"y = policy({clones})"])
