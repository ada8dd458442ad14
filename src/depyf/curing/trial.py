"""Run the program once with edits in a new process, and measure the run."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from depyf.capture.journal import JOURNAL, read_journal
from depyf.curing.excluded import excluded_functions
from depyf.model.build import fold
from depyf.model.cached_results import again_seconds
from depyf.model.edit_tried import RunFigures
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.failures import failures
from depyf.model.overview import totals
from depyf.reading.children import python_for_program
from depyf.reading.held_folder import HeldFolder
from depyf.reading.limits import LIMITS, NO_LIMITS
from depyf.reading.regular_files import read_regular
from depyf.records import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.curing.program_files import ProgramFiles
    from depyf.model.run import Run

_ORDER, _BEGINS = "order.json", b'{"texts": '
_CACHES = "TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR"
_CHILD = "depyf.cli.edited_program"
NOT_COMPILED = {"TORCHDYNAMO_DISABLE": "1"}
_FAILURE, _REFUSED, _LOST, _BREAK = 40, 12, 6, 3  # in recompiles


@dataclass(frozen=True)
class Measure(RunFigures):
    """The figures of a run, and further facts that the search needs.

    Attributes:
        output: the program's stdout.
        errors: the end of the program's stderr.
        entries: the number of cache entries.
        run: the recorded run; None without a recording.
    """

    output: str = ""
    errors: str = ""
    entries: int = 0
    run: Run | None = None

    @property
    def trouble(self) -> int:
        """The problems of a run as one number, in the unit of recompiles."""
        return (
            _FAILURE * self.failures
            + _REFUSED * self.refused
            + _LOST * self.plain_functions
            + _BREAK * self.breaks_met
            + self.recompiles
        )

    def recorded(self) -> RunFigures:
        """Return the figures that a dump keeps."""
        known = {one.name: getattr(self, one.name) for one in fields(RunFigures)}
        rounded = {
            name: round(known[name], 3)
            for name in ("compile_seconds", "recompile_seconds", "seconds")
        }
        return RunFigures(**{**known, **rounded})

    def figures(self) -> dict[str, Any]:
        """Return the figures for ``cure.json``."""
        known = vars(self.recorded())
        return {**known, "entries": self.entries}


@dataclass(frozen=True)
class Command:
    """Starts the program.

    Attributes:
        arguments: the script or module, then the program's own arguments.
        is_module: whether the first argument names a module.
        folder: the folder for the dumps and outputs of the runs.
    """

    arguments: Sequence[str]
    is_module: bool
    folder: Path

    def measured(
        self, files: ProgramFiles, name: str, limit: float, *, quick: bool = False
    ) -> Measure:
        """Run the program with edits and record what torch compiles.

        The run begins with empty caches of kernels. Otherwise the program as it stands
        would find its kernels there, and an edited one would not.

        Args:
            files: the program's files, with edits.
            name: the name of the run's folder.
            limit: the seconds after which the program is stopped.
            quick: whether AOTAutograd's graphs run as they are, without Inductor.
        """
        dump, caches = self.folder / name / "dump", self.folder / name / "caches"
        places = {one: str(caches) for one in _CACHES}
        started = time.monotonic()
        code, output, errors = self._run(files, name, dump, limit, places, quick=quick)
        shutil.rmtree(caches, ignore_errors=True)
        seconds = time.monotonic() - started
        figures: dict[str, Any] = {}
        if (dump / JOURNAL).is_file():
            figures = figures_of(fold(read_journal(dump / JOURNAL)))
        return Measure(
            code,
            output=output,
            errors=errors,
            seconds=seconds,
            excluded=sum(map(len, excluded_functions(files).values())),
            **figures,
        )

    def quick(self, files: ProgramFiles, name: str, limit: float) -> Measure:
        """Do the same as `measured`, without Inductor."""
        return self.measured(files, name, limit, quick=True)

    def plain(
        self,
        files: ProgramFiles,
        name: str,
        limit: float,
        environment: Mapping[str, str] | None = None,
    ) -> Measure:
        """Run the program without recording anything."""
        started = time.monotonic()
        code, output, errors = self._run(files, name, None, limit, environment)
        seconds = time.monotonic() - started
        return Measure(code, output=output, errors=errors, seconds=seconds)

    def seen(
        self, files: ProgramFiles, order: Mapping[str, Any], limit: float
    ) -> list[list[dict[str, Any]]]:
        """Run the program without compilation and watch some of its values.

        Args:
            files: the program's files.
            order: the ``values`` to watch, and the ``names`` under which they are
                stored.
            limit: the seconds after which the program is stopped.

        Returns:
            The forms of each value; empty if the program could not be run.
        """
        result = self.folder / "watched" / "seen.json"
        result.parent.mkdir(parents=True, exist_ok=True)
        watch = {"seen": str(result), **order}
        self._run(files, "watched", None, limit, NOT_COMPILED, watch=watch)
        if not result.is_file():
            return []
        text = read_regular(result, LIMITS.unpacked_bytes)
        found: list[list[dict[str, Any]]] = json.loads(text)
        self.forget("watched")
        return found

    def forget(self, name: str) -> None:
        """Remove the folder of a run."""
        shutil.rmtree(self.folder / name, ignore_errors=True)

    def _run(
        self,
        files: ProgramFiles,
        name: str,
        dump: Path | None,
        limit: float,
        environment: Mapping[str, str] | None = None,
        *,
        watch: Mapping[str, Any] | None = None,
        quick: bool = False,
    ) -> tuple[int | None, str, str]:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        order, out, err = (folder / one for one in (_ORDER, "stdout", "stderr"))
        text = json.dumps(
            {
                "texts": dict(files.texts),
                "arguments": list(self.arguments),
                "module": self.is_module,
                "out": str(dump) if dump is not None else None,
                "watch": watch,
                "quick": quick,
            }
        )
        held = HeldFolder(folder)
        for file, data in ((order, text.encode("utf-8")), (out, b""), (err, b"")):
            held.replace(file.name, data)  # opening a FIFO would wait
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                python_for_program(_CHILD, [str(order)]),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
            try:
                code: int | None = process.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                if process.poll() is None:
                    _stop(process)
        return code, _text(out), _text(err)[-_SHOWN:]


def is_run(folder: Path) -> bool:
    """Return whether a folder is empty or was made by depyf for a run."""
    held = HeldFolder(folder)
    if folder.is_symlink() or not held.names():
        return folder.is_dir() and not folder.is_symlink()
    with suppress(OSError):
        return held.head(_ORDER, len(_BEGINS)) == _BEGINS
    return False


_SHOWN = 4000  # characters of stderr


def _text(path: Path) -> str:
    return read_regular(path, NO_LIMITS.line_bytes).decode("utf-8", "replace")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a process and the processes that it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def figures_of(run: Run) -> dict[str, Any]:
    """Return the figures of a recorded run, as arguments of `Measure`."""
    total = totals(run)
    compilations = [one for frame in run.frames for one in frame.compilations]
    return {
        "graph_breaks": total.breaks,
        "breaks_met": sum(len(one.breaks) for one in compilations),
        "entries": total.entries,
        "recompiles": total.recompiles,
        "refused": sum(map(reached_limit, compilations)),
        "failures": sum(1 for _ in failures(run)),
        "plain_functions": sum(
            1 for frame in run.frames if frame.compilations and not frame.entries
        ),
        "compile_seconds": total.seconds,
        "recompile_seconds": sum(
            again_seconds(frame, [one for one in frame.compilations if one.recompile])
            for frame in run.frames
        ),
        "run": run,
    }
