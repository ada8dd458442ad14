"""Opens files that others may have put there: regular ones only, and never waiting.

A FIFO with the name of a file would hang whoever opens it, and a device can be read
for ever.  So files are opened without waiting, and looked at before they are read.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["open_regular", "read_regular"]

# Windows has none of these; there they add nothing.
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NOT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_BUFFER = 1 << 18  # lines of a journal are long
_NOT_BY_LINK = getattr(os, "O_NOFOLLOW", 0)


def open_regular(path: Path, *, follow: bool = True) -> BinaryIO:
    """Open a regular file for reading bytes.

    Args:
        path: the file.
        follow: whether a symbolic link at its end is followed.

    Raises:
        OSError: there is none, it cannot be read, or it is no regular file
            (``errno.EINVAL``).
    """
    flags = _READING | _NOT_WAITING | (0 if follow else _NOT_BY_LINK)
    number = os.open(path, flags)
    try:
        is_regular = stat.S_ISREG(os.fstat(number).st_mode)
        if is_regular:
            return os.fdopen(number, "rb", buffering=_BUFFER)
    except BaseException:
        os.close(number)
        raise
    os.close(number)
    raise OSError(errno.EINVAL, "it is no regular file", str(path))


def read_regular(path: Path, most: int, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: the file.
        most: the number of bytes that is accepted.
        follow: whether a symbolic link at its end is followed.

    Raises:
        OSError: it cannot be read, is no regular file, or is larger
            (``errno.EFBIG``).
    """
    with open_regular(path, follow=follow) as stream:
        data = stream.read(min(most, (1 << 62) - 1) + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", str(path))
    return data
