"""Combine capture, files and stepping into `depyf.prepare_debug` and friends.

This is the composition root: it creates the parts and connects them.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Callable, Mapping, TypeVar, Union

from depyf.capture.process import ForkSafeLock, paused_for_imports
from depyf.errors import ObsoleteUsageError

if TYPE_CHECKING:
    from depyf.capture.boundary import FailureBoundary
    from depyf.capture.context import CaptureOptions
    from depyf.capture.dump_directory import DumpDirectory
    from depyf.model.call_check import Check

__all__ = [
    "annotate",
    "check",
    "install",
    "prepare_debug",
    "uninstall",
]

_OBSOLETE = (
    "prepare_debug(function, directory) no longer exists: write\n"
    "    with depyf.prepare_debug(directory):\n"
    "        ...  # code that calls the compiled function"
)
_RUNS = ("relocated", "recompiled")

ModuleLoader = Callable[..., ModuleType]
PathLike = Union[str, "os.PathLike[str]"]


class prepare_debug:  # noqa: N801  # used like a function: `with prepare_debug(...):`
    """Write to files everything that `torch.compile` makes inside a `with` block.

    Args:
        dump_src_dir: the directory to write to; created if needed.
        clean_wild_fx_code: leave out generated graph code that belongs to no
            compiled function.
        log_bytecode: also write the code objects, as files for `dill.load`.
        plain: show transformed code unsimplified, with every effect in order.
        relocate: give the running code the lines of the dumped files, so that
            breakpoints in these files are hit.
        provenance: let Inductor record the operations that each kernel comes from. This
            changes its cache keys, so it finds nothing in its caches at first.
        count_calls: count how often each entry is called, and how often a compiled
            function runs as plain Python (Python 3.12 or later).
        run: "relocated" runs Dynamo's own bytecode; "recompiled" runs the decompiled
            text instead, if it was proved to do the same.
    """

    def __init__(
        self,
        dump_src_dir: object,
        clean_wild_fx_code: bool = True,
        log_bytecode: bool = False,
        *,
        plain: bool = False,
        relocate: bool = True,
        provenance: bool = False,
        count_calls: bool = True,
        run: str = "relocated",
    ) -> None:
        if not isinstance(dump_src_dir, (str, os.PathLike)):
            raise ObsoleteUsageError(_OBSOLETE)
        if run not in _RUNS:
            raise ValueError(f"run must be one of {', '.join(_RUNS)}, not {run!r}")
        self._base = Path(os.fspath(dump_src_dir))
        self._choices: dict[str, object] = {
            "clean_wild_fx_code": bool(clean_wild_fx_code),
            "log_bytecode": bool(log_bytecode),
            "plain": plain,
            "relocate": relocate,
            "provenance": provenance,
            "count_calls": count_calls,
            "run": run,
        }
        self._dump: Dump | None = None

    def __enter__(self) -> None:
        with nullcontext() if _STATE.tried else paused_for_imports():
            _STATE.tried = True
            self._open()

    def _open(self) -> None:
        from depyf.capture.boundary import FailureBoundary, logger

        # Another thread's block must not open while this one is changing torch.
        with _STATE.changing:
            if _STATE.open_dumps:
                outer = _STATE.open_dumps[-1].directory.path
                logger().warning(
                    "already dumping to %s; %s is ignored", outer, self._base
                )
                return
            boundary = FailureBoundary()
            self._dump = _outside_dynamo(
                partial(
                    boundary.call,
                    f"dumping to {self._base}",
                    "nothing is dumped",
                    lambda: _open_dump(self._base, self._choices, boundary),
                )
            )

    def note_error(self, error: BaseException | None) -> None:
        """Record the error that ends the program, and where compiled code raised it."""
        if self._dump is not None and error is not None:
            _outside_dynamo(partial(self._dump.session.note_error, error))

    def __exit__(
        self,
        error_type: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.note_error(error)
        dump, self._dump = self._dump, None
        if dump is not None:
            with _STATE.changing:
                _STATE.open_dumps.remove(dump)
                _outside_dynamo(dump.close)
            _fill_legacy_data()


_Result = TypeVar("_Result")


def _outside_dynamo(work: Callable[[], _Result]) -> _Result:
    """Run `work` without letting Dynamo trace it, even during a compilation.

    A compiled function may itself open a `prepare_debug` block or call `annotate`.
    """
    if "torch._dynamo" not in sys.modules:
        return work()
    from depyf.capture import torch_compat

    return torch_compat.outside_dynamo(work)()


class _State:
    """The open blocks of this process, and its latest dump."""

    def __init__(self) -> None:
        self.changing = ForkSafeLock()
        self.open_dumps: list[Dump] = []
        self.last_directory: Path | None = None
        self.installed: list[prepare_debug] = []
        self.debugging = 0
        self.tried = False


_STATE = _State()
_STATE_DIRECTORIES: dict[Path, DumpDirectory] = {}


class Dump:
    """An open `prepare_debug` block: its listeners, and the directory of its files.

    Args:
        directory: the directory to write to, already opened.
        options: the options of `prepare_debug`.
        boundary: catches failures inside depyf.
    """

    def __init__(
        self,
        directory: DumpDirectory,
        options: CaptureOptions,
        boundary: FailureBoundary,
    ) -> None:
        from depyf.capture.journal import JOURNAL, read_journal
        from depyf.capture.session import CaptureSession
        from depyf.render.graph_text import graph_text
        from depyf.render.report import Report

        self.directory = directory
        self.boundary = boundary
        self.session: CaptureSession = CaptureSession(
            directory, options, boundary, _assigned_loader, graph_text
        )
        self._report = Report(
            directory,
            boundary,
            self.session.events,
            lambda folder: read_journal(folder / JOURNAL),
            self.session.note,
        )

    def open(self) -> None:
        """Begin to listen to torch."""
        if self.directory.top is not None:
            self.boundary.call(
                "beginning as one of several ranks",
                "the ranks may be compared with those of an earlier run",
                self._report.forget_sequence,
            )
        try:
            self.session.open()
        except BaseException:  # an interrupt: the block is never entered, nor left
            self.session.abandon()
            raise

    def close(self) -> None:
        """Stop listening and write the report."""
        self.session.close()
        self._report.write()
        self.boundary.call(
            "finishing the directory", "old files may remain", self.directory.close
        )


def _open_dump(
    base: Path, choices: Mapping[str, object], boundary: FailureBoundary
) -> Dump:
    from depyf.capture import torch_compat
    from depyf.capture.context import CaptureOptions
    from depyf.capture.dump_directory import DumpDirectory

    directory = _STATE_DIRECTORIES.get(base.absolute())
    if directory is None:
        directory = DumpDirectory(base, *torch_compat.rank_and_world())
        _STATE_DIRECTORIES[base.absolute()] = directory
    directory.open()
    _STATE.last_directory = directory.path
    options = CaptureOptions(**choices)  # type: ignore[arg-type]
    dump = Dump(directory, options, boundary)
    dump.open()
    _STATE.open_dumps.append(dump)
    _fill_legacy_data()
    return dump


def dump_state() -> tuple[_State, list[Path]]:
    """Return the process's state, and its dump directories with the latest first."""
    paths = [directory.path for directory in _STATE_DIRECTORIES.values()]
    last = _STATE.last_directory
    return _STATE, sorted(paths, key=lambda path: path != last)


