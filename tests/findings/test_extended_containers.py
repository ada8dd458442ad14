"""A container that a function extends costs the entries that need its length (537)."""

from __future__ import annotations

from depyf.model import events as ev
from depyf.model.build import fold
from depyf.model.detail_events import SideEffect, SideEffects
from depyf.model.findings.recompile_groups import groups
from depyf.torch_text.names import CompileId
from depyf.torch_text.questions import GuardKind

FILE = "/home/user/main.py"
KEPT = "L['self'].kept"
LENGTHS = [None, 1, 2, 3, None]  # which the guards of each entry require


def events():
    for number, length in enumerate(LENGTHS):
        at = CompileId(0, number)
        size = f"TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[{number}])"
        asked = [f"EQUALS_MATCH: len({KEPT}) == {length}"] if length else []
        yield ev.FrameStarted(at, co_name="f", file=FILE, first_line=1)
        yield ev.TransformedCode(at, co_name="f", index=number, original_file=FILE)
        yield ev.GuardsReported(at, leaves=(size, *asked))
        yield SideEffects(at, effects=(SideEffect(KEPT, "dict", ()),))
        if number:
            reason = f"tensor 'x' size mismatch at index 0. expected 0, actual {number}"
            yield ev.Recompile(at, (ev.RecompileReason(reason, CompileId(0, 0)),))


def test_entries_without_a_guard_on_the_length_are_not_of_its_growth():
    found = list(groups(fold([*events()])))
    [grown] = [one for one in found if one.first.kind is GuardKind.LENGTH]
    assert [str(one.id) for one in grown.compilations] == ["0/1", "0/2", "0/3"]
