"""An item that only some calls have is stored in all of them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.program_files import ProgramFiles
from depyf.curing.stored_always import stored_always
from depyf.model.events import SourceLine
from depyf.torch_text.questions import GuardKind

STORE = "found[kind] = flags"


def edited(folder, text, kind=GuardKind.KEY):
    """Return the program's lines after the edit; None if there is none."""
    file = folder / "main.py"
    file.write_text(text)
    at = next(n for n, line in enumerate(text.split("\n"), 1) if STORE in line)
    files = ProgramFiles(str(folder), str(file), {})
    group = SimpleNamespace(
        first=SimpleNamespace(kind=kind), origin=(SourceLine(str(file), at),)
    )
    for one in stored_always(Case(files, group, "finding", (str(file),))):
        return files.edited(one.edits).text(str(file)).rstrip().split("\n")
    return None


def test_the_condition_around_a_store_goes(tmp_path):
    text = f"for kind, flags in marks:\n    if flags.any():\n        {STORE}\n"
    assert edited(tmp_path, text) == [*text.split("\n")[:1], f"    {STORE}"]
    assert edited(tmp_path, text, GuardKind.TYPE) is None


@pytest.mark.parametrize("other", ["found.pop(kind, None)", "del found[kind]"])
def test_it_is_no_longer_removed_otherwise(tmp_path, other):
    text = f"if late:\n    flags = one & two\n    {STORE}\nelse:\n    {other}\n"
    assert edited(tmp_path, text) == ["flags = one & two", STORE]


@pytest.mark.parametrize(
    "text",
    [
        f"if flags.any():\n    {STORE}\nelse:\n    found[kind] = 0\n",
        f"if flags.any():\n    count += 1\n    {STORE}\n",
        f"if flags.any(): {STORE}\n",
        f"for kind in kinds:\n    {STORE}\n",
    ],
)
def test_what_does_more_is_left(tmp_path, text):
    assert edited(tmp_path, text) is None
