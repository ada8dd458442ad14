"""The compilation that torch is working on now."""

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
# Up to 2.2 this is no package that one could import from.
_set_eval_frame = torch._C._dynamo.eval_frame.set_eval_frame
# Local variables of `convert_frame._compile`, the caller of every bytecode hook.
_COMPILE_FRAME = "_compile"
_ORIGINAL = "_depyf_original"
# The method of torch's ShapeEnv that makes the record of a guard.
_GUARD_FRAME = "_log_guard"
_TORCH = str(PurePath(torch.__file__).parent) + os.sep
OWN_FOLDER = str(PurePath(__file__).parents[2]) + os.sep
_PYTHON = str(PurePath(os.__file__).parent) + os.sep
_PACKAGES = ("site-packages", "dist-packages")  # may lie within Python's own folder


def torch_version() -> str:
    """Return torch's own version text."""
    return str(torch.__version__)


# --- what is being compiled ---------------------------------------------------------


def current_trace_id() -> str | None:
    """Return the compile id with its attempt (``0/1_2``); None outside a compile.

    `current_trace_id` and `current_compile_id` exist in 2.2-2.15; inside a lazily
    compiled backward they give the forward's id from 2.3 on.
    """
    trace_id = CompileContext.current_trace_id()
    if trace_id is not None:
        return str(trace_id)
    compile_id = CompileContext.current_compile_id()
    return None if compile_id is None else str(compile_id)


def resume_names_lack_line() -> bool:
    """Return whether resume functions are named ``resume_in_f`` only (up to 2.2)."""
    return not hasattr(resume_execution, "TORCH_DYNAMO_RESUME_IN_PREFIX")


def tracing_context() -> object | None:
    """Return the context of the graph being traced or compiled, in this thread.

    A lazily compiled backward runs in the very object of its forward (2.2-2.15).
    """
    found: object | None = TracingContext.try_get()
    return found


def compiling_backward() -> bool:
    """Return whether AOTAutograd is compiling a backward graph (2.2-2.15)."""
    aot = sys.modules.get("torch._functorch.aot_autograd")
    name = getattr(aot, "get_aot_graph_name", None)
    return name is not None and "_backward" in str(name())


def compiled_code() -> CodeType | None:
    """Return the code being compiled, from inside a record or hook (2.2-2.15)."""
    found = compiling_local("code")
    return found if isinstance(found, CodeType) else None


def compiled_frame_globals() -> dict[str, object]:
    """Return the user's module globals, from inside a bytecode hook (2.2-2.15)."""
    found = compiling_local("globals")
    return found if isinstance(found, dict) else {}


def compiled_frame_locals() -> Mapping[str, object]:
    """Return the arguments of the frame being compiled, from inside a hook."""
    found = compiling_local("locals")
    return found if isinstance(found, Mapping) else {}


def compiling_local(name: str) -> object | None:
    """Return a local variable of torch's compiling function, from inside a hook."""
    return torch_local(_COMPILE_FRAME, name)


def torch_local(function: str, name: str) -> object | None:
    """Return a local of the innermost torch function of this name, or None."""
    found = torch_locals(function, name)
    return next((one for one in found if one is not None), None)


def torch_locals(function: str, name: str) -> Iterator[object]:
    """Yield a local of each torch function of this name, innermost first.

    No other frame is asked: up to 3.12 asking leaves a copy of all its locals in a
    frame, which keeps what the program deletes, and in one's own a cycle.
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


def program_caller() -> tuple[str, int, str] | None:
    """Return file, line and function in which the program calls compiled code.

    torch's own record of the stack leaves out the frames nearest to the compiled one
    (2.13, 2.15).  No frame is asked for its variables.
    """
    for frame in outer_frames():
        file = frame.f_code.co_filename
        is_python = is_library(file) or file.startswith((OWN_FOLDER, "<frozen "))
        if not is_python:
            return file, frame.f_lineno, frame.f_code.co_name
    return None


def guard_is_suppressed() -> bool:
    """Return whether torch only logs a size condition without making it a guard.

    From inside the record ``guard_added_fast``: the frame that makes it says so in a
    word (2.6-2.15). Inductor decides much that way, for which no call fails.
    """
    return "suppressed" in str(torch_local(_GUARD_FRAME, "prefix") or "")


def outer_frames() -> Iterator[FrameType]:
    """Yield the caller's frame and those that called it, innermost first."""
    frame = sys._getframe(1)  # documented, if only for CPython
    walker: FrameType | None = frame
    while walker is not None:
        yield walker
        walker = walker.f_back


def rank_and_world() -> tuple[int, int]:
    """Return this process's rank and the number of processes.

    From torch.distributed where it is initialised, else from torchrun's environment.
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
    """Return `function` so that Dynamo skips it and all it calls.

    torch may call depyf while Dynamo is switched on (compiled autograd does): without
    this it would compile depyf's own functions, and count them (2.2-2.15).
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
    """Return `function` so that no torch function mode sees its tensor operations.

    The program may have a `TorchFunctionMode` on, or tensors with `__torch_function__`
    (2.2-2.15).
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

    The function object stays and its code is swapped.  Other threads may be calling it
    meanwhile, so what `code` needs comes as defaults of keyword-only arguments, which
    a call that has begun keeps, and the old code finds its own defaults at any time.

    Args:
        function: torch's.
        code: takes ``*args, **kwargs`` and, by keyword, `bound` and ``_depyf_original``
            (the function as it was).
        bound: the other names that `code` is to have, each beginning with ``_depyf_``.

    Returns:
        What undoes it; None if `function` is no such function, or was done before.
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
    """Let Dynamo skip a code object, as it skips all code generated by fx."""
    for module in (convert_frame, eval_frame):
        skip = getattr(module, "skip_code", None)
        if skip is not None:
            skip(code)
            return
