"""The answer to the question whether a call would use compiled code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.model.events import SourceLine

__all__ = ["Check", "Entry", "Miss"]


@dataclass(frozen=True)
class Entry:
    """One compiled version of a function.

    Attributes:
        number: its place among those there are, the oldest is 0.
        compile_id: torch's name for its compilation, empty where torch has none.
        file: the file it was dumped to (no folder), empty if it was not.
    """

    number: int
    compile_id: str = ""
    file: str = ""


@dataclass(frozen=True)
class Miss:
    """Why a call cannot use one compiled version: its first guard that fails.

    Attributes:
        entry: the version.
        guard: the guard, in torch's words, with paths as people write them.
        asked: what its value decides (``x.size()[0]``), empty where torch does not say.
        expected: the value that the version needs.
        found: the value there is; empty where it cannot be told.
        unread: why the value cannot be told, empty where it is.
        user_line: the line of the program that needs it, None where unknown.
        advice: what to change, empty where nothing is known.
        text: the guard as torch writes it.
    """

    entry: Entry
    guard: str
    asked: str = ""
    expected: str = ""
    found: str = ""
    unread: str = ""
    user_line: SourceLine | None = None
    advice: str = ""
    text: str = field(default="", repr=False)


@dataclass(frozen=True)
class Check:
    """What would become of a call; prints as a few lines that say why.

    Attributes:
        function: the function that torch compiles for it, with its file and line.
        hits: whether it would use compiled code; None where torch cannot tell.
        outcome: ``hit``, ``compile`` (torch would compile first), ``plain`` (it would
            run as plain Python), ``raise`` (torch would refuse) or ``unknown``.
        entry: the version that it would use, None if none.
        misses: the versions that do not fit, in the order in which torch tries them.
        reason: why the outcome is no hit, where it is not the misses alone.
        notes: what the answer does not cover.
        text: the answer as it is printed.
    """

    function: str
    hits: bool | None
    outcome: str
    entry: Entry | None = None
    misses: tuple[Miss, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    text: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.hits is True

    def __str__(self) -> str:
        return self.text
