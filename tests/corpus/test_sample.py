"""The standard library is decompiled as well as when all of it was: a sample of files.

`measure.py` takes all of them (``nox -s corpus``), and keeps what it found.
"""

from __future__ import annotations

import hashlib

import pytest

from tests.corpus import measure

pytestmark = pytest.mark.every_python

#: Files of a sample; samples of all Pythons are the same as far as they have the files.
FILES = 10
#: Files of this many bytes are left to the runs over everything.
LARGE = 60_000
KEPT = measure.kept_results()
MEASURED = [key for key in KEPT if key.endswith(" stdlib")]


def sample_of_files():
    folder = measure.folder_of("stdlib")
    files = [one for one in measure.files_of("stdlib") if one.stat().st_size < LARGE]

    def order(path):
        return hashlib.sha256(path.relative_to(folder).as_posix().encode()).digest()

    return sorted(files, key=order)[:FILES]


def test_no_function_is_worse_than_in_the_run_over_all():
    if f"{measure.VERSION} stdlib" not in KEPT:
        pytest.skip("not all of it was measured on this Python")
    known = measure.known_names(KEPT, "stdlib")
    items = [
        (path, name, code)
        for path in sample_of_files()
        for name, code in measure.code_of(path, ["functions"])
    ]
    assert len(items) >= 50
    tally = measure.measure(items, measure.folder_of("stdlib"))
    assert list(measure.worse_names(tally.names(), known)) == []


@pytest.mark.parametrize("library", MEASURED)
def test_what_is_kept_is_what_is_promised(library):
    found = KEPT[library]
    assert found["functions"]["exact"] >= 99.9
    for kind in found.values():
        assert set(kind["qualities"]) <= {"exact", "structured", "dispatch"}
