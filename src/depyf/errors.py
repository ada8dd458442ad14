"""The exceptions that depyf raises, and the page that explains each.

```
DepyfError
├── DecompilationError      (also TypeError) the target holds no Python code
├── ObsoleteUsageError      (also RuntimeError) a call form that no longer exists
├── NothingDumpedError      (also RuntimeError) debug() before any prepare_debug()
├── NothingToReportError    (also ValueError) the given path holds no dump and no log
│   └── NothingReadError    the dump or log holds nothing that depyf can read
├── ReportNotWrittenError   (also OSError) `depyf report` cannot write a file
├── BundleNotWrittenError   (also OSError) the zip file of `depyf doctor --bundle`
├── OutputNotWrittenError   (also OSError) stdout fails, as on a full disk
├── CureError               (also ValueError) `depyf.cure()` cannot compare anything
└── UnsupportedTorchError   (also RuntimeError) this torch lacks a needed feature
```

A captured program never sees one of these exceptions: inside a capture, depyf counts
its failures, logs each once and shows them in the index. An exception that a signal
handler of the program raises is no failure of depyf; see `comes_from_signal`.
"""

from __future__ import annotations

import signal
from functools import partial
from types import CodeType

__all__ = [
    "BundleNotWrittenError",
    "CureError",
    "DecompilationError",
    "DepyfError",
    "NothingDumpedError",
    "NothingReadError",
    "NothingToReportError",
    "ObsoleteUsageError",
    "OutputNotWrittenError",
    "ReportNotWrittenError",
    "UnsupportedTorchError",
]


class DepyfError(Exception):
    """The base class of all exceptions that depyf raises on purpose.

    Attributes:
        slug: the name of the section in `docs/errors.md` that explains the error.
        exit_code: the exit code of the command `depyf`; 2 for wrong arguments.
    """

    slug = "depyf-error"
    exit_code = 2


class DecompilationError(DepyfError, TypeError):
    """The target of a decompilation holds no Python code."""

    slug = "no-code"


class ObsoleteUsageError(DepyfError, RuntimeError):
    """A call form of an older depyf; the message says what to write instead."""

    slug = "obsolete-usage"


class CureError(DepyfError, ValueError):
    """`depyf.cure()` cannot run or compare the function; the message says why."""

    slug = "cannot-cure"


class NothingDumpedError(DepyfError, RuntimeError):
    """`depyf.debug()` was entered although this process has dumped nothing."""

    slug = "nothing-dumped"


class NothingToReportError(DepyfError, ValueError):
    """The given path holds neither a dump nor a log of torch."""

    slug = "nothing-to-report"


class NothingReadError(NothingToReportError):
    """The given path is a dump or a log, but depyf can read nothing in it."""

    exit_code = 1


class ReportNotWrittenError(DepyfError, OSError):
    """A file of a report cannot be written, or a directory cannot be read."""

    slug = "report-not-written"
    exit_code = 1


class BundleNotWrittenError(DepyfError, OSError):
    """`depyf doctor --bundle` cannot write its zip file."""

    slug = "bundle-not-written"


class OutputNotWrittenError(DepyfError, OSError):
    """A `depyf` command cannot write to its standard output."""

    slug = "output-not-written"
    exit_code = 1


class UnsupportedTorchError(DepyfError, RuntimeError):
    """Torch is not installed, or lacks a feature that the call needs."""

    slug = "unsupported-torch"


def comes_from_signal(error: BaseException) -> bool:
    """Return whether `error` was raised in a signal handler of the program."""
    raised_in = set()
    last = error.__traceback__
    while last is not None:
        raised_in.add(last.tb_frame.f_code)
        last = last.tb_next
    handlers = (signal.getsignal(number) for number in signal.Signals)
    return not raised_in.isdisjoint(map(_code_of, handlers))


def _code_of(handler: object) -> CodeType | None:
    """Return the code that a signal handler runs; it may be any kind of callable."""
    while isinstance(handler, partial):
        handler = handler.func
    if callable(handler) and not hasattr(handler, "__code__"):
        handler = type(handler).__call__
    found = getattr(handler, "__code__", None)
    return found if isinstance(found, CodeType) else None
