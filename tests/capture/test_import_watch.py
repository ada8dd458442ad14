"""Acting once a module is imported: at the right moment, once, or not at all."""

from __future__ import annotations

import sys

import pytest

from depyf.capture.import_watch import when_imported


@pytest.fixture
def modules(tmp_path, monkeypatch):
    (tmp_path / "watched_one.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    finders = list(sys.meta_path)
    yield
    sys.modules.pop("watched_one", None)
    assert sys.meta_path == finders


def test_the_action_runs_when_the_module_is_executed_and_its_loader_is_its_own(modules):
    seen = []
    when_imported("watched_one", lambda: seen.append(sys.modules["watched_one"].value))
    assert seen == []
    import watched_one

    assert seen == [1]
    assert type(watched_one.__loader__).__name__ == "SourceFileLoader"
    assert watched_one.__spec__.loader is watched_one.__loader__
    when_imported("watched_one", lambda: seen.append("at once"))
    assert seen == [1, "at once"]


def test_nothing_happens_after_waiting_was_stopped(modules):
    seen = []
    stop = when_imported("watched_one", lambda: seen.append("too late"))
    stop()
    stop()
    import watched_one  # noqa: F401

    assert seen == []
