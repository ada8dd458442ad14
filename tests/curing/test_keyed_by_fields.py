"""An item is keyed by the fields of its key on which alone it depends."""

from __future__ import annotations

import ast

import pytest

from depyf.curing.keyed_by_fields import _fields_in, _reads_all


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ("MAKERS[spec.kind](spec.size)", ["kind", "size"]),
        ("make(spec)", []),
        ("make(spec.size, spec)", []),
        ("make(spec.size, device)", []),  # the item depends on a variable, too
        ("make()", []),
    ],
)
def test_fields_are_the_key_only_where_nothing_else_is_read(value, fields):
    tree = ast.parse(value, mode="eval").body
    assert _fields_in(tree, "spec", {"spec", "device"}) == fields


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        ("for spec in self.tables: print(spec.source)", True),
        ("names = [spec for spec in self.tables]", True),
        ("for spec, table in self.tables.items(): pass", True),
        ("for spec in specs: self.tables[spec] = 1", False),
        ("total = sum(self.tables.values())", False),
    ],
)
def test_keys_stay_objects_where_the_program_reads_them(code, reads):
    assert _reads_all(ast.parse(code), "tables") is reads
