"""The directory that a capture writes to, and what in it is ours.

A manifest lists every file written, with its size and digest, so that a later run can
remove what nobody changed and leave alone what others put there.  There are no locks:
files are replaced whole, and a process that finds the directory in use by a live one
writes to a folder of its own.

`DumpDirectory.write_bytes` writes all of them but the journal, which grows
(`capture.journal`), and what the ``depyf report`` command replaces (`cli.report`).  Who
reads which of them again, and so which have to be plain text, is in ``docs/files.md``.
"""

from __future__ import annotations

import hashlib
import json
import linecache
import os
import threading
import time
from contextlib import suppress
from pathlib import Path, PureWindowsPath

from depyf.capture.process import ForkSafeLock
from depyf.model.file_names import INDEX

MANIFEST = "manifest.json"
_FORMAT = 1
# A crash costs the listing of the files of so many seconds, not of the whole run.
_SECONDS_BETWEEN_SAVES = 1.0


def file_inside(folder: Path, name: str) -> Path:
    """Return the path of a file in `folder`; names come from journals and manifests.

    Those are files that people send each other, and may name any place.

    >>> file_inside(Path("dump"), "rank_1/index.md").as_posix()
    'dump/rank_1/index.md'

    Args:
        folder: the directory that all files stand in.
        name: relative to it, with ``/`` between folders.

    Raises:
        ValueError: the name leads out of the folder, if only by a link.
    """
    leads_out = (
        not name
        or "\\" in name
        or "\0" in name
        or PureWindowsPath(name).drive
        or any(part in {"", ".", ".."} for part in name.split("/"))
    )
    path = folder / name
    if not leads_out and path.parent != folder:
        top, parent = folder.resolve(), path.parent.resolve()
        leads_out = parent != top and top not in parent.parents
    if leads_out:
        message = f"{name!r} is no name of a file in {folder}: it would lead out of it"
        raise ValueError(message)
    return path


def rank_directory(base: Path, rank: int) -> Path:
    """Return where a rank writes: rank 0 and ready-made rank folders as given.

    >>> rank_directory(Path("dump"), 0).as_posix()
    'dump'
    >>> rank_directory(Path("dump"), 2).as_posix()
    'dump/rank_2'
    >>> rank_directory(Path("dump/rank_2_dp_0"), 2).as_posix()
    'dump/rank_2_dp_0'
    """
    own = f"rank_{rank}"
    if rank == 0 or base.name == own or base.name.startswith(f"{own}_"):
        return base
    return base / own


