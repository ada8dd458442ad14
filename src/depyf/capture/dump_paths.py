"""Compute the path of a dump and of the files in it."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

__all__ = ["file_inside", "plain_path", "rank_directory"]


def file_inside(folder: Path, name: str) -> Path:
    """Return the path of a file in `folder`; raise if the name leads out of it.

    Names come from journals and manifests.  People send each other these files, and
    they may contain any name.

    >>> file_inside(Path("dump"), "rank_1/index.md").as_posix()
    'dump/rank_1/index.md'

    Args:
        folder: the directory that must contain the file.
        name: a path relative to it, with ``/`` between folders.

    Raises:
        ValueError: the name leads out of the folder, even if only through a link.
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
    """Return a rank's directory: `base` for rank 0 or if it is named after the rank.

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
    """Return an absolute path without ``..`` that leads to the same file or folder.

    Debuggers remove ``..`` from paths, together with the folder before it.  If that
    folder is a symbolic link, the system goes to the parent of the link's target, and
    so does this path.  All other links stay.  The path need not exist.

    Args:
        path: the path as the user gave it.
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
