"""The exceptions that depyf raises, and the page that explains each.

```
DepyfError
├── DecompilationError      (also TypeError) the target holds no Python code
├── ObsoleteUsageError      (also RuntimeError) a call form that no longer exists
├── NothingDumpedError      (also RuntimeError) debug() before any prepare_debug()
├── NothingToReportError    (also ValueError) no dump and no log where one was named
│   └── NothingReadError    there is one, and nothing in it can be read
├── ReportNotWrittenError   (also OSError) a file that `depyf report` was to write
├── BundleNotWrittenError   (also OSError) the zip file of `depyf doctor --bundle`
├── OutputNotWrittenError   (also OSError) stdout takes no more, as on a full disk
├── CureError               (also ValueError) `depyf.cure()` cannot compare anything
└── UnsupportedTorchError   (also RuntimeError) this torch lacks what was asked for
```

None of them ever crosses from depyf into a program that is being captured: inside a
capture, failures are counted, logged once and shown in the index. What a signal handler
of the program's raises is none of depyf's, wherever it is raised: `comes_from_signal`.
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
    """The base of everything that depyf raises on purpose.

    Attributes:
        slug: names the section of `docs/errors.md` that explains the error.
        exit_code: what the command `depyf` ends with: 2 if its arguments are wrong.
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
    """There is a dump or a log, and nothing in it can be read."""

    exit_code = 1


class ReportNotWrittenError(DepyfError, OSError):
    """A file of a report cannot be written, or a directory cannot be read."""

    slug = "report-not-written"
    exit_code = 1


class BundleNotWrittenError(DepyfError, OSError):
    """The file that `depyf doctor --bundle` was to write cannot be made."""

    slug = "bundle-not-written"


class OutputNotWrittenError(DepyfError, OSError):
    """The standard output of a `depyf` command takes no more."""

    slug = "output-not-written"
    exit_code = 1


class UnsupportedTorchError(DepyfError, RuntimeError):
    """The installed torch is missing, or lacks what was asked for."""

    slug = "unsupported-torch"


def comes_from_signal(error: BaseException) -> bool:
    """Return whether a signal handler of the program raised this."""
    raised_in = set()
    last = error.__traceback__
    while last is not None:
        raised_in.add(last.tb_frame.f_code)
        last = last.tb_next
    handlers = (signal.getsignal(number) for number in signal.Signals)
    return not raised_in.isdisjoint(map(_code_of, handlers))


def _code_of(handler: object) -> CodeType | None:
    """Return the code that a signal handler runs: a function, method or object."""
    while isinstance(handler, partial):
        handler = handler.func
    if callable(handler) and not hasattr(handler, "__code__"):
        handler = type(handler).__call__
    found = getattr(handler, "__code__", None)
    return found if isinstance(found, CodeType) else None
