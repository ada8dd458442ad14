"""Columns of a session batch."""
from collections import namedtuple
from typing import NamedTuple

FIELDS = ("item", "category", "dwell", "target")


class Metrics(NamedTuple):
    hits: int
    n: int

    @property
    def rate(self):
        return self.hits / max(self.n, 1)


def row_type(fields):
    return namedtuple("Batch", fields)


def check(fields):
    unknown = set(fields) - set(FIELDS)
    if unknown:
        raise KeyError(f"unknown columns {sorted(unknown)}")
    return tuple(f for f in FIELDS if f in fields)
