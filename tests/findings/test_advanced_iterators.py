"""An iterator that compiled code advances, with the line that draws from it."""

from __future__ import annotations

from tests.findings.traced import told

FILES = {
    "numbers": "import itertools\nserial = itertools.count(100)\n",
    "main": (
        "from numbers import serial\n\n"
        "def step(x):\n    return x * 2, next(serial)\n\nstep(x)\n"
    ),
}


def test_the_iterator_is_named_by_the_program():
    path = "___normalize_count_iter(G['serial'])"
    found = told(
        FILES, "step", [f"{path} == ({n}, 1)" for n in (100, 101, 102)],
        call="step(x)", times=2,
    )  # fmt: skip
    assert found.title == "recompiles as it advances an iterator"
    assert "iterator `serial`" in found.why
    assert found.note.startswith("draw from it")
