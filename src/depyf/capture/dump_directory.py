"""Write the files of a capture into its directory, and keep files that are not depyf's.

A manifest lists each file that was written, with its size and digest.  So a later run
can remove unchanged files (`capture.manifest`).  A file that depyf did not write is
renamed and kept (`model.own_files`).  There are no locks: files are replaced as a
whole. If another living process uses the directory, this one writes to a folder of its
own.

`DumpDirectory.write_bytes` writes all files except the journal, which grows
(`capture.journal`), and the files that ``depyf report`` replaces (`cli.report`).
``docs/files.md`` says which programs read which files.
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

# After a crash, only the files of the last seconds are missing from the manifest.
_SECONDS_BETWEEN_SAVES = 1.0


class DumpDirectory:
    """The directory, or the folder in it, to which one process dumps.

    Attributes:
        base: the directory of this rank, as an absolute path.
        path: the directory to which this process writes: `base`, or a folder in it.
        world: the number of ranks.
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
        """Claim the directory, or a folder in it, for this process.

        Raises:
            OSError: the directory cannot be created or written.
        """
        with self._lock:
            self._claim()

    def write(self, name: str, content: str) -> Path:
        """Write a text file and list it in the manifest; return its absolute path."""
        data = content.encode("utf-8", "backslashreplace")
        return self.write_bytes(name, data)

    def write_bytes(self, name: str, data: bytes) -> Path:
        """Write a file and list it in the manifest; return its absolute path.

        Raises:
            OSError: the file cannot be written.
            ValueError: the name leads out of the directory.
        """
        with self._lock:
            self._follow_fork()
            target = file_inside(self.path, name)
            self._make_room(name)
            self._folder.replace(name, data)
            # A debugger may have cached the old text when a breakpoint was set.
            linecache.cache.pop(str(target), None)
            self._list(name, fingerprint(data))
            return target

    def append(self, name: str, data: bytes) -> bool:
        """Append lines to a file that grows: either all of them or none.

        Returns:
            Whether the data that this process appended before is lost.

        Raises:
            OSError: the file cannot be written.
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
                # The path is now another file, a link, a FIFO or a folder.
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
        """Return the path of a file if this process appended to it, else None."""
        with self._lock:
            self._follow_fork()
            return self.path / name if name in self._grown else None

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a file in the directory, as `HeldFolder.read` does."""
        with self._lock:
            self._follow_fork()
            return self._folder.read(name, most)

    def has(self, name: str) -> bool:
        """Return whether the directory has a regular file with this name."""
        with self._lock:
            self._follow_fork()
            return self._folder.is_file(name)

    def make_room(self, names: Iterable[str]) -> None:
        """Rename files that have these names and are not depyf's.

        Raises:
            OSError: a file cannot be renamed.
        """
        with self._lock:
            self._follow_fork()
            for name in names:
                self._make_room(name)

    def take_kept(self) -> dict[str, str]:
        """Return the new names of files renamed since the last call, by old name."""
        with self._lock:
            kept, self._kept = self._kept, {}
            return kept

    def path_of(self, name: str) -> Path:
        """Return the absolute path of a file with this name."""
        with self._lock:
            self._follow_fork()
            return self.path / name

    def remove(self, name: str) -> None:
        """Remove a file if this process wrote it."""
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
        """Return the folders in this directory that other processes of the run use.

        Other ranks may still be running, so their folders need not exist yet.

        Args:
            world: the number of ranks.
        """
        if self.path != self.base or self._rank != 0:
            return []
        return [*(f"rank_{rank}" for rank in range(1, world)), *self._children()]

    def unreported(self) -> list[str]:
        """Return the folders of children without an index, such as after `os._exit`."""
        return [
            name
            for name in self._children()
            if not self._folder.is_file(f"{name}/{INDEX}")
        ]

    def _children(self) -> list[str]:
        """Return the folders of processes that began to write after this one."""
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
        """Return the common directory of all ranks; None if there are no other ranks.

        It is also None if the program gave this rank a directory of its own.
        """
        stands_alone = self.base == self._given and self._rank > 0
        if self.world < 2 or self.path != self.base or stands_alone:
            return None
        return self._given

    @property
    def process(self) -> int:
        """Return the id of the process that writes to this directory."""
        return self._process

    @property
    def names(self) -> list[str]:
        """Return the names of the files that this process wrote, in order."""
        return list(self._written)

    def _list(self, name: str, known: Fingerprint) -> None:
        self._written[name] = known
        self._stale.pop(name, None)
        if time.monotonic() - self._saved > _SECONDS_BETWEEN_SAVES:
            self._write_manifest(alive=True)

    def _is_copy(self, name: str) -> bool:
        """Return whether a copy of a growing file has replaced the file."""
        status = self._folder.status(name)
        is_alone = status is not None and status.st_nlink == 1
        return is_alone and is_ours(self._folder, name)

    def _make_room(self, name: str, *, again: bool = False) -> None:
        """Rename a file that is not depyf's; with `again`, check own files, too."""
        if name in self._written and not again:
            return
        aside = make_room(self._folder, name)
        if aside:
            self._kept[name] = aside

    def _follow_fork(self) -> None:
        """In a forked child, claim a folder for the child and list only its files."""
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
