"""Read facts about the compilation that torch is running now."""

from __future__ import annotations

import os
import sys
from functools import wraps
from pathlib import PurePath
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Callable, Iterator, Mapping, TypeVar

import torch
import torch._dynamo  # the logger of the trace comes with it
from torch._dynamo import convert_frame, eval_frame, resume_execution
from torch._guards import CompileContext, TracingContext

if TYPE_CHECKING:
    from types import FrameType

Restore = Callable[[], None]
# Up to 2.2 this is no package from which a name can be imported.
_set_eval_frame = torch._C._dynamo.eval_frame.set_eval_frame
# The function `convert_frame._compile`, which calls each bytecode hook.
_RUNTIMES = {"_functorch", "_inductor"}
_COMPILE_FRAME = "_compile"
_ORIGINAL = "_depyf_original"
# The method of torch's `ShapeEnv` that emits the record of a guard.
_GUARD_FRAME = "_log_guard"
_TORCH = str(PurePath(torch.__file__).parent) + os.sep
OWN_FOLDER = str(PurePath(__file__).parents[2]) + os.sep
_PYTHON = str(PurePath(os.__file__).parent) + os.sep
_PACKAGES = ("site-packages", "dist-packages")  # may be inside Python's own folder


def torch_version() -> str:
    """Return torch's version."""
    return str(torch.__version__)


# --- what is being compiled ---------------------------------------------------------


def current_trace_id() -> str | None:
    """Return the compile id with its attempt, such as ``0/1_2``; None if there is none.

    `current_trace_id` and `current_compile_id` exist in 2.2-2.15.  Inside a lazily
    compiled backward, they return the forward's id since 2.3.
    """
    trace_id = CompileContext.current_trace_id()
    if trace_id is not None:
        return str(trace_id)
    compile_id = CompileContext.current_compile_id()
    return None if compile_id is None else str(compile_id)


def resume_names_lack_line() -> bool:
    """Return whether names of resume functions lack the line: ``resume_in_f`` (2.2)."""
    return not hasattr(resume_execution, "TORCH_DYNAMO_RESUME_IN_PREFIX")


def tracing_context() -> object | None:
    """Return the context of the graph being traced or compiled in this thread.

    A lazily compiled backward has the same context object as its forward (2.2-2.15).
    """
    found: object | None = TracingContext.try_get()
    return found


def compiling_backward() -> bool:
    """Return whether AOTAutograd is compiling a backward graph (2.2-2.15)."""
    aot = sys.modules.get("torch._functorch.aot_autograd")
    name = getattr(aot, "get_aot_graph_name", None)
    return name is not None and "_backward" in str(name())


def compiled_code() -> CodeType | None:
    """Return the code being compiled; for trace handlers and hooks (2.2-2.15)."""
    found = compiling_local("code")
    return found if isinstance(found, CodeType) else None


def compiled_frame_globals() -> dict[str, object]:
    """Return the globals of the user's module; call this in a hook (2.2-2.15)."""
    found = compiling_local("globals")
    return found if isinstance(found, dict) else {}


def compiled_frame_locals() -> Mapping[str, object]:
    """Return the arguments of the frame being compiled; call this in a hook."""
    found = compiling_local("locals")
    return found if isinstance(found, Mapping) else {}


def compiling_local(name: str) -> object | None:
    """Return a local variable of torch's compiling function; call this in a hook."""
    return torch_local(_COMPILE_FRAME, name)


def torch_local(function: str, name: str) -> object | None:
    """Return a local variable of the innermost torch function of this name, or None."""
    found = torch_locals(function, name)
    return next((one for one in found if one is not None), None)


def torch_locals(function: str, name: str) -> Iterator[object]:
    """Yield a local variable of each torch function of this name, innermost first.

    `f_locals` of other frames is not read.  Up to Python 3.12, reading it leaves a copy
    of all local variables in the frame.  The copy keeps objects alive that the program
    deletes, and makes a cycle in the reader's own frame.
    """
    for frame in outer_frames():
        code = frame.f_code
        if code.co_name == function and code.co_filename.startswith(_TORCH):
            yield frame.f_locals.get(name)


def is_library(file: str) -> bool:
    """Return whether a source file belongs to torch or Python's library."""
    if file.startswith(_PYTHON):
        return not any(part in _PACKAGES for part in PurePath(file).parts)
    return file.startswith(_TORCH)


def is_program(file: str) -> bool:
    """Return whether a source file belongs to the program or another package."""
    return not (is_library(file) or file.startswith((OWN_FOLDER, "<frozen ")))


