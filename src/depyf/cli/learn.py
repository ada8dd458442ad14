"""Implement `depyf learn`: run the program of a chapter of the walk-through."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from depyf.cli import print_text, tell
from depyf.errors import DepyfError
from depyf.reading.children import python_for_program
from depyf.reading.regular_files import read_regular
from depyf.records import dataclass
from depyf.regexes import regex

DUMP = "depyf_debug_dir"
# An installed wheel has pages and programs in this folder; a checkout has them in
# `docs` and `examples`.
_INSTALLED = Path(__file__).resolve().parents[1] / "walk_through"
_CHECKOUT = Path(__file__).resolve().parents[3]
# Comments in a page say how its excerpts are generated; readers do not need them.
_COMMENT = regex(r"(?ms)^<!-- .*? -->\n")
_PICTURE = regex(r"\]\((pictures/[^)\s]+)\)")


class LearnError(DepyfError):
    """The chapter for `depyf learn` does not exist, or cannot run here."""

    slug = "no-such-chapter"


@dataclass(frozen=True)
class Chapter:
    """One chapter of the walk-through.

    Attributes:
        number: the chapter's number, from 1.
        title: the heading of the chapter.
        page: the name of its page, without the suffix.
        programs: the names of its programs; `depyf learn` runs the first.
        open: the file of the dump that answers the chapter's question; empty if the
            program compiles nothing and needs no torch.
        ranks: how many processes run the program; 0 if it does not use
            `torch.distributed`.
        stepping: whether the program runs in a debugger.
    """

    number: int
    title: str
    page: str
    programs: tuple[str, ...]
    open: str
    ranks: int = 0
    stepping: bool = False


def learn(number: int | None, directory: str) -> int:
    """Run a chapter's program as the chapter says, or list all chapters.

    Args:
        number: the chapter's number; None lists all chapters.
        directory: the directory in which the chapter gets its folder. Existing files
            are kept, so a program that the user changed runs with the changes.

    Returns:
        The exit code of the program.

    Raises:
        LearnError: there is no such chapter, torch is missing, or copying fails.
    """
    every = chapters()
    if number is None:
        for one in every:
            print_text(f"{one.number:>3}  {one.title}")
        print_text("\nRun one with `depyf learn NUMBER`.")
        return 0
    chapter = next((one for one in every if one.number == number), None)
    if chapter is None:
        known = f"{every[0].number} to {every[-1].number}"
        raise LearnError(f"there is no chapter {number}; there are {known}")
    if chapter.open and find_spec("torch") is None:
        raise LearnError("this chapter needs torch, which this Python does not have")
    try:
        folder = copied(chapter, Path(directory))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        message = f"the chapter cannot be copied: {where}{error.strerror or error}"
        raise LearnError(message) from error
    # At exit, the capture ends and names its directory. This line comes after that one,
    # because it is registered first.
    atexit.register(_tell_what_to_open, chapter, folder)
    return _run(chapter, folder)


def chapters() -> tuple[Chapter, ...]:
    """Return all chapters, in order."""
    rows = json.loads((_programs() / "chapters.json").read_text(encoding="utf-8"))
    return tuple(Chapter(**{**row, "programs": tuple(row["programs"])}) for row in rows)


def copied(chapter: Chapter, directory: Path) -> Path:
    """Copy a chapter's files into a folder; keep files that exist.

    Returns:
        The chapter's own folder.
    """
    folder = directory / chapter.page
    folder.mkdir(parents=True, exist_ok=True)
    files = {Path(name).name: _programs() / name for name in chapter.programs}
    contents = {name: source.read_bytes() for name, source in files.items()}
    text = (_pages() / f"{chapter.page}.md").read_text(encoding="utf-8")
    contents[f"{chapter.page}.md"] = _COMMENT.sub("", text).encode("utf-8")
    for picture in _PICTURE.findall(text):
        contents[picture] = (_pages() / picture).read_bytes()
    for name, content in contents.items():
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        if not os.path.lexists(target):
            target.write_bytes(content)
        elif not _holds(target, content):
            tell(f"{target} was changed by you and is kept")
    return folder


def _holds(path: Path, content: bytes) -> bool:
    try:
        return read_regular(path, len(content)) == content
    except OSError:  # the path is no file, or the file is larger
        return False


def _run(chapter: Chapter, folder: Path) -> int:
    program, dump = str(folder / Path(chapter.programs[0]).name), str(folder / DUMP)
    tell(f"runs {program}; the text is {folder / chapter.page}.md")
    if not chapter.open:
        return subprocess.run([sys.executable, program], check=False).returncode
    if chapter.ranks:
        launch = ["--standalone", f"--nproc-per-node={chapter.ranks}", "--no-python"]
        watched = python_for_program("depyf", ["run", "--out", dump, program])
        command = python_for_program("torch.distributed.run", [*launch, *watched])
        return subprocess.run(command, check=False).returncode
    if chapter.stepping:
        from depyf.cli.debug import debug_program

        return debug_program([program], as_module=False, directory=dump, again=False)
    from depyf.cli.program import run_program

    return run_program([program], as_module=False, directory=dump, provenance=True)


def _tell_what_to_open(chapter: Chapter, folder: Path) -> None:
    file = folder / DUMP / chapter.open
    if chapter.open and file.is_file():
        tell(f"chapter {chapter.number} is about {file}")


def _programs() -> Path:
    there = _INSTALLED / "programs"
    return there if there.is_dir() else _CHECKOUT / "examples" / "walk_through"


def _pages() -> Path:
    there = _INSTALLED / "pages"
    return there if there.is_dir() else _CHECKOUT / "docs" / "walk_through"