def is_recording() -> bool:
    """Return whether a `prepare_debug` block is open."""
    return bool(_STATE.open_dumps)


# --- without a with statement -------------------------------------------------------


def install(dump_src_dir: PathLike = "./depyf_dump", **options: bool) -> None:
    """Begin to dump; `uninstall` or the end of the program ends it.

    Args:
        dump_src_dir: the directory to write to.
        options: further arguments of `prepare_debug`, such as `plain=True`.
    """
    block = prepare_debug(dump_src_dir, **options)  # type: ignore[arg-type]
    block.__enter__()
    if not _STATE.installed:
        atexit.register(_uninstall_all)
    _STATE.installed.append(block)


def uninstall() -> None:
    """End the dump that `install` began last; do nothing if there is none."""
    if _STATE.installed:
        _STATE.installed.pop().__exit__(None, None, None)


def _uninstall_all() -> None:
    while _STATE.installed:
        uninstall()


# --- for backends -------------------------------------------------------------------


def annotate(**metadata: object) -> None:
    """Add facts about the graph that is being compiled to the report.

    Call it in a backend or a compiler pass. The index shows the facts with the current
    compilation, after its last graph. If nothing is being dumped, this function does
    nothing. It never raises.

    Args:
        metadata: names and values; each value is stored as a string.
    """
    if _STATE.open_dumps:
        dump = _STATE.open_dumps[-1]
        _outside_dynamo(
            partial(
                dump.boundary.call,
                "noting an annotation",
                "it is missing from the report",
                lambda: dump.session.annotate(metadata),
            )
        )


