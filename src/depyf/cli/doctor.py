"""Implement `depyf doctor`: print which features this Python and torch offer depyf."""

from __future__ import annotations

import json
import os
import platform
import re
import zipfile
from contextlib import contextmanager
from dataclasses import replace
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf import __version__
from depyf.capture.journal import JOURNAL, read_journal
from depyf.cli import print_line
from depyf.errors import BundleNotWrittenError, NothingToReportError
from depyf.model.build import fold
from depyf.model.events import Failure, Note, OtherProcess, RunEnded, RunStarted
from depyf.model.file_names import INDEX
from depyf.model.serialize import event_to_json
from depyf.model.unread import unread
from depyf.reading.regular_files import open_regular
from depyf.regexes import regex

if TYPE_CHECKING:
    from depyf.model.events import Event

# Packages, besides torch, that change how torch compiles or how depyf is used.
_PACKAGES = ("triton", "numpy", "transformers", "vllm", "dill")
# These variables hold paths, log switches and numbers: no secrets, so their values may
# be shown.
_SHOWN = {
    "CC", "CUDA_HOME", "CUDA_VISIBLE_DEVICES", "CXX", "LOCAL_RANK", "OMP_NUM_THREADS",
    "PYTHONHASHSEED", "PYTHONPATH", "PYTHONWARNINGS", "PYTORCH_CUDA_ALLOC_CONF", "RANK",
    "TORCHINDUCTOR_CACHE_DIR", "TORCHINDUCTOR_COMPILE_THREADS", "TORCH_COMPILE_BACKEND",
    "TORCH_LOGS", "TORCH_TRACE", "TRITON_CACHE_DIR", "WORLD_SIZE",
}  # fmt: skip
_RELEVANT = regex(r"_?(DEPYF|PYTHON|PYTORCH|TORCH|TRITON)", re.IGNORECASE)
_SWITCH = regex(r"|\d{1,6}|true|false|yes|no|on|off", re.IGNORECASE)


def print_report(dump: str | None = None) -> int:
    """Print versions, torch's features and the environment; return the exit code.

    Args:
        dump: the directory of a dump. If given, also print torch's messages in it that
            depyf cannot parse.

    Raises:
        NothingToReportError: the directory holds no journal, or is unreadable.
    """
    unread: list[str] = []
    if dump is not None:
        with _reading(dump):
            unread += unread_lines(Path(dump))
    for line in [*report_lines(), *unread]:
        print_line(line)
    return 0


