"""The directory that a capture writes to, and which of its files are depyf's.

A manifest lists every file written, with its size and digest, so that a later run can
remove what is unchanged (`capture.manifest`).  A file that depyf did not write is
kept beside (`model.own_files`).  There are no locks: files are replaced whole, and a
process that finds the directory in use by a live one writes to a folder of its own.

`DumpDirectory.write_bytes` writes all of them but the journal, which grows
(`capture.journal`), and what the ``depyf report`` command replaces (`cli.report`).  Who
reads which of them again, and so which have to be plain text, is in ``docs/files.md``.
"""

from __future__ import annotations

import linecache
import os
import stat
import time
from typing import TYPE_CHECKING, Iterable

from depyf.capture.dump_paths import file_inside, plain_path, rank_directory
from depyf.capture.manifest import (
    MANIFEST,
    claim,
    fingerprint,
    manifest_text,
    read_manifest,
    remove_unchanged,
)
from depyf.capture.process import ForkSafeLock
from depyf.model.file_names import INDEX
from depyf.model.own_files import is_ours, make_room
from depyf.reading.held_folder import HeldFolder

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.capture.manifest import Fingerprint
    from depyf.reading.open_folders import Identity

# A crash costs the listing of the files of so many seconds, not of the whole run.
_SECONDS_BETWEEN_SAVES = 1.0


