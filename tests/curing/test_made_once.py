"""A type that the program creates at each call is created once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.made_once import made_once
from depyf.curing.program_files import ProgramFiles
from depyf.torch_text.questions import GuardKind

TRIM = """
from collections import namedtuple

{before}
def trim(meta, *fields):
    kind = {create}("Trimmed", {fields})
    return kind(*(getattr(meta, name) for name in fields))
"""


def edited(folder, create="namedtuple", name="cut.Trimmed", before="", fields="fields"):
    file = folder / f"{create}{len(before)}.py"
    file.write_text(TRIM.format(create=create, before=before, fields=fields))
    files = ProgramFiles(str(folder), str(file), {})
    text = f"___check_type_id(m, 7) type=<class '{name}'>"
    first = SimpleNamespace(kind=GuardKind.TYPE)
    group = SimpleNamespace(first=first, texts=(text,))
    found = made_once(Case(files, group, "finding", (str(file),)))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_a_namedtuple_is_created_once_for_its_fields(tmp_path):
    [text] = edited(tmp_path)
    values = {"__name__": "program"}
    exec(text, values)
    meta = SimpleNamespace(a=1, b=2)
    one, two, other = (values["trim"](meta, *names) for names in ("ab", "ab", "b"))
    assert one == (1, 2) == two
    assert type(one) is type(two) is not type(other)


@pytest.mark.parametrize(
    "fields", ["list(fields)", "[*fields]", "given", "fields, rename=True"]
)
def test_fields_without_a_hash_are_a_key_as_well(tmp_path, fields):
    before = "given = ['a', 'b']"
    [text] = edited(tmp_path, before=before, fields=fields)
    values = {"__name__": "program"}
    exec(text, values)
    meta = SimpleNamespace(a=1, b=2)
    one, two = (values["trim"](meta, *"ab") for _ in range(2))
    assert one == (1, 2) == two
    assert type(one) is type(two)


def test_others_are_left_alone(tmp_path):
    """A class of another name, or one that is created once."""
    assert edited(tmp_path, name="cut.Other") == []
    assert edited(tmp_path, create="make") == []
    one = 'Trimmed = namedtuple("Trimmed", "a")\n'
    assert len(edited(tmp_path, create="pair", before=one)) == 0
