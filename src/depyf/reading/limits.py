"""Limits for files that a stranger may have sent; the docs name them.

A dump or a log from elsewhere may be damaged.  It may be made to fill the memory or to
keep the reader busy for ever.  Whatever reads one takes its limits from here, counts
what it left out, and says so.
"""

from __future__ import annotations

from depyf.records import dataclass

__all__ = ["LIMITS", "NO_LIMITS", "Limits"]

_MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What a reader of records accepts; anything beyond is counted and reported.

    Attributes:
        file_bytes: the bytes of one journal or log that are read.
        line_bytes: the bytes of one line of a journal or a log, and of a source file.
        unpacked_bytes: the bytes of one packed line when it is unpacked.
        nesting: how deep lists and objects of JSON may stand in each other.
        values: the strings, numbers, lists and objects of one line; each takes up to
            230 bytes of memory.
        records: the number of records of one file.
        text_lines: the lines of one text, such as a graph or a kernel; the items of
            one list.
        ranks: the number of processes of one run.
        memory: the bytes that the making of a report may take; only Linux bounds them.
        compilations: how many of one process are reported; each costs milliseconds and
            several files.
    """

    file_bytes: int = 2048 * _MIB
    line_bytes: int = 64 * _MIB
    unpacked_bytes: int = 256 * _MIB
    nesting: int = 100
    values: int = 2_000_000
    records: int = 2_000_000
    text_lines: int = 200_000
    ranks: int = 16_384
    compilations: int = 2_500
    memory: int = 8 << 30


#: What is used unless the user asks for another reading.
LIMITS = Limits()
_ENDLESS = 1 << 62
#: For ``--no-limits``. Nesting stays bounded: Python's own reader of JSON has a limit.
NO_LIMITS = Limits(
    file_bytes=_ENDLESS,
    line_bytes=_ENDLESS,
    unpacked_bytes=_ENDLESS,
    values=_ENDLESS,
    records=_ENDLESS,
    text_lines=_ENDLESS,
    ranks=_ENDLESS,
    compilations=_ENDLESS,
    memory=_ENDLESS,
)
