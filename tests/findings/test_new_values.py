"""Where several values vary, a recompile is told by the value that is new."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.events import RecompileReason
from depyf.model.findings.new_values import reasons_of_new_values
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import CompileId

GRAD = "tensor 'x' requires_grad mismatch. expected requires_grad={}"
SIZE = "tensor 'x' size mismatch at index 0. expected {}, actual {}"


def entry(*, size="4", grad=False, log=None, scale=None, told=()):
    """Return an entry for a tensor, a flag and a number, as torch guards them."""
    tensor = (
        "check_tensor(L['x'], Tensor, DispatchKeySet(CPU), torch.float32, device=None, "
        f"requires_grad={grad}, size=[{size}, 8], stride=[8, 1])"
    )
    values = {"L['log']": log, "L['self'].scale": scale}
    guards = [tensor, *(f"{path} == {one}" for path, one in values.items() if one)]
    reasons = [RecompileReason(text, CompileId(0, at)) for text, at in told]
    return SimpleNamespace(
        guards=list(map(read_guard, guards)), guards_known=True, recompile=reasons
    )


def chosen(made, *earlier, told=0):
    found = reasons_of_new_values(made, earlier, made.recompile[told : told + 1])
    return [one.text for one in found]


def test_a_new_size_is_told_and_not_the_flag_that_another_entry_has():
    size = SIZE.format(4, 6)
    made = entry(size="None", told=((GRAD.format(1), 1), (size, 0)))
    assert chosen(made, entry(), entry(grad=True)) == [size]


def test_a_value_that_becomes_a_symbol_is_told_if_none_is_new():
    scale = "self.scale == 1.0  # y = x * self.scale"
    made = entry(grad=True, told=((GRAD.format(0), 2), (scale, 1), (GRAD.format(0), 0)))
    earlier = [entry(scale="1.0"), entry(grad=True, scale="1.0"), entry()]
    assert chosen(made, *earlier) == [scale]


def test_an_entry_for_none_accepts_no_item():
    item = "self.shape[0] == {}  # if self.shape != shape"
    made = entry(size="None", told=((item.format(12), 1), (SIZE.format(4, 6), 0)))
    made.guards.append(read_guard("L['self'].shape[0] == 16"))
    first, second = entry(), entry(size="None")
    first.guards.append(read_guard("L['self'].shape is None"))
    second.guards.append(read_guard("L['self'].shape[0] == 12"))
    assert chosen(made, first, second) == [item.format(12)]


def test_the_nearest_entry_decides_if_its_reason_is_new_too():
    made = entry(
        size="6", grad=True, told=((GRAD.format(0), 1), (SIZE.format(4, 6), 0))
    )
    assert chosen(made, entry(), entry(size="6")) == [GRAD.format(0)]


@pytest.mark.parametrize(
    "other", ["len(L['rows']) == 3", "x is None", "Ne(L['x'].size()[0], 1)"]
)
def test_a_guard_of_another_kind_is_told_as_before(other):
    made = entry(size="None", told=((other, 1), (SIZE.format(4, 6), 0)))
    assert chosen(made, entry(), entry(grad=True)) == [other]


def test_values_of_which_all_are_known_leave_the_nearest():
    made = entry(log="True", grad=True, told=((GRAD.format(0), 1), ("log == False", 0)))
    earlier = [entry(log="False", grad=True), entry(log="True")]
    assert chosen(made, *earlier) == [GRAD.format(0)]


def test_an_entry_for_none_accepts_no_number():
    """A length that is kept from the first call on changes, not only the size (647)."""
    kept = "self.length == {}  # if length != self.length"
    made = entry(size="None", told=((kept.format(16), 1), (SIZE.format(16, 40), 0)))
    made.guards.append(read_guard("L['self'].length == 24"))
    first, second = entry(size="16"), entry(size="None")
    first.guards.append(read_guard("L['self'].length is None"))
    second.guards.append(read_guard("L['self'].length == 16"))
    assert chosen(made, first, second) == [kept.format(16)]
