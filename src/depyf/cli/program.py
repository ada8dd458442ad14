"""Implement `depyf run`: run a program unchanged, and capture what torch compiles."""

from __future__ import annotations

import atexit
import importlib.abc
import importlib.util
import os
import sys
from contextlib import ExitStack, suppress
from importlib.machinery import PathFinder, SourceFileLoader, SourcelessFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from pkgutil import get_importer
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.cli import first_to_open
from depyf.decompiler.bytecode import pyc
from depyf.errors import DepyfError
from depyf.records import dataclass

if TYPE_CHECKING:
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import TracebackType

# A capture needs this module. depyf must not import it before the program does, since
# that could change how torch reads the environment.
WATCHED_IMPORT = "torch._dynamo"
# Modules that import `WATCHED_IMPORT` while they are being imported themselves. A
# capture can start only after they are complete.
OUTER_IMPORTS = ("torch._inductor",)

PROVENANCE_NOTE = (
    "Inductor records the operations behind each kernel, so kernels of runs without "
    "depyf are not reused from its cache (--no-provenance reuses them)"
)


class ProgramNotFoundError(DepyfError):
    """The script or module that `depyf run` was given does not exist."""

    slug = "program-not-found"


def check_directory() -> None:
    """Check that the current directory exists.

    Raises:
        ProgramNotFoundError: the current directory was removed.
    """
    try:
        Path.cwd()
    except OSError as error:
        message = "the current directory is gone: change to another one"
        raise ProgramNotFoundError(message) from error


@dataclass(frozen=True)
class Program:
    """A program that is ready to run.

    Attributes:
        code: the compiled program.
        module: the program's `__main__`.
        argument: the program's `sys.argv[0]`.
        import_path: the program's `sys.path[0]`.
        source: the program's source, if it is known.
    """

    code: CodeType
    module: ModuleType
    argument: str
    import_path: str
    source: bytes | str | None = None


def run_program(
    arguments: Sequence[str],
    *,
    as_module: bool,
    directory: str | None,
    provenance: bool,
    prepared: Callable[[Program], Program] | None = None,
) -> int:
    """Run a program inside a capture and return its exit code.

    The program sees the arguments, the streams and the `__main__` that it would see
    without depyf.

    Args:
        arguments: the script or module, then the program's own arguments.
        as_module: whether the first argument names a module.
        directory: the directory of the dump; None runs the program without a capture.
        provenance: whether Inductor records the operations that kernels come from.
        prepared: changes the program before it runs, such as `pausing_first`. An
            earlier run may have written the files.
    """
    read = module_program if as_module else script_program
    try:
        program = read(arguments[0])
        if prepared is not None:
            program = prepared(program)
    except (SyntaxError, ValueError) as wrong:  # ValueError: null bytes, up to 3.11
        sys.excepthook(type(wrong), wrong.with_traceback(None), None)
        return 1
    sys.argv[:] = [program.argument, *arguments[1:]]
    _import_from(program.import_path)
    sys.modules["__main__"] = program.module
    if directory is not None:
        # The program may change its working directory.
        target = Path(directory).resolve()
        again = prepared is not None
        capture = _Capture(directory, target, provenance=provenance, again=again)
        # The program's threads may compile after its last line. Functions that the
        # program registers run before this one.
        atexit.register(capture.end)
        _when_imported(WATCHED_IMPORT, capture.begin)
    error = _execute(program)
    if error is None or (prepared is not None and _is_quit(error)):
        return 0
    if directory is not None:
        capture.note_error(error)
    # Report the error as Python would: without the frame that called the program.
    trace = error.__traceback__
    error = error.with_traceback(trace.tb_next if trace else None)
    sys.excepthook(type(error), error, error.__traceback__)
    return 1


