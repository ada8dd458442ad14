"""Keys that schedulers add to a parameter group, which a compiled update gets."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.picked_keys import picked_keys
from depyf.curing.program_files import ProgramFiles
from depyf.model.findings.causes import Scope
from depyf.model.findings.unused_keys import UNUSED_KEYS, keys_met
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import GuardKind

FIRST = ("params", "lr")
PICKED = '{key: group[key] for key in ("lr", "params")}'


def group_of(*entries):
    """Return a group of recompiles; guards of its entries ask for items of a dict."""
    asked = [[f"L['group']['{key}'] == 0.1" for key in keys] for keys in entries]
    found = [SimpleNamespace(guards=[*map(read_guard, one)]) for one in asked]
    frame = SimpleNamespace(entries=found)
    first = SimpleNamespace(
        kind=GuardKind.LENGTH, literal="L['group']", scope=Scope.ARGUMENT
    )
    return SimpleNamespace(first=first, frame=frame, source="group", called_at=None)


@pytest.mark.parametrize(
    ("entries", "others"),
    [
        ([FIRST, (*FIRST, "swa_lr")], ("swa_lr",)),
        ([FIRST, (*FIRST, "a"), (*FIRST, "a", "b")], ("a", "b")),
        ([FIRST, FIRST], None),
        ([("a",), ("a", "b")], None),
        ([FIRST, (*FIRST[:1], "weights")], None),
    ],
    ids=["one more", "more and more", "the same", "no parameter group", "others"],
)
def test_which_keys_only_later_calls_have(entries, others):
    found = keys_met(group_of(*entries))
    assert (found.others if found else None) == others


def test_the_change_is_a_dict_of_the_common_keys():
    cure = UNUSED_KEYS.cure(group_of(FIRST, (*FIRST, "swa_lr")))
    assert cure.edit == PICKED


def test_the_call_passes_the_common_keys(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("def step(group):\n    update(group)\n")
    files = ProgramFiles(str(tmp_path), str(path), {})
    call = files.tree(str(path)).body[0].body[0].value
    case = SimpleNamespace(
        group=group_of(FIRST, (*FIRST, "swa_lr")), files=files, finding="finding",
        arguments=lambda: [(str(path), call.args[0])],
    )  # fmt: skip
    [proposal] = picked_keys(case)
    assert f"    update({PICKED})\n" in files.edited(proposal.edits).text(str(path))