class DumpDirectory:
    """One process's place in a dump directory.

    Attributes:
        base: the directory as the user gave it, made absolute.
        path: where this process writes: `base`, or a folder in it.
        world: the number of ranks that write here.
    """

    def __init__(self, base: Path, rank: int = 0, world: int = 1) -> None:
        self._given = Path(os.path.normpath(base.absolute()))
        self.base: Path = rank_directory(self._given, rank)
        self.world = world
        self.path: Path = self.base
        self._rank = rank
        self._opened = time.time()
        self._process = -1
        self._saved = 0.0
        self._lock = ForkSafeLock()
        self._written: dict[str, dict[str, object]] = {}
        self._stale: dict[str, dict[str, object]] = {}

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
            replace_file(target, data)
            # A debugger in which a breakpoint was set before has read the old text.
            linecache.cache.pop(str(target), None)
            self._written[name] = _fingerprint(data)
            self._stale.pop(name, None)
            if time.monotonic() - self._saved > _SECONDS_BETWEEN_SAVES:
                self._write_manifest(alive=True)
            return target

    def path_of(self, name: str) -> Path:
        """Return the absolute path that a file of this name has."""
        with self._lock:
            self._follow_fork()
            return self.path / name

    def growing(self, name: str) -> Path:
        """Return the path of a file that grows (the journal), emptied if it is old."""
        with self._lock:
            self._follow_fork()
            target = self.path / name
            if name not in self._written:
                target.unlink(missing_ok=True)
            self._written[name] = {"grows": True}
            self._stale.pop(name, None)
            return target

    def remove(self, name: str) -> None:
        """Remove a file that this process wrote and now knows to be void."""
        with self._lock:
            if self._written.pop(name, None) is not None:
                (self.path / name).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove unchanged files of earlier runs, and release the directory."""
        with self._lock:
            self._follow_fork()
            for name, print_ in self._stale.items():
                _remove_unchanged(self.path, name, print_)
            self._stale.clear()
            self._write_manifest(alive=False)

    def others(self, world: int) -> list[str]:
        """Return the folders in here that other processes of this run write to.

        Ranks may still be at work, so theirs are named whether they exist or not.

        Args:
            world: the number of ranks.
        """
        if self.path != self.base or self._rank != 0:
            return []
        return [*(f"rank_{rank}" for rank in range(1, world)), *self._children()]

    def unreported(self) -> list[str]:
        """Return the folders of children that left no index: `os._exit` ends them."""
        return [
            name for name in self._children() if not (self.path / name / INDEX).exists()
        ]

    def _children(self) -> list[str]:
        """Return the folders of processes that began to write here after this one."""
        if self.path != self.base:
            return []
        found = self.path.glob(f"pid_*/{MANIFEST}")
        return sorted(
            path.parent.name
            for path in found
            if path.stat().st_mtime >= self._opened - 1
        )

    @property
    def top(self) -> Path | None:
        """Return where all ranks meet; None where this process is not one of them.

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

    def _follow_fork(self) -> None:
        """A forked child writes to its own folder and lists only its own files."""
        if self._process != os.getpid():
            self._written, self._stale = {}, {}
            self._claim()

    def _claim(self) -> None:
        reopened = self._process == os.getpid()
        self._process = os.getpid()
        if reopened:
            self.path.mkdir(parents=True, exist_ok=True)
            self._write_manifest(alive=True)
            return
        for candidate in (self.base, self.base / f"pid_{self._process}"):
            candidate.mkdir(parents=True, exist_ok=True)
            earlier = _read_manifest(candidate)
            if earlier is None and not _create_exclusively(candidate / MANIFEST):
                earlier = _read_manifest(candidate)
            if earlier is not None and _owner_lives(earlier):
                continue
            self.path = candidate
            files = earlier.get("files") if earlier else None
            self._stale = files if isinstance(files, dict) else {}
            self._write_manifest(alive=True)
            return
        self.path = self.base / f"pid_{self._process}"

    def _write_manifest(self, *, alive: bool) -> None:
        self._saved = time.monotonic()
        content = {
            "format": _FORMAT,
            "made_by": "depyf",
            "process": self._process,
            "writing": alive,
            "files": {**self._stale, **self._written},
        }
        text = json.dumps(content, indent=1, sort_keys=True) + "\n"
        replace_file(self.path / MANIFEST, text.encode())


def _fingerprint(data: bytes) -> dict[str, object]:
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def replace_file(target: Path, data: bytes) -> None:
    """Write a file whole: whoever reads it sees the old one or the new one.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(
        f".{target.name[:80]}.{os.getpid()}.{threading.get_ident()}.tmp"
    )
    try:
        temporary.write_bytes(data)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _create_exclusively(path: Path) -> bool:
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(json.dumps({"process": os.getpid(), "writing": True}))
    except FileExistsError:
        return False
    return True


def _read_manifest(directory: Path) -> dict[str, object] | None:
    try:
        content = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _owner_lives(manifest: dict[str, object]) -> bool:
    owner = manifest.get("process")
    if not manifest.get("writing") or not isinstance(owner, int):
        return False
    if owner == os.getpid() or os.name == "nt":
        return False  # Windows cannot ask without harm: there the last one wins
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it lives, and belongs to somebody else
    return True


def _remove_unchanged(folder: Path, name: str, known: object) -> None:
    """Remove a file that the manifest of an earlier run lists."""
    try:
        path = file_inside(folder, name)
        grows = isinstance(known, dict) and bool(known.get("grows"))
        if grows or _fingerprint(path.read_bytes()) == known:
            path.unlink()
    except (OSError, ValueError):
        return
