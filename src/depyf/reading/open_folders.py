"""Open, create, link and identify files and folders relative to an open directory.

On systems without directory descriptors, the names are whole paths.
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

#: The device and inode number of a directory; no two directories share both.
Place = Tuple[int, int]
#: The device, inode number, size and modification time of a file.  A new file may get
#: the inode number of a deleted one, so size and time are included.
Identity = Tuple[int, int, int, int]

NOT_BY_LINK = getattr(os, "O_NOFOLLOW", 0)
# With `O_PATH`, Linux opens a directory that the user has no permission to list.
FOLDER = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
#: The prefix of a file's temporary name while it is written.
BEGUN = ".depyf."
_MOST_NUMBERS = 10_000


def place_of(status: os.stat_result) -> Place:
    """Return the identity of the directory that a status describes."""
    return status.st_dev, status.st_ino


def identity_of(status: os.stat_result) -> Identity:
    """Return the identity of the file that a status describes."""
    return (*place_of(status), status.st_size, status.st_mtime_ns)


def opened_below(name: str, folder: int, *, make: bool) -> int:
    """Open a folder inside an open folder; refuse links.

    Args:
        name: the folder to open.
        folder: the descriptor of the folder that contains it.
        make: whether to create the folder if it is missing.
    """
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
    """Create a temporary file beside `target`; return its descriptor and name."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_BY_LINK
    own = f"{BEGUN}{os.getpid()}.{threading.get_ident()}"
    for number in range(_MOST_NUMBERS):
        temporary = str(Path(target).with_name(f"{own}.{number}.tmp"))
        with suppress(FileExistsError):
            return opened_regular(temporary, how, folder), temporary
    raise FileExistsError(errno.EEXIST, "no free name is left beside it", target)


def linked(source: str, target: str, folder: int | None) -> bool:
    """Create `target` as a hard link to `source`; return False if that fails."""
    try:
        os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder)
    except (OSError, NotImplementedError):
        return False
    return True


def created(target: str, folder: int | None, data: bytes) -> bool:
    """Write `data` to a new file, without hard links; return False if it exists."""
    how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_BY_LINK
    try:
        number = opened_regular(target, how, folder)
    except FileExistsError:
        return False
    write_open(number, data)
    return True
