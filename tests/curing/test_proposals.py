"""The order in which edits are tried."""

from __future__ import annotations

from types import SimpleNamespace

from depyf.curing.proposals import in_order
from depyf.model.events import SourceLine
from depyf.torch_text.reasons import BreakKind

FIRST, SECOND = SourceLine("a.py", 3), SourceLine("a.py", 9)


def met(where, kind=BreakKind.BRANCH, loses=False):
    return SimpleNamespace(
        where=where, said=SimpleNamespace(kind=kind), loses_function=loses
    )


def test_where_a_function_is_lost_comes_first():
    other, lost, same = met(FIRST), met(SECOND, loses=True), met(SECOND)
    assert in_order([other, lost, same]) == [lost, same, other]


def test_a_backend_fails_because_of_the_break_on_its_line():
    backend, branch = met(FIRST, BreakKind.BACKEND, loses=True), met(FIRST)
    assert in_order([backend, branch]) == [branch, backend]
