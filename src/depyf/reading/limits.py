"""The limits that depyf applies to files from other people; the docs list them.

A dump or a log from elsewhere may be damaged.  It may be crafted to fill the memory or
to keep the reader busy forever.  Each reader takes its limits from here, counts the
lines that it leaves out, and reports them.
"""

from __future__ import annotations

from depyf.records import dataclass

__all__ = ["LIMITS", "NO_LIMITS", "Limits"]

_MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """The largest sizes and counts that a reader of records accepts.

    What exceeds them is counted and reported.

    Attributes:
        file_bytes: the bytes of one journal or log that are read.
        line_bytes: the bytes of one line of a journal or a log, and of a source file.
        unpacked_bytes: the bytes of one packed line after unpacking.
        nesting: the levels of nested JSON lists and objects.
        values: the strings, numbers, lists and objects of one line; each takes up to
            230 bytes of memory.
        records: the records of one file.
        text_lines: the lines of one text, such as a graph or a kernel, and the items of
            one list.
        ranks: the processes of one run.
        compilations: the reported compilations of one process; each costs milliseconds
            and several files.
        memory: the bytes of memory for writing a report; only enforced on Linux.
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


#: The default limits.
LIMITS = Limits()
_ENDLESS = 1 << 62
#: For ``--no-limits``. Nesting stays bounded, as Python's JSON decoder has a limit.
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
