"""Access the files of one directory safely, even if its path is replaced.

Another process may replace the directory by a link while the program runs.  So each
access opens the directory and checks that it is still the same one.  Names are then
looked up relative to the open directory, and links are not followed.  No descriptor
stays open between accesses: the user's program might close it or pass it on.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator, Tuple

from depyf.reading.open_folders import (
    BEGUN,
    FOLDER,
    NOT_BY_LINK,
    Identity,
    Place,
    created,
    identity_of,
    linked,
    opened_below,
    place_of,
    temporary_file,
)
from depyf.reading.regular_files import (
    opened_regular,
    read_open,
    write_all,
    write_open,
)
from depyf.records import dataclass

__all__ = ["Appended", "HeldFolder"]

#: The arguments of `os` calls: a name, and the descriptor of its directory or None.
_At = Tuple[str, "int | None"]

_WITH_HANDLES = {os.open, os.mkdir, os.rename, os.stat, os.unlink} <= os.supports_dir_fd
_MOST_NUMBERS = 10_000


@dataclass(frozen=True)
class Appended:
    """The result of appending to a file.

    Attributes:
        identity: the file's identity after the write.
        is_new: whether the call created the file.
    """

    identity: Identity
    is_new: bool


class HeldFolder:
    """Reads and writes the files of one directory by their names.

    A name may contain folders, such as ``a/b.txt``.  Links to folders are refused.

    Attributes:
        path: the directory's path, as it was given.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = ""
        self._place: Place | None = None

    def make(self) -> None:
        """Create the directory if it is missing.

        Raises:
            OSError: the directory cannot be created.
        """
        if self._place is None:
            self.path.mkdir(parents=True, exist_ok=True)
        with self._at("", make=True):
            pass

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a regular file.

        Args:
            name: the file's name.
            most: the largest number of bytes that is accepted.

        Raises:
            OSError: the file cannot be read, is not a regular file, or is larger.
        """
        with self._at(name) as (target, folder):
            number = opened_regular(target, os.O_RDONLY | NOT_BY_LINK, folder)
            return read_open(number, most, name)

    def head(self, name: str, size: int) -> bytes:
        """Return the first `size` bytes of a regular file.

        Raises:
            OSError: the file cannot be read, or is not a regular file.
        """
        with self._at(name) as (target, folder):
            number = opened_regular(target, os.O_RDONLY | NOT_BY_LINK, folder)
            with os.fdopen(number, "rb") as stream:
                return stream.read(size)

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of a file or link itself; None if it is missing."""
        try:
            with self._at(name) as (target, folder):
                return os.stat(target, dir_fd=folder, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def identity(self, name: str) -> Identity | None:
        """Return the identity of a file; None if it is missing."""
        status = self.status(name)
        return None if status is None else identity_of(status)

    def is_file(self, name: str) -> bool:
        """Return whether a name is that of an existing regular file."""
        with suppress(OSError):
            status = self.status(name)
            return status is not None and stat.S_ISREG(status.st_mode)
        return False

    def is_empty(self, name: str) -> bool:
        """Return whether a name is that of an empty regular file.

        Replacing an empty file loses nothing.
        """
        with suppress(OSError):
            status = self.status(name)
            return (
                status is not None
                and stat.S_ISREG(status.st_mode)
                and status.st_size == 0
            )
        return False

    def replace(self, name: str, data: bytes) -> None:
        """Replace a file's whole content; readers see the old content or the new.

        A new file takes the name.  A link or FIFO of that name is replaced, too.

        Raises:
            OSError: the file cannot be written; the old file stays.
        """
        with self._at(name, make=True) as (target, folder):
            number, temporary = temporary_file(target, folder)
            try:
                write_open(number, data)
                os.replace(temporary, target, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=folder)
                raise

    def create(self, name: str, data: bytes) -> bool:
        """Write a new file; return False if a file of that name exists already.

        Raises:
            OSError: the file cannot be written.
        """
        with self._at(name, make=True) as (target, folder):
            number, temporary = temporary_file(target, folder)
            try:
                write_open(number, data)
                return linked(temporary, target, folder) or (
                    self.status(name) is None and created(target, folder, data)
                )
            finally:
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=folder)

    def remove_litter(self, process: int) -> None:
        """Remove the temporary files that a killed process left behind.

        Args:
            process: the id of the killed process.

        Raises:
            OSError: a file cannot be removed.
        """
        for name in self.names():
            if name.startswith(f"{BEGUN}{process}.") and self.is_file(name):
                self.remove(name)

    def append(self, name: str, data: bytes, known: Identity | None) -> Appended:
        """Append to a file that is unchanged since its `known` identity, or create it.

        If the data cannot be written completely, nothing is appended.

        Args:
            name: the file's name.
            data: the bytes to append.
            known: the file's identity after the last append, or when it was found.

        Raises:
            FileExistsError: the existing file has another identity.
            OSError: the file cannot be written.
        """
        how = os.O_WRONLY | os.O_APPEND | NOT_BY_LINK
        with self._at(name, make=True) as (target, folder):
            is_new = False
            try:
                number = opened_regular(target, how, folder)
            except FileNotFoundError:
                number = opened_regular(target, how | os.O_CREAT | os.O_EXCL, folder)
                is_new = True
            try:
                status = os.fstat(number)
                if not is_new and identity_of(status) != known:
                    message = "another file lies there"
                    raise FileExistsError(errno.EEXIST, message, name)
                write_all(number, data, before=status.st_size)
                return Appended(identity_of(os.fstat(number)), is_new)
            finally:
                os.close(number)

    def remove(self, name: str) -> None:
        """Remove a file; do nothing if it is missing.

        Raises:
            OSError: the file cannot be removed.
        """
        with suppress(FileNotFoundError), self._at(name) as (target, folder):
            os.unlink(target, dir_fd=folder)

    def put_aside(self, name: str, suffix: str) -> str:
        """Rename a file or directory by adding a suffix; return its new name.

        Args:
            name: the current name.
            suffix: added to the name; followed by a number if that name is in use.

        Raises:
            OSError: the file cannot be renamed.
        """
        for number in range(_MOST_NUMBERS):
            aside = f"{name}{suffix}{f'.{number}' if number else ''}"
            if self.status(aside) is None:
                with self._at(name) as (target, folder):
                    fresh = target + aside[len(name) :]
                    os.rename(target, fresh, src_dir_fd=folder, dst_dir_fd=folder)
                return aside
        raise FileExistsError(
            errno.EEXIST, "too many renamed files exist already", name
        )

    def names(self) -> list[str]:
        """Return the names in the directory; none if the directory is gone."""
        try:
            with self._at(""):  # fails if the directory was replaced or removed
                return sorted(
                    one.name for one in Path(self._real or self.path).iterdir()
                )
        except OSError:
            return []

    @contextmanager
    def _at(self, name: str, *, make: bool = False) -> Iterator[_At]:
        """Yield the arguments for `os` calls on a name in this directory.

        Args:
            name: a name that may contain folders; empty for the directory itself.
            make: whether to create missing folders.
        """
        *folders, last = name.split("/")
        if ".." in (*folders, last):  # a name may come from an untrusted file
            message = "the name leads out of the directory"
            raise FileNotFoundError(errno.ENOENT, message, name)
        if not _WITH_HANDLES:
            yield self._by_path(folders, last, make=make), None
            return
        number = self._opened(make=make)
        try:
            for folder in folders:
                inner = opened_below(folder, number, make=make)
                os.close(number)
                number = inner
            yield last, number
        finally:
            os.close(number)

    def _by_path(self, folders: list[str], last: str, *, make: bool) -> str:
        """Return an absolute path, for systems without directory handles."""
        folder = self.path.joinpath(*folders)
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        return str(folder / last)

    def _opened(self, *, make: bool) -> int:
        if self._place is None:
            self._real = os.path.realpath(self.path)
        with suppress(OSError):
            number = os.open(self._real, FOLDER | NOT_BY_LINK)
            found = place_of(os.fstat(number))
            if self._place in {None, found}:
                self._place = found
                return number
            os.close(number)
        return self._opened_again(make=make)

    def _opened_again(self, *, make: bool) -> int:
        """Open the directory that is now at the path; refuse links on the path."""
        anchor, *parts = Path(self._real).parts
        number = os.open(anchor, FOLDER)
        for part in parts:
            try:
                inner = opened_below(part, number, make=make)
            finally:
                os.close(number)
            number = inner
        self._place = place_of(os.fstat(number))
        return number
