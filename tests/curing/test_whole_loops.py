"""A loop that a tensor's value ends: it gives the same when it runs to its end."""

from __future__ import annotations

import pytest

from tests.curing.test_break_edits import BRANCH, tried

TORCH = """
class torch:
    bool = bool
    zeros = staticmethod(lambda shape, dtype: False)
    where = staticmethod(lambda test, one, other: one if test else other)
"""


def edited(folder, body, end="return x, y"):
    body = body.replace("\n", "\n        ")
    source = (
        f"{TORCH}\ndef f(x, n=8):\n    y = 1\n    for step in range(n):\n"
        f"        {body}\n    {end}\n"
    )
    found = tried(folder, source, "# here", BRANCH).values()
    return source, next((text for text in found if "stopped" in text), None)


def results(source):
    values = {}
    exec(source.replace("import torch\n", ""), values)
    return [values["f"](x) for x in (-3, 0, 1, 2, 50)]


@pytest.mark.parametrize(
    "body",
    [
        "x = x * 2 + step\nif x > 20:  # here\n    break\ny = y + x",
        "if x > 20:  # here\n    break\nx = x + 7\ny = x * y",
        "z = x * x\nx = z - y\nif abs(x - z) > 9:  # here\n    break",
    ],
)
def test_the_loop_gives_the_same(tmp_path, body):
    before, after = edited(tmp_path, body)
    assert "break" not in after
    assert results(after) == results(before)


@pytest.mark.parametrize(
    ("body", "end"),
    [
        ("seen.append(x)\nif x > 20:  # here\n    break\nx = x + 1", "return x, y"),
        ("x.add_(1)\nif x > 20:  # here\n    break\nx = x + 1", "return x, y"),
        ("x += 1\nif x > 20:  # here\n    break", "return x, y"),
        ("z = x + 1\nif z > 20:  # here\n    break\nx = z", "return z"),
        ("x = x + 1\nif x > 20:  # here\n    y = 2\n    break", "return x, y"),
        ("x = x + 1\nif x > 20:  # here\n    break", "return step"),
    ],
)
def test_a_loop_that_does_more_stays(tmp_path, body, end):
    assert edited(tmp_path, body, end)[1] is None
