"""Files and folders below an open directory: identities, names, links.

Where the system has no handles of directories, names are whole paths.
"""

from __future__ import annotations

import errno
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Tuple

from depyf.reading.regular_files import opened_regular, write_open

__all__ = [
    "BEGUN",
    "FOLDER",
    "NOT_BY_LINK",
    "Identity",
    "Place",
    "created",
    "identity_of",
    "linked",
    "opened_below",
    "place_of",
    "temporary_file",
]

#: Device and number of a directory: no two have the same at one time.
Place = Tuple[int, int]
#: The same of a file, with size and time: a new file may get the number of an old one.
Identity = Tuple[int, int, int, int]

NOT_BY_LINK = getattr(os, "O_NOFOLLOW", 0)
# Linux opens a directory for looking up names alone, which needs no right to list it.
FOLDER = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
#: How a file begins to be called while it is written.
BEGUN = ".depyf."
_MOST_NUMBERS = 10_000


def place_of(status: os.stat_result) -> Place:
    """Return the identity of the directory with a status."""
    return status.st_dev, status.st_ino


def identity_of(status: os.stat_result) -> Identity:
    """Return the identity of the file with a status."""
    return (*place_of(status), status.st_size, status.st_mtime_ns)


def opened_below(name: str, folder: int, *, make: bool) -> int:
    """Open a folder inside an open one; refuse links."""
    how = FOLDER | NOT_BY_LINK
    try:
        try:
            return os.open(name, how, dir_fd=folder)
        except FileNotFoundError:
            if not make:
                raise
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=folder)
            return os.open(name, how, dir_fd=folder)
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENOTDIR}:
            message = "it is a link or a file now, no directory"
            raise NotADirectoryError(errno.ENOTDIR, message, name) from error
        raise


def temporary_file(target: str, folder: int | None) -> tuple[int, str]:
    """Create a temporary file beside another; return its descriptor and name."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_BY_LINK
    own = f"{BEGUN}{os.getpid()}.{threading.get_ident()}"
    for number in range(_MOST_NUMBERS):
        temporary = str(Path(target).with_name(f"{own}.{number}.tmp"))
        with suppress(FileExistsError):
            return opened_regular(temporary, how, folder), temporary
    raise FileExistsError(errno.EEXIST, "no free name is left beside it", target)


def linked(source: str, target: str, folder: int | None) -> bool:
    """Give a file a second name, if the system can and the name is free."""
    try:
        os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder)
    except (OSError, NotImplementedError):
        return False
    return True


def created(target: str, folder: int | None, data: bytes) -> bool:
    """Write a file if there is none, on a file system without links."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_BY_LINK
    try:
        number = opened_regular(target, how, folder)
    except FileExistsError:
        return False
    write_open(number, data)
    return True