def script_program(path: str) -> Program:
    """Read a script as `python SCRIPT` would: a file, a folder or a zip archive.

    Raises:
        ProgramNotFoundError: the path does not exist, or holds no `__main__`.
    """
    # Python resolves symbolic links for `sys.path[0]`, but not for `__file__`.
    real = os.path.realpath(path)
    file = os.path.join(os.getcwd(), path)  # noqa: PTH109, PTH118 - keeps "./"
    if get_importer(real) is not None:  # a folder or an archive
        spec = PathFinder.find_spec("__main__", [file])
        return _program_of(spec, path, argument=path, import_path=file)
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise ProgramNotFoundError(
            f"cannot open {path!r}: {error.strerror or error}"
        ) from error
    folder = str(Path(real).parent)
    if source[: len(MAGIC_NUMBER)] == MAGIC_NUMBER:
        module = _main_module(file, None, SourcelessFileLoader("__main__", file))
        return Program(pyc.load(source), module, path, folder)
    module = _main_module(file, None, SourceFileLoader("__main__", file))
    code = compile(source, file, "exec", dont_inherit=True)
    return Program(code, module, path, folder, source)


def module_program(name: str) -> Program:
    """Find a module as `python -m NAME` would.

    Raises:
        ProgramNotFoundError: there is no such module, or it has no Python code.
    """
    directory = str(Path.cwd())
    _import_from(directory)
    spec = _module_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = _module_spec(f"{name}.__main__")
    return _program_of(spec, name, import_path=directory)


def _program_of(
    spec: ModuleSpec | None, name: str, *, import_path: str, argument: str = ""
) -> Program:
    """Return the program that a module's spec names.

    Args:
        spec: the spec; None if no module was found.
        name: the name that the user gave.
        import_path: the program's `sys.path[0]`.
        argument: the program's `sys.argv[0]`; by default its file.

    Raises:
        ProgramNotFoundError: `spec` is None, or the module has no Python code.
    """
    loader = spec.loader if spec else None
    get_code = getattr(loader, "get_code", None)
    code = get_code(spec.name) if spec and get_code else None
    if spec is None or code is None:
        raise ProgramNotFoundError(f"nothing in {name!r} can be run")
    get_source = getattr(loader, "get_source", None)
    text = get_source(spec.name) if get_source else None
    module = _main_module(spec.origin, spec, loader)
    return Program(code, module, argument or spec.origin or name, import_path, text)


def _main_module(
    file: str | None, spec: ModuleSpec | None, loader: Loader | None
) -> ModuleType:
    """Return a new `__main__` module with the attributes that this Python sets."""
    module = ModuleType("__main__")
    module.__file__ = file
    module.__spec__ = spec
    module.__loader__ = loader
    module.__package__ = spec.parent if spec else None
    # Some Pythons do not set these. depyf's own `__main__` shows whether this one does.
    given = vars(sys.modules["__main__"])
    for name, value in (("__annotations__", {}), ("__cached__", spec and spec.cached)):
        if name in given:
            setattr(module, name, value)
    return module


def _import_from(folder: str) -> None:
    """Let the program import from `folder`, unless ``-P`` or ``-I`` is set."""
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path[0] = folder