def runs_compiled_code(file: str) -> bool:
    """Return whether a file of torch runs the code that AOTAutograd or Inductor made.

    The names of the folders are the same in 2.2 to 2.15.
    """
    return file.startswith(_TORCH) and not _RUNTIMES.isdisjoint(PurePath(file).parts)


def program_caller() -> tuple[str, int, str] | None:
    """Return the file, line and function from which the program calls compiled code.

    No variables of frames are read.
    """
    return next(program_callers(), None)


def program_callers() -> Iterator[tuple[str, int, str]]:
    """Yield file, line and function of the program's frames, innermost first.

    Torch's own record of the stack leaves out the frames nearest to the compiled one
    (two in 2.13 and 2.15).
    """
    for frame in outer_frames():
        file = frame.f_code.co_filename
        if is_program(file):
            yield file, frame.f_lineno, frame.f_code.co_name


def guard_is_suppressed() -> bool:
    """Return whether torch only logs a size condition without making it a guard.

    Call this in the record ``guard_added_fast``: a local variable of the frame that
    emits it says so (2.6-2.15).  Inductor makes many such decisions, which cannot make
    a guard fail.
    """
    return "suppressed" in str(torch_local(_GUARD_FRAME, "prefix") or "")


def outer_frames() -> Iterator[FrameType]:
    """Yield the caller's frame and its outer frames, innermost first."""
    frame = sys._getframe(1)  # documented for CPython only
    walker: FrameType | None = frame
    while walker is not None:
        yield walker
        walker = walker.f_back


def rank_and_world() -> tuple[int, int]:
    """Return this process's rank and the number of processes.

    They come from `torch.distributed` if it is initialised, otherwise from torchrun's
    environment variables.
    """
    distributed = getattr(torch, "distributed", None)
    if distributed is not None and distributed.is_available():
        initialised = distributed.is_initialized()
        if initialised:
            return int(distributed.get_rank()), int(distributed.get_world_size())
    rank, world = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    if rank.isdecimal() and world.isdecimal():
        return int(rank), int(world)
    return 0, 1


# --- keeping Dynamo out of depyf ----------------------------------------------------

_Function = TypeVar("_Function", bound=Callable[..., object])


def outside_dynamo(function: _Function) -> _Function:
    """Return `function` with a wrapper that makes Dynamo skip it and all that it calls.

    Torch may call depyf while Dynamo is active, as compiled autograd does.  Without the
    wrapper, torch would compile depyf's own functions and count them (2.2-2.15).
    """

    def call(*args: object, **kwargs: object) -> object:
        before = _set_eval_frame(None)
        try:
            return function(*args, **kwargs)
        finally:
            _set_eval_frame(before)

    never_compile(call.__code__)
    return call  # type: ignore[return-value]  # same signature, by construction


def unseen(function: _Function) -> _Function:
    """Return `function` with a wrapper that hides its tensor operations from modes.

    The program may have activated a `TorchFunctionMode`, or may have tensors with
    `__torch_function__` (2.2-2.15).
    """

    @wraps(function)
    def call(*args: object, **kwargs: object) -> object:
        with torch._C.DisableTorchFunction():
            return function(*args, **kwargs)

    return call  # type: ignore[return-value]  # same signature, by construction


def put_before(
    function: object, code: CodeType, **bound: Callable[..., object]
) -> Restore | None:
    """Run `code` instead of a torch function that many modules import by name.

    The function object stays, and its code is replaced.  Other threads may call it at
    the same time.  So `code` gets its objects as defaults of keyword-only arguments,
    which a running call keeps.  The defaults of the old code stay, too.

    Args:
        function: a function of torch.
        code: takes ``*args, **kwargs``, and as keywords `bound` and
            ``_depyf_original``, which is the original function.
        bound: further objects for `code`, under names that begin with ``_depyf_``.

    Returns:
        A function that restores the old code.  None if `function` is no plain function
        or is replaced already.
    """
    if not isinstance(function, FunctionType) or function.__closure__:
        return None
    before, keywords = function.__code__, function.__kwdefaults__
    if _ORIGINAL in (keywords or {}):
        return None
    original = FunctionType(
        before, function.__globals__, function.__name__, function.__defaults__
    )
    original.__kwdefaults__ = keywords
    never_compile(code)
    function.__kwdefaults__ = {**(keywords or {}), **bound, _ORIGINAL: original}
    function.__code__ = code

    def restore() -> None:
        function.__code__ = before
        function.__kwdefaults__ = keywords

    return restore


def never_compile(code: CodeType) -> None:
    """Let Dynamo skip a code object, as it skips all code that fx generates."""
    for module in (convert_frame, eval_frame):
        skip = getattr(module, "skip_code", None)
        if skip is not None:
            skip(code)
            return
