"""A number in a `TorchFunctionMode` is named by the mode's class."""

from __future__ import annotations

from .traced import told

METER = """\
class Meter(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.calls += 1
        return func(*args, **(kwargs or {}))


def score(x):
    return x + 1


score(x)
"""
GUARD = (
    "___get_torch_function_mode_stack_at(0).calls == {}"
    "  # self.calls += 1  # main.py:3 in __torch_function__"
)


def test_the_class_is_named_and_no_tensor_is_advised():
    """The mode sees what compiled code does with a tensor, too."""
    guards = [GUARD.format(number) for number in (0, 6, 12)]
    one = told({"main": METER}, "score", guards, call="score(x)")
    assert "`Meter.calls`" in one.title
    assert "enter a new mode for each call" in one.note
    assert "tensor" not in one.note
