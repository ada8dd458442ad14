"""What is asked of terminators is what the tables of their fields say."""

from __future__ import annotations

import pytest

from depyf.decompiler.ir import function as cfg


def filled(kind, names):
    """Return a terminator with its own object in each field, and these objects."""
    made = object.__new__(kind)
    own = tuple(object() for _ in names)
    for name, value in zip(names, own):
        setattr(made, name, value)
    return made, own


@pytest.mark.parametrize("kind", cfg._TARGET_FIELDS, ids=lambda kind: kind.__name__)
def test_successors_are_the_targets_of_the_table(kind):
    made, own = filled(kind, cfg._TARGET_FIELDS[kind])
    assert cfg.successors(made) == own


@pytest.mark.parametrize("kind", cfg._VALUE_FIELDS, ids=lambda kind: kind.__name__)
def test_values_are_those_of_the_table(kind):
    made, own = filled(kind, cfg._VALUE_FIELDS[kind])
    assert cfg.terminator_values(made) == own
