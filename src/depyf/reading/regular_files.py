"""Open untrusted files: regular files only, and without blocking.

Opening a FIFO can block forever, and some devices can be read forever.  So depyf opens
files in non-blocking mode and checks their type before it reads them.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, Iterator

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "open_regular",
    "opened_regular",
    "read_open",
    "read_regular",
    "write_all",
    "write_open",
]

# Flags that a system lacks are 0 there.
_BYTES = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NOT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_BUFFER = 1 << 18  # lines of a journal are long
_NOT_BY_LINK = getattr(os, "O_NOFOLLOW", 0)
_RIGHTS = 0o666  # the user's umask is applied to it, as to files that `open` creates
_PART = 1 << 20  # the bytes of one read


def opened_regular(path: str | Path, how: int, folder: int | None = None) -> int:
    """Open a regular file; return its descriptor, which the caller must close.

    Args:
        path: the file.
        how: flags of `os.open`, such as ``os.O_RDONLY``.
        folder: the descriptor of the directory that `path` is relative to.

    Raises:
        OSError: the file cannot be opened, or is not regular (``errno.EINVAL``).
    """
    number = os.open(path, how | _BYTES | _NOT_WAITING, _RIGHTS, dir_fd=folder)
    try:
        if stat.S_ISREG(os.fstat(number).st_mode):
            return number
    except BaseException:
        os.close(number)
        raise
    os.close(number)
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def write_open(number: int, data: bytes) -> None:
    """Write all of the data to an open file, and close the file.

    Args:
        number: the file's descriptor.
        data: the bytes to write.

    Raises:
        OSError: the data cannot be written.
    """
    try:
        write_all(number, data)
    finally:
        os.close(number)


def write_all(number: int, data: bytes, before: int | None = None) -> None:
    """Write all of the data to an open file.

    Args:
        number: the file's descriptor.
        data: the bytes to write.
        before: the size to which the file is truncated if writing fails.

    Raises:
        OSError: the data cannot be written.
    """
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(number, left) :]
    except BaseException:
        if before is not None:
            with suppress(OSError):
                os.ftruncate(number, before)
        raise


def _at_most(parts: Iterator[bytes], most: int) -> Iterator[bytes]:
    """Yield the parts, up to the first part that exceeds `most` bytes in total."""
    for part in parts:
        yield part
        most -= len(part)
        if most < 0:
            return


def read_open(number: int, most: int, name: str) -> bytes:
    """Return all bytes of an open file, and close the file.

    Args:
        number: the file's descriptor.
        most: the largest number of bytes that is accepted.
        name: the file's name, for the error.

    Raises:
        OSError: the file cannot be read, or is larger (``errno.EFBIG``).
    """
    with os.fdopen(number, "rb") as stream:
        # Read in parts: for `read(most)`, Python would allocate `most` bytes at once.
        parts = iter(lambda: stream.read(_PART), b"")
        data = b"".join(_at_most(parts, most))
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", name)
    return data


def open_regular(path: Path, *, follow: bool = True) -> BinaryIO:
    """Open a regular file for reading bytes.

    Args:
        path: the file.
        follow: whether to open the target if the file is a symbolic link.

    Raises:
        OSError: the file is missing, cannot be read, or is not a regular file
            (``errno.EINVAL``).
    """
    how = os.O_RDONLY | (0 if follow else _NOT_BY_LINK)
    return os.fdopen(opened_regular(path, how), "rb", buffering=_BUFFER)


def read_regular(path: Path, most: int, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: the file.
        most: the largest number of bytes that is accepted.
        follow: whether to open the target if the file is a symbolic link.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger
            (``errno.EFBIG``).
    """
    how = os.O_RDONLY | (0 if follow else _NOT_BY_LINK)
    return read_open(opened_regular(path, how), most, str(path))
