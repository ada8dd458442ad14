"""Whatever objects code holds, what is handed out has the very ones: a sample."""

from __future__ import annotations

import pytest

from depyf.decompiler import recompile
from tests.fuzz import odd_constants

pytestmark = pytest.mark.every_python


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_odd_constants_come_along():
    found = odd_constants.run(range(120))
    assert found.wrong == []
    assert set(found.qualities) <= {"exact", "structured"}
    assert found.unwritten < 80


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_another_object_in_the_place_of_one_is_seen(monkeypatch):
    """The proof refuses it, so nothing is handed out."""
    real = recompile.with_objects

    def exchanged(code, objects):
        return real(code, {name: object() for name in objects})

    monkeypatch.setattr(recompile, "with_objects", exchanged)
    found = odd_constants.run(range(40))
    assert found.wrong
    assert all("listing" in one for one in found.wrong)
