"""`depyf report` on a dump that somebody else made: nothing is written outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from depyf.cli.main import main

JOURNAL = Path(__file__).parents[1] / "render" / "journals" / "toy_training.jsonl"


def moved(value, to):
    """Return the JSON of an event with each file in it at another place."""
    if isinstance(value, dict):
        return {
            key: to + one if key == "file" and isinstance(one, str) else moved(one, to)
            for key, one in value.items()
        }
    return [moved(one, to) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("again", [True, False], ids=["in place", "elsewhere"])
@pytest.mark.parametrize("to", ["../", "a/../../", "/"])
def test_a_journal_that_names_files_outside_is_refused(tmp_path, capsys, to, again):
    dump = tmp_path / "dump"
    dump.mkdir()
    out = dump if again else tmp_path / "out"
    lines = JOURNAL.read_text(encoding="utf-8").splitlines()
    hostile = [json.dumps(moved(json.loads(line), to)) for line in lines]
    (dump / "journal.jsonl").write_text("\n".join(hostile), encoding="utf-8")
    assert main(["report", str(dump), "--out", str(out)]) == 2
    assert "lead out" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump"]
    assert [path.name for path in dump.iterdir()] == ["journal.jsonl"]


def test_the_journal_as_it_was_recorded_is_reported(tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(JOURNAL.read_bytes())
    assert main(["report", str(tmp_path)]) == 0
    assert (tmp_path / "index.md").is_file()
