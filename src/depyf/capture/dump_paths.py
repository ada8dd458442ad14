"""The path of a dump, and the names inside it."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

__all__ = ["file_inside", "plain_path", "rank_directory"]


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
        top, parent = Path(os.path.realpath(folder)), os.path.realpath(path.parent)
        leads_out = parent != str(top) and top not in Path(parent).parents
    if leads_out:
        message = f"{name!r} is no name of a file in {folder}: it would lead out of it"
        raise ValueError(message)
    return path


def rank_directory(base: Path, rank: int) -> Path:
    """Return where a rank writes: the path itself for rank 0, or if it is its folder.

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


def plain_path(path: Path) -> Path:
    """Return an absolute path without ``..`` that leads to the same place.

    Debuggers drop ``..`` from paths with the folder before it.  Where that folder is a
    link, the system goes to the parent of the link's target, and so does this path; all
    other links stay as they were given.  Nothing on the path has to exist.

    Args:
        path: as the user gave it.
    """
    if os.name == "nt":
        return Path(os.path.normpath(path.absolute()))
    anchor, *parts = path.absolute().parts
    found = Path(anchor)
    for part in parts:
        if part != "..":
            found /= part
        elif found.is_symlink():
            found = Path(os.path.realpath(found)).parent
        else:
            found = found.parent
    return found