@contextmanager
def _reading(dump: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"{dump} cannot be read: {error.strerror or error}"
        raise NothingToReportError(message) from error


def unread_lines(dump: Path) -> Iterator[str]:
    """Yield how many of torch's messages in a dump depyf cannot parse, and examples.

    Raises:
        NothingToReportError: the directory holds no journal.
    """
    if not (dump / JOURNAL).is_file():
        raise NothingToReportError(f"{dump} holds no {JOURNAL}: name a dump of depyf")
    found = unread(fold(read_journal(dump / JOURNAL)))
    yield f"dump   {len(found)} messages of torch that depyf cannot parse"
    for kind, text in found[:_MOST_UNREAD]:
        yield f"  {kind}: {' '.join(text.split())[:_WIDEST]}"
    if len(found) > _MOST_UNREAD:
        yield f"  and {len(found) - _MOST_UNREAD} more"


def report_lines() -> Iterator[str]:
    """Yield lines on versions, torch's features, other packages and the environment."""
    yield f"depyf  {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"system {platform.platform()}"
    yield from _torch_lines()
    for name in _PACKAGES:
        try:
            yield f"{name:6} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    yield from (f"env    {line}" for line in environment_lines(os.environ))


def _torch_lines() -> Iterator[str]:
    if find_spec("torch") is None:
        yield "torch  not installed: decompiling works, capturing does not"
        return
    try:
        from depyf.capture import torch_compat
    except Exception as error:  # the report must say that torch is broken
        yield f"torch  cannot be imported: {type(error).__name__}: {error}"
        return
    yield f"torch  {torch_compat.torch_version()}"
    for name, present in torch_compat.features().items():
        yield f"  {'yes' if present else 'no ':3}  {name}"


def environment_lines(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield ``NAME=value`` for the variables that affect torch and depyf.

    The value is shown if the variable is known to hold no secret, or if the value is a
    switch or a number. Any other variable yields ``NAME is set``.

    Args:
        environment: the names and values of variables, such as `os.environ`.
    """
    for name, value in sorted(environment.items()):
        if name in _SHOWN or (_RELEVANT.match(name) and _SWITCH.fullmatch(value)):
            yield f"{name}={value}"
        elif _RELEVANT.match(name):
            yield f"{name} is set"


_MOST_UNREAD = 20
_WIDEST = 160  # characters
_DOCTOR = "doctor.txt"
_EXCERPT = "journal_excerpt.jsonl"
_TEXTS = (INDEX, "depyf_failures.txt", "manifest.json")
_TOLD = (RunStarted, RunEnded, Failure, Note, OtherProcess)
_LEFT_OUT = "left_out.txt"
_MOST_FOLDERS = 64  # one for each process
_LONGEST = 500_000  # characters of one file; trackers take attachments of some MB
# A dump may come from another machine, with another user's home directory.
_HOMES = r"/(?:home|Users)/[^/\\\s\"':;]+|[A-Za-z]:\\+Users\\+[^/\\\s\"':;]+"
_HEADING = regex(r"\A# .* on torch ")


def write_bundle(target: str, dump: str | None = None) -> int:
    """Write the zip file of `--bundle`, print its contents, and return the exit code.

    Args:
        target: the path of the zip file to write.
        dump: the directory of a dump, whose small files go into the zip file, too.

    Raises:
        BundleNotWrittenError: the file exists already, or cannot be written.
        NothingToReportError: ``dump`` is no directory that depyf wrote, or unreadable.
    """
    path = _free_place(target)
    texts = {_DOCTOR: "\n".join(report_lines()) + "\n"}
    if dump is not None:
        with _reading(dump):
            texts.update(_texts_of_dump(Path(dump)))
    # Search for home directories only in the part that is kept: a file may be far
    # longer.
    texts = {
        name: _cut(without_home(text[: 2 * _LONGEST])) for name, text in texts.items()
    }
    _write(path, texts)
    print_line(f"depyf: {path} holds")
    for name, text in texts.items():
        print_line(f"  {len(text):7,} characters  {name}")
    print_line(
        "depyf: it names functions, lines and paths of your program; check it before "
        "you share it"
    )
    return 0


def without_home(text: str) -> str:
    """Return a text with ``~`` for the home directories of this and other users.

    Args:
        text: any text; it may be JSON, in which backslashes are doubled.
    """
    own = os.path.expanduser("~")  # noqa: PTH111
    patterns = [_HOMES]
    if len(own.strip("/\\")) > 1:  # no home, or the root: every path would match
        separators = re.escape(own).replace(r"\\", r"\\+")
        patterns.insert(0, rf"(?<![\w.~-]){separators}(?![\w.-])")
    return re.sub("|".join(patterns), "~", text)


def _free_place(target: str) -> Path:
    path = Path(target)
    if path.suffix.lower() != ".zip":
        message = f"{path} is not the name of a zip file: --bundle FILE.zip [DIR]"
        raise BundleNotWrittenError(message)
    if path.exists():
        message = f"{path} already exists: remove it, or name another file"
        raise BundleNotWrittenError(message)
    return path


def _texts_of_dump(dump: Path) -> dict[str, str]:
    """Return the small files of a dump and of its other processes' folders, by name."""
    # A symbolic link in a dump from elsewhere may lead to another dump of this user.
    others = [
        journal
        for journal in sorted(dump.glob(f"*/{JOURNAL}"))
        if not journal.parent.is_symlink()
    ]
    journals = [
        journal
        for journal in (dump / JOURNAL, *others)
        if journal.is_file() and not journal.is_symlink()
    ]
    if not journals:
        message = f"{dump} holds no {JOURNAL} of depyf: name the directory of a dump"
        raise NothingToReportError(message)
    texts = {}
    if len(journals) > _MOST_FOLDERS:
        left = len(journals) - _MOST_FOLDERS
        texts[_LEFT_OUT] = f"{left:,} folders of other processes are left out.\n"
    for journal in journals[:_MOST_FOLDERS]:
        folder = journal.parent
        inner = folder.relative_to(dump)
        for name in _TEXTS:
            text = _text(folder / name)
            if text is not None:
                texts[_name("dump", inner, name)] = _HEADING.sub("# on torch ", text)
        texts[_name("dump", inner, _EXCERPT)] = "".join(_excerpt(journal))
    return texts


def _text(path: Path) -> str | None:
    """Return the beginning of a file in a dump; None for a symbolic link."""
    try:
        with open_regular(path, follow=False) as stream:
            data = stream.read(4 * _LONGEST)  # a character takes at most 4 bytes
    except OSError:
        return None
    return data.decode("utf-8", "replace")


def _name(*parts: str | Path) -> str:
    name = Path(*parts).as_posix()
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _excerpt(journal: Path) -> Iterator[str]:
    """Yield a journal's events about the run and about failures, without arguments."""
    room = _LONGEST
    for event in read_journal(journal):
        if room < 0:
            return
        if isinstance(event, _TOLD):
            line = json.dumps(event_to_json(_without_arguments(event))) + "\n"
            room -= len(line)
            yield line


def _without_arguments(event: Event) -> Event:
    if not isinstance(event, RunStarted):
        return event
    return replace(event, program=event.program.partition(" ")[0], arguments="")


def _cut(text: str) -> str:
    if len(text) < _LONGEST:
        return text
    return f"{text[:_LONGEST]}\n... cut after {_LONGEST:,} characters\n"


def _write(path: Path, texts: dict[str, str]) -> None:
    try:
        with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
    except OSError as error:
        raise BundleNotWrittenError(f"{path} cannot be written: {error}") from error
