"""Write and read manifests: the files of a process, and whether it still writes.

A manifest comes from an earlier run or from another person.  So a file that it lists is
removed only if the file's name and beginning show that it is depyf's.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.capture.dump_paths import file_inside
from depyf.model.file_names import JOURNAL
from depyf.model.own_files import ASIDE, is_ours, is_own_name
from depyf.reading.limits import LIMITS
from depyf.reading.open_folders import BEGUN
from depyf.reading.records import json_object
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.reading.held_folder import HeldFolder
    from depyf.reading.open_folders import Identity

__all__ = [
    "MANIFEST",
    "Claim",
    "Fingerprint",
    "claim",
    "fingerprint",
    "manifest_text",
    "read_manifest",
    "remove_unchanged",
]

MANIFEST = "manifest.json"
_FORMAT = 1
_MADE_BY = "depyf"
_HIGHEST_PROCESS = 1 << 31
_MOST_BYTES = 16 << 20  # for 80,000 files; as objects they take 30 times the memory
_MOST_TRIES = 20  # a try fails if another process claimed or left it meanwhile
Fingerprint = Mapping[str, object]


@dataclass(frozen=True)
class Claim:
    """The facts about a directory that a process has taken over.

    Attributes:
        stale: the files that an earlier run listed, with their fingerprints.
        kept: the new name of a manifest that is not depyf's; empty if there was none.
    """

    stale: dict[str, Fingerprint]
    kept: str


def fingerprint(data: bytes) -> dict[str, object]:
    """Return the size and digest of a file's bytes."""
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def manifest_text(
    process: int, files: Mapping[str, Fingerprint], *, alive: bool
) -> bytes:
    """Return the bytes of a manifest.

    Args:
        process: the id of the process that writes.
        files: the fingerprint of each file, by name.
        alive: whether the process will write more.
    """
    content = {
        "format": _FORMAT,
        "made_by": _MADE_BY,
        "process": process,
        "writing": alive,
    }
    # With an indent, `json` encodes in Python, which is slow for thousands of files.
    listed = ",\n  ".join(
        f"{json.dumps(name)}: {json.dumps(files[name], sort_keys=True)}"
        for name in sorted(files)
    )
    about = json.dumps(content, indent=1)[:-2]
    return f'{about},\n "files": {{\n  {listed}\n }}\n}}\n'.encode()


def claim(folder: HeldFolder) -> Claim | None:
    """Take over a directory; return None if another process writes there.

    Raises:
        OSError: the directory cannot be written.
    """
    fresh = manifest_text(os.getpid(), {}, alive=True)
    kept = ""
    for _ in range(_MOST_TRIES):
        if folder.create(MANIFEST, fresh):
            return Claim({}, kept)
        known = folder.identity(MANIFEST)
        earlier = read_manifest(folder)
        if known is None or earlier is None:  # the manifest was just removed
            continue
        if owner_lives(earlier):
            return None
        with _turn(folder, known) as is_ours_to_replace:
            if not is_ours_to_replace:
                continue
            if not earlier and not folder.is_empty(MANIFEST):
                kept = folder.put_aside(MANIFEST, ASIDE)
                continue
            folder.replace(MANIFEST, fresh)
        _remove_litter(folder, earlier)
        return Claim(stale_files(earlier), kept)
    return None


@contextmanager
def _turn(folder: HeldFolder, known: Identity) -> Iterator[bool]:
    """Yield whether this process alone may replace a manifest now.

    Several processes may have read the same old manifest.  Each tries to create a file
    that is named after it.  One succeeds, and checks whether the old manifest is still
    there.

    Args:
        folder: the directory.
        known: the identity of the old manifest.
    """
    name = f"{BEGUN}{'-'.join(map(str, known))}.turn"
    if not folder.create(name, manifest_text(os.getpid(), {}, alive=True)):
        other = _content(folder, name)
        is_own = other.get("process") == os.getpid()  # another thread made it
        if other and not is_own and not owner_lives(other):  # its process was killed
            folder.remove(name)
        yield False
        return
    try:
        yield folder.identity(MANIFEST) == known
    finally:
        folder.remove(name)


def _remove_litter(folder: HeldFolder, earlier: Mapping[str, object]) -> None:
    process = earlier.get("process")
    if earlier.get("writing") and isinstance(process, int):
        with suppress(OSError):
            folder.remove_litter(process)


def read_manifest(folder: HeldFolder) -> dict[str, object] | None:
    """Return the manifest of a directory.

    Returns:
        None if there is no file of this name; an empty dict if depyf did not write it.
    """
    return None if folder.status(MANIFEST) is None else _content(folder, MANIFEST)


def _content(folder: HeldFolder, name: str) -> dict[str, object]:
    try:
        content = json_object(folder.read(name, _MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if _is_depyfs(content) else {}


def _is_depyfs(content: Mapping[str, object]) -> bool:
    # Earlier versions of depyf wrote only these two keys.
    return content.get("made_by") == _MADE_BY or set(content) == {"process", "writing"}


def owner_lives(manifest: Mapping[str, object]) -> bool:
    """Return whether a manifest names another process that still writes."""
    owner = manifest.get("process")
    if not manifest.get("writing") or not isinstance(owner, int):
        return False
    if owner == os.getpid() or os.name == "nt":
        return False  # on Windows, `os.kill` is no harmless test: the last one wins
    if not 0 < owner < _HIGHEST_PROCESS:
        return False
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # the process exists, and belongs to another user
    return True


def stale_files(manifest: Mapping[str, object]) -> dict[str, Fingerprint]:
    """Return the files with names of depyf that a manifest lists."""
    files = manifest.get("files")
    listed = files if isinstance(files, dict) else {}
    return {
        name: known
        for name, known in listed.items()
        if isinstance(known, dict) and is_own_name(name)
    }


def remove_unchanged(folder: HeldFolder, name: str, known: Fingerprint) -> None:
    """Remove a file that an earlier run wrote, if it has not changed since.

    Args:
        folder: the directory.
        name: the name of the file in the manifest.
        known: the fingerprint of the file in the manifest.
    """
    with suppress(OSError, ValueError):
        file_inside(folder.path, name)
        if _is_unchanged(folder, name, known) and is_ours(folder, name):
            folder.remove(name)


def _is_unchanged(folder: HeldFolder, name: str, known: Fingerprint) -> bool:
    status = folder.status(name)
    if status is None or not stat.S_ISREG(status.st_mode):
        return False
    if known.get("grows"):
        return name.rpartition("/")[2] == JOURNAL
    size = status.st_size
    if size != known.get("size") or size > LIMITS.unpacked_bytes:
        return False  # do not read a large file while the user's program waits
    return fingerprint(folder.read(name, size)) == known
