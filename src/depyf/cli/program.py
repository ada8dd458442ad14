"""`depyf run`: somebody else's program, unchanged but for being watched."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from contextlib import ExitStack
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Callable, Sequence

from depyf.errors import DepyfError
from depyf.records import dataclass

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import TracebackType

# Nothing can be captured before this module is there, and importing it earlier than
# the program does could change how torch reads the environment.
WATCHED_IMPORT = "torch._dynamo"
# It imports the former in its own middle, when a capture could not yet use it.
OUTER_IMPORTS = ("torch._inductor",)

PROVENANCE_NOTE = (
    "depyf: kernels were compiled anew, so that each tells the operations it comes "
    "from (--no-provenance uses Inductor's cache)"
)


class ProgramNotFoundError(DepyfError):
    """The script or module that `depyf run` was given is not there."""

    slug = "program-not-found"


@dataclass(frozen=True)
class Program:
    """A program that is ready to run.

    Attributes:
        code: its compiled text.
        module: its `__main__`.
        argument: what it finds in `sys.argv[0]`.
        import_path: what it finds in `sys.path[0]`.
        source: its text, if that is known.
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
    directory: str,
    provenance: bool,
    prepared: Callable[[Program], Program] | None = None,
) -> int:
    """Runs a program inside a capture and returns its exit code.

    The program sees the arguments, the streams and the `__main__` that it would see
    without depyf.

    Args:
        arguments: the script or module, then the program's own arguments.
        as_module: whether the first argument names a module.
        directory: where the capture is written.
        provenance: whether kernels are traced to the operations they come from.
        prepared: changes the program before it runs.
    """
    read = module_program if as_module else script_program
    program = read(arguments[0])
    if prepared is not None:
        program = prepared(program)
    sys.argv[:] = [program.argument, *arguments[1:]]
    sys.path[0] = program.import_path
    sys.modules["__main__"] = program.module
    # The program may change its working directory.
    target = Path(directory).resolve()
    with ExitStack() as capture:
        capture.callback(_tell_where, directory, target, provenance=provenance)
        _when_imported(
            WATCHED_IMPORT, lambda: _start_capture(capture, target, provenance)
        )
        error = _execute(program)
    if error is None:
        return 0
    # As the interpreter would report it: without the frame that called the program.
    trace = error.__traceback__
    error = error.with_traceback(trace.tb_next if trace else None)
    sys.excepthook(type(error), error, error.__traceback__)
    return 1


def script_program(path: str) -> Program:
    """Reads a script as `python SCRIPT` would.

    Raises:
        ProgramNotFoundError: there is no such file.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise ProgramNotFoundError(
            f"cannot open {path!r}: {error.strerror or error}"
        ) from error
    module = ModuleType("__main__")
    absolute = Path(path).resolve()
    module.__file__ = str(absolute)
    code = compile(source, str(absolute), "exec", dont_inherit=True)
    return Program(code, module, path, str(absolute.parent), source)


def module_program(name: str) -> Program:
    """Finds a module as `python -m NAME` would.

    Raises:
        ProgramNotFoundError: there is no such module, or it has no Python code.
    """
    directory = str(Path.cwd())
    sys.path[0] = directory
    spec = _module_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = _module_spec(f"{name}.__main__")
    loader = spec.loader if spec else None
    code = (
        loader.get_code(spec.name)
        if spec and isinstance(loader, importlib.abc.InspectLoader)
        else None
    )
    if spec is None or code is None:
        raise ProgramNotFoundError(f"no module named {name!r} that can be run")
    module = ModuleType("__main__")
    module.__spec__ = spec
    module.__loader__ = loader
    module.__package__ = spec.parent
    module.__file__ = spec.origin
    text = None
    if isinstance(loader, importlib.abc.InspectLoader):
        text = loader.get_source(spec.name)
    return Program(code, module, spec.origin or name, directory, text)


def _module_spec(name: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None


def _execute(program: Program) -> BaseException | None:
    """Runs the program; returns the exception that ended it, if one did."""
    try:
        exec(program.code, program.module.__dict__)  # its very purpose
    except SystemExit:
        raise
    except KeyboardInterrupt as error:  # Python itself ends the process by the signal
        _shorten_report(error)
        raise
    except BaseException as error:  # reported as Python would
        return error
    return None


def _shorten_report(error: BaseException) -> None:
    """Has what Python prints at the end begin with the program's first frame."""
    print_it = sys.excepthook
    own = error.__traceback__.tb_next if error.__traceback__ else None

    def print_own(
        kind: type[BaseException], last: BaseException, trace: TracebackType | None
    ) -> None:
        trace = own if last is error else trace
        print_it(kind, last.with_traceback(trace), trace)

    sys.excepthook = print_own


def _start_capture(capture: ExitStack, directory: Path, provenance: bool) -> None:
    from depyf.workflow import prepare_debug

    capture.enter_context(prepare_debug(directory, provenance=provenance))


def _tell_where(shown: str, directory: Path, *, provenance: bool) -> None:
    """Says on stderr what there is to read, and what took longer for it."""
    index = directory / "index.md"
    if index.is_file():
        if provenance and next(directory.glob("*.kernel_*.py"), None):
            print(PROVENANCE_NOTE, file=sys.stderr)
        print(f"depyf: the result is in {shown}", file=sys.stderr)
        print(f"depyf: open {Path(shown) / 'index.md'} first", file=sys.stderr)
    else:
        print("depyf: the program compiled nothing to show", file=sys.stderr)


def _when_imported(name: str, action: Callable[[], None]) -> None:
    """Calls the action once the module is there: now, or right after its import."""
    if name in sys.modules:
        action()
    else:
        sys.meta_path.insert(0, _ImportWatch((name, *OUTER_IMPORTS), action))


class _ImportWatch(importlib.abc.MetaPathFinder):
    """Finds some modules as the others do, and acts when the first has been executed.

    If it is imported in the middle of another one of them, when that one has been.

    Args:
        names: of the modules.
        action: what to do, once.
    """

    def __init__(self, names: Sequence[str], action: Callable[[], None]) -> None:
        self.name = names[0]
        self.action = action
        self.waiting = set(names)
        self.going_on = 0

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Finds a watched module with a loader that tells when it is done."""
        del path, target
        if fullname not in self.waiting:
            return None
        self.waiting.remove(fullname)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _TellingLoader(spec.loader, self)
        return spec

    def ended(self) -> None:
        """Acts if nothing that is watched is still being imported."""
        if self.going_on == 0 and self.name not in self.waiting:
            sys.meta_path.remove(self)
            self.action()


class _TellingLoader(importlib.abc.Loader):
    """Does as the real loader does, and tells when the module has been executed."""

    def __init__(self, loader: importlib.abc.Loader, watch: _ImportWatch) -> None:
        self.loader = loader
        self.watch = watch

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As the real loader does."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Executes the module by its real loader, then tells."""
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
