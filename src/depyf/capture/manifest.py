"""The list of files that a process wrote, and whether it still writes.

A manifest comes from an earlier run, or from whoever sent the dump.  So it removes
nothing that is not depyf's by its name and its beginning, whatever it lists.
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
_MOST_BYTES = 16 << 20  # of a manifest: 80,000 files; as objects it takes 30 times that
_MOST_TRIES = 20  # each means that another process claimed or left it meanwhile
Fingerprint = Mapping[str, object]


@dataclass(frozen=True)
class Claim:
    """What a process finds in a directory that it takes over.

    Attributes:
        stale: the files that an earlier run listed, with their fingerprints.
        kept: what a manifest that is not depyf's is called now; empty without one.
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
        process: the one that writes.
        files: the fingerprint of each file by its name.
        alive: whether the process will write more.
    """
    content = {
        "format": _FORMAT,
        "made_by": _MADE_BY,
        "process": process,
        "writing": alive,
        "files": files,
    }
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def claim(folder: HeldFolder) -> Claim | None:
    """Take over a directory, unless another process writes there.

    Raises:
        OSError: it cannot be written.
    """
    fresh = manifest_text(os.getpid(), {}, alive=True)
    kept = ""
    for _ in range(_MOST_TRIES):
        if folder.create(MANIFEST, fresh):
            return Claim({}, kept)
        known = folder.identity(MANIFEST)
        earlier = read_manifest(folder)
        if known is None or earlier is None:  # it went away just now
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
    """Yield whether only this process may replace a manifest now.

    Several may have read the same old one.  Each creates a file that is named after it;
    one succeeds, and looks whether the manifest is still the old one.

    Args:
        folder: the directory.
        known: the old manifest.
    """
    name = f"{BEGUN}{'-'.join(map(str, known))}.turn"
    if not folder.create(name, manifest_text(os.getpid(), {}, alive=True)):
        other = _content(folder, name)
        is_own = other.get("process") == os.getpid()  # of another thread
        if other and not is_own and not owner_lives(other):  # killed at that moment
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
        None where nothing bears its name; an empty dict where depyf did not write it.
    """
    return None if folder.status(MANIFEST) is None else _content(folder, MANIFEST)


def _content(folder: HeldFolder, name: str) -> dict[str, object]:
    try:
        content = json_object(folder.read(name, _MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if _is_depyfs(content) else {}


def _is_depyfs(content: Mapping[str, object]) -> bool:
    # An earlier depyf began with these two alone.
    return content.get("made_by") == _MADE_BY or set(content) == {"process", "writing"}


def owner_lives(manifest: Mapping[str, object]) -> bool:
    """Return whether another living process writes next to this manifest."""
    owner = manifest.get("process")
    if not manifest.get("writing") or not isinstance(owner, int):
        return False
    if owner == os.getpid() or os.name == "nt":
        return False  # Windows cannot ask without harm: there the last one wins
    if not 0 < owner < _HIGHEST_PROCESS:
        return False
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it lives, and belongs to another user
    return True


def stale_files(manifest: Mapping[str, object]) -> dict[str, Fingerprint]:
    """Return the depyf files that an earlier run's manifest lists."""
    files = manifest.get("files")
    listed = files if isinstance(files, dict) else {}
    return {
        name: known
        for name, known in listed.items()
        if isinstance(known, dict) and is_own_name(name)
    }


def remove_unchanged(folder: HeldFolder, name: str, known: Fingerprint) -> None:
    """Remove a file that an earlier run wrote and nothing has changed since.

    Args:
        folder: the directory.
        name: of the file, as a manifest lists it.
        known: what the manifest says of its bytes.
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
        return False  # the user's program waits while it is read
    return fingerprint(folder.read(name, size)) == known
