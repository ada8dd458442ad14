"""Count which lines of a file were not read, and why, for the report."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from depyf.records import dataclass

__all__ = ["LeftOut", "UnreadableError", "Why"]


class Why(Enum):
    """The reason why a line is not read; its value completes "the line is ..."."""

    LONG = "longer than the limit"
    ENCODING = "not UTF-8"
    JSON = "not JSON"
    NUMBER = "with a number that no record has"
    NESTING = "nested too deep"
    OBJECT = "not a JSON object"
    PACKED = "damaged inside its packed part"
    UNPACKED = "too large when unpacked"
    VALUES = "with more values than the limit"
    ITEMS = "with a list longer than the limit"
    FIELDS = "with a missing field or a wrong type"
    RECORD = "not a record"  # in a log: neither the head nor the body of a record


class UnreadableError(ValueError):
    """A line or record that cannot be read.

    Attributes:
        why: the reason, for the counts of a `LeftOut`.
    """

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(f"{why.value}: {detail}" if detail else why.value)
        self.why = why


@dataclass
class LeftOut:
    """How many lines of one file were read, and how many were left out.

    Attributes:
        read: the number of lines that were read.
        counts: for each reason, the number of lines that were left out.
        first: for each reason, the number of the first such line, counted from 1.
        stopped: the limit at which reading stopped; empty if the whole file was read.
    """

    read: int = 0
    counts: dict[Why, int] = field(default_factory=dict)
    first: dict[Why, int] = field(default_factory=dict)
    stopped: str = ""

    @property
    def lines(self) -> int:
        """Return the number of lines that were not read."""
        return sum(self.counts.values())

    def __bool__(self) -> bool:
        """Return whether anything was left out."""
        return bool(self.counts or self.stopped)

    def add(self, why: Why, line: int) -> None:
        """Count a line that was not read."""
        self.counts[why] = self.counts.get(why, 0) + 1
        self.first.setdefault(why, line)