def _module_spec(name: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None


def _execute(program: Program) -> BaseException | None:
    """Run the program; return the exception that ended it, if any."""
    try:
        exec(program.code, program.module.__dict__)  # the purpose of this module
    except SystemExit:
        raise
    except KeyboardInterrupt as error:  # Python ends the process with the signal
        _shorten_report(error)
        raise
    except BaseException as error:  # the caller reports it as Python would
        return error
    return None


def _is_quit(error: BaseException) -> bool:
    """Return whether the user left the debugger, as with ``q`` in pdb."""
    from bdb import BdbQuit

    return isinstance(error, BdbQuit)


def _shorten_report(error: BaseException) -> None:
    """Let the printed traceback of `error` begin at the program's first frame."""
    print_it = sys.excepthook
    own = error.__traceback__.tb_next if error.__traceback__ else None

    def print_own(
        kind: type[BaseException], last: BaseException, trace: TracebackType | None
    ) -> None:
        trace = own if last is error else trace
        print_it(kind, last.with_traceback(trace), trace)

    sys.excepthook = print_own


class _Capture:
    """The capture of a program, from its import of torch to the program's end.

    Args:
        shown: the directory of the dump, as the user wrote it.
        directory: the same directory as an absolute path.
        provenance: whether Inductor records the operations that kernels come from.
        again: whether an earlier run wrote the same files.

    Attributes:
        own: this process's folder; the folder of its rank if there are several ranks.
        note_error: records the error that ends the program.
    """

    def __init__(
        self, shown: str, directory: Path, *, provenance: bool, again: bool
    ) -> None:
        self.shown = shown
        self.directory = directory
        self.provenance = provenance
        self.again = again
        self.open = ExitStack()
        self.begun = False
        self.own = directory
        self.note_error: Callable[[BaseException], None] = lambda _error: None

    def begin(self) -> None:
        """Start the capture."""
        from depyf.workflow import dump_state, prepare_debug

        self.begun = True
        block = prepare_debug(self.directory, provenance=self.provenance)
        self.open.enter_context(block)
        self.note_error = block.note_error
        self.own = next(iter(dump_state()[1]), self.directory)

    def end(self) -> None:
        """Write the report; name its files on stderr."""
        self.open.close()
        with suppress(OSError, ValueError):  # the program may have closed stderr
            for line in self._told():
                print(f"depyf: {line}", file=sys.stderr)

    def _told(self) -> Iterator[str]:
        written = (self.own / "index.md").is_file()
        if written and self.again and not self.begun:
            yield f"stopped before torch was imported; {self.shown} is unchanged"
            return
        if not (self.begun and written):
            yield "the program compiled nothing to show"
            return
        if self.own.name.startswith("rank_") and self.own.parent == self.directory:
            return  # rank 0 prints the lines for all ranks
        if self.provenance and next(self.directory.glob("*.kernel_*.py"), None):
            yield PROVENANCE_NOTE
        yield f"the result is in {self.shown}"
        yield first_to_open(self.own, Path(self.shown))


def _when_imported(name: str, action: Callable[[], None]) -> None:
    """Run an action right after a module is imported; if it already is, run it now."""
    if name in sys.modules:
        action()
    else:
        sys.meta_path.insert(0, _ImportWatch((name, *OUTER_IMPORTS), action))


class _ImportWatch(importlib.abc.MetaPathFinder):
    """Finds modules as usual, and runs an action once after the first one is imported.

    If another of these modules imports the first one, the action waits until that
    module is complete, too.

    Args:
        names: the names of the modules.
        action: the function to call, once.
    """

    def __init__(self, names: Sequence[str], action: Callable[[], None]) -> None:
        self.name = names[0]
        self.action = action
        self.waiting = set(names)
        self.going_on = 0

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Return a watched module's spec; its loader reports the end of the import."""
        del path, target
        if fullname not in self.waiting:
            return None
        self.waiting.remove(fullname)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _TellingLoader(spec.loader, self)
        return spec

    def ended(self) -> None:
        """Run the action if the first module is imported and no import is running."""
        if self.going_on == 0 and self.name not in self.waiting:
            sys.meta_path.remove(self)
            self.action()


class _TellingLoader(importlib.abc.Loader):
    """Works like the real loader, and reports when the module has been executed."""

    def __init__(self, loader: importlib.abc.Loader, watch: _ImportWatch) -> None:
        self.loader = loader
        self.watch = watch

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module with the real loader."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the module with the real loader, then report."""
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.watch.going_on += 1
        try:
            self.loader.exec_module(module)
        finally:
            self.watch.going_on -= 1
        # The import system binds the name in the parent only after this returns.
        parent, _, child = module.__name__.rpartition(".")
        setattr(sys.modules[parent], child, module)
        self.watch.ended()