class DumpDirectory:
    """One process's place in a dump directory.

    Attributes:
        base: the directory as the user gave it, made absolute.
        path: where this process writes: `base`, or a folder in it.
        world: the number of ranks that write here.
    """

    def __init__(self, base: Path, rank: int = 0, world: int = 1) -> None:
        self._given = plain_path(base)
        self.base: Path = rank_directory(self._given, rank)
        self.world = world
        self.path: Path = self.base
        self._rank = rank
        self._opened = time.time()
        self._process = -1
        self._saved = 0.0
        self._lock = ForkSafeLock()
        self._folder = HeldFolder(self.path)
        self._written: dict[str, Fingerprint] = {}
        self._stale: dict[str, Fingerprint] = {}
        self._grown: dict[str, Identity] = {}
        self._kept: dict[str, str] = {}

    def open(self) -> None:
        """Claim the directory (or a folder in it) for this process.

        Raises:
            OSError: it cannot be made or written.
        """
        with self._lock:
            self._claim()

    def write(self, name: str, content: str) -> Path:
        """Write one file whole, and list it; return its absolute path."""
        data = content.encode("utf-8", "backslashreplace")
        return self.write_bytes(name, data)

    def write_bytes(self, name: str, data: bytes) -> Path:
        """Write one binary file whole, and list it; return its absolute path.

        Raises:
            OSError: it cannot be written.
            ValueError: the name leads out of the directory.
        """
        with self._lock:
            self._follow_fork()
            target = file_inside(self.path, name)
            self._make_room(name)
            self._folder.replace(name, data)
            # A debugger in which a breakpoint was set before has read the old text.
            linecache.cache.pop(str(target), None)
            self._list(name, fingerprint(data))
            return target

    def append(self, name: str, data: bytes) -> bool:
        """Append to a file that grows, whole lines or nothing.

        Returns:
            Whether what this process wrote to it before is gone.

        Raises:
            OSError: it cannot be written.
        """
        with self._lock:
            self._follow_fork()
            known = self._grown.get(name)
            try:
                done = self._folder.append(name, data, known)
            except OSError:
                found = self._folder.identity(name)
                if found in {None, known}:
                    raise
                # Another file lies there, or a link, a FIFO, a folder.
                if known is None or not self._is_copy(name):
                    self._make_room(name, again=True)
                    self._folder.remove(name)
                    found = None
                done = self._folder.append(name, data, found)
            self._grown[name] = done.identity
            if name not in self._written:
                self._list(name, {"grows": True})
            return done.is_new and known is not None

    def grown(self, name: str) -> Path | None:
        """Return the path of a file that this process appended to, if there is one."""
        with self._lock:
            self._follow_fork()
            return self.path / name if name in self._grown else None

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a file in the directory, as `HeldFolder.read` does."""
        with self._lock:
            self._follow_fork()
            return self._folder.read(name, most)

    def has(self, name: str) -> bool:
        """Return whether a regular file of this name is in the directory."""
        with self._lock:
            self._follow_fork()
            return self._folder.is_file(name)

    def make_room(self, names: Iterable[str]) -> None:
        """Before writing, rename files with these names that are not depyf's.

        Raises:
            OSError: it cannot be renamed.
        """
        with self._lock:
            self._follow_fork()
            for name in names:
                self._make_room(name)

    def take_kept(self) -> dict[str, str]:
        """Return the new names of files that were renamed, by their old ones, once."""
        with self._lock:
            kept, self._kept = self._kept, {}
            return kept

    def path_of(self, name: str) -> Path:
        """Return the absolute path that a file of this name has."""
        with self._lock:
            self._follow_fork()
            return self.path / name

    def remove(self, name: str) -> None:
        """Remove a file that this process wrote and that is no longer valid."""
        with self._lock:
            if self._written.pop(name, None) is not None:
                self._folder.remove(name)

    def close(self) -> None:
        """Remove unchanged files of earlier runs, and release the directory."""
        with self._lock:
            self._follow_fork()
            for name, known in self._stale.items():
                remove_unchanged(self._folder, name, known)
            self._stale.clear()
            self._write_manifest(alive=False)

    def others(self, world: int) -> list[str]:
        """Return the folders in here to which other processes of this run write.

        Ranks may still be at work, so theirs are named whether they exist or not.

        Args:
            world: the number of ranks.
        """
        if self.path != self.base or self._rank != 0:
            return []
        return [*(f"rank_{rank}" for rank in range(1, world)), *self._children()]

    def unreported(self) -> list[str]:
        """Return the folders of children that wrote no index: `os._exit` ends them."""
        return [
            name
            for name in self._children()
            if not self._folder.is_file(f"{name}/{INDEX}")
        ]

    def _children(self) -> list[str]:
        """Return the folders of processes that began to write here after this one."""
        if self.path != self.base:
            return []
        return [
            name
            for name in self._folder.names()
            if name.startswith("pid_") and self._is_recent(f"{name}/{MANIFEST}")
        ]

    def _is_recent(self, name: str) -> bool:
        try:
            status = self._folder.status(name)
        except OSError:
            return False
        if status is None or not stat.S_ISREG(status.st_mode):
            return False
        return status.st_mtime >= self._opened - 1

    @property
    def top(self) -> Path | None:
        """Return the directory where all ranks meet; None if there are no other ranks.

        A folder made for one rank by somebody else has no such place.
        """
        stands_alone = self.base == self._given and self._rank > 0
        if self.world < 2 or self.path != self.base or stands_alone:
            return None
        return self._given

    @property
    def process(self) -> int:
        """Return the process that writes here."""
        return self._process

    @property
    def names(self) -> list[str]:
        """Return the files written by this process, in order."""
        return list(self._written)

    def _list(self, name: str, known: Fingerprint) -> None:
        self._written[name] = known
        self._stale.pop(name, None)
        if time.monotonic() - self._saved > _SECONDS_BETWEEN_SAVES:
            self._write_manifest(alive=True)

    def _is_copy(self, name: str) -> bool:
        """Return whether a copy of a growing file was moved to its path."""
        status = self._folder.status(name)
        is_alone = status is not None and status.st_nlink == 1
        return is_alone and is_ours(self._folder, name)

    def _make_room(self, name: str, *, again: bool = False) -> None:
        """Rename files that are not depyf's; this process's own files are depyf's."""
        if name in self._written and not again:
            return
        aside = make_room(self._folder, name)
        if aside:
            self._kept[name] = aside

    def _follow_fork(self) -> None:
        """In a forked child, write to its own folder and list only its own files."""
        if self._process != os.getpid():
            self._claim()

    def _claim(self) -> None:
        reopened = self._process == os.getpid()
        self._process = os.getpid()
        if reopened and self._is_still_ours():
            self._folder.make()
            self._write_manifest(alive=True)
            return
        self._written, self._stale, self._grown = {}, {}, {}
        for candidate in (self.base, self.base / f"pid_{self._process}"):
            folder = HeldFolder(candidate)
            folder.make()
            claimed = claim(folder)
            if claimed is None:
                continue
            self.path, self._folder, self._stale = candidate, folder, claimed.stale
            if claimed.kept:
                self._kept[MANIFEST] = claimed.kept
            self._write_manifest(alive=True)
            return
        self.path = self.base / f"pid_{self._process}"
        self._folder = HeldFolder(self.path)

    def _is_still_ours(self) -> bool:
        """Return whether no other process claimed the directory meanwhile."""
        earlier = read_manifest(self._folder)
        return not earlier or earlier.get("process") == self._process

    def _write_manifest(self, *, alive: bool) -> None:
        self._saved = time.monotonic()
        files = {**self._stale, **self._written}
        self._folder.replace(MANIFEST, manifest_text(self._process, files, alive=alive))