# --- predicting a call ---------------------------------------------------------------


def check(fn: object, /, *args: object, **kwargs: object) -> Check:
    """Return whether a call would use compiled code, or why not, without running it.

    Call `check(model, x)` instead of `model(x)`. It evaluates torch's own guards in the
    caller's state (gradients, autocast, modes) and compiles nothing. If something is
    being dumped, the report shows the answer beside the function.

    Args:
        fn: the object that `torch.compile` returned, or the function, method or module
            that it was given.
        args: the positional arguments of the call.
        kwargs: its keyword arguments.

    Returns:
        The outcome of the call. It is true if the call would use a cache entry, and
        `print` shows it as text.

    Raises:
        TypeError: `fn` holds no Python code, or does not take these arguments.
    """
    return _outside_dynamo(lambda: _check(fn, args, kwargs))


def _check(fn: object, args: tuple[object, ...], kwargs: dict[str, object]) -> Check:
    from depyf.capture import torch_compat
    from depyf.capture.call_check import check_call
    from depyf.render.check_words import with_text

    call = torch_compat.call_of(fn, args, kwargs)
    answer = with_text(check_call(call))
    if _STATE.open_dumps:
        dump = _STATE.open_dumps[-1]
        dump.boundary.call(
            "noting an answer of depyf.check",
            "it is missing from the report",
            lambda: dump.session.checks.note(call.code, answer),
        )
    return answer


# --- names that older programs use ---------------------------------------------------


def legacy_data() -> dict[str, object]:
    """Return the state that programs read from `depyf.explain.global_variables`."""
    dump = _STATE.open_dumps[-1] if _STATE.open_dumps else None
    return {
        "dump_src_dir": str(dump.directory.path) if dump else None,
        "unpatched_load_by_key_path": (
            dump.session.kernels.original_loader if dump else None
        ),
    }


def _fill_legacy_data() -> None:
    module = sys.modules.get("depyf.explain.global_variables")
    data = getattr(module, "data", None)
    if isinstance(data, dict):
        data.update(legacy_data())


def load_kernel_module(
    key: str, path: str, *args: object, **kwargs: object
) -> ModuleType:
    """Load an Inductor module as torch does, and dump it if a block is open."""
    if _STATE.open_dumps:
        return _STATE.open_dumps[-1].session.kernels.load(key, path, *args, **kwargs)
    from depyf.capture.torch_compat import kernel_loader

    return kernel_loader()(key, path, *args, **kwargs)


def _assigned_loader() -> ModuleLoader | None:
    """Return a program's own replacement for `load_kernel_module`, if any."""
    module = sys.modules.get("depyf.explain.enable_debugging")
    assigned = getattr(module, "patched_load_by_key_path", None)
    if assigned is None or assigned is load_kernel_module:
        return None
    return assigned  # type: ignore[no-any-return]


def current_compiled_fn_name() -> str:
    """Return the current compilation's ``__compiled_fn_N``, or a substitute name."""
    from depyf.capture import torch_compat
    from depyf.capture.session import ATTRIBUTION

    return ATTRIBUTION.prefix(ATTRIBUTION.compile_id(torch_compat.current_trace_id()))
