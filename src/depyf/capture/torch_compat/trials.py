"""Compile a function for a trial, apart from the program's own compilations.

Torch keeps entries by code object, and the sizes that it met by file and line. So a
trial compiles a copy of the code, with an empty memory of sizes. Afterwards it removes
the entries of functions that torch had not compiled before.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import types
import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple

import torch
from torch._dynamo import config, convert_frame, external_utils

from depyf.capture.static_look import closure_of
from depyf.capture.torch_compat.calls import Call, own_limit
from depyf.capture.torch_compat.compiling import is_library
from depyf.capture.torch_compat.entries import cache_entries

if TYPE_CHECKING:
    from types import CodeType

_ORIGINAL = "_torchdynamo_orig_callable"
_INNER = ("_torchdynamo_orig_backend", _ORIGINAL)
_MOST_LAYERS = 64
# Torch's memory of the sizes that each function met, and its initial state (2.6+).
_MEMORY = ("_CODE_STATE", "_INIT_CODE_STATE")
_STORES = ("automatic_dynamic_local_pgo", "automatic_dynamic_remote_pgo")
# A cache with the results of earlier trials would make compile times useless.  Results
# with random numbers cannot be compared if Inductor uses its own generator.
_INDUCTOR = {"force_disable_caches": True, "fallback_random": True}
_ABOUT_CACHES = "dynamo_pgo force disabled"
_HOOKS = ("_forward_pre_hooks", "_forward_hooks", "_backward_hooks")


class Compiling(NamedTuple):
    """A function and its `torch.compile` options.

    Attributes:
        target: the function, method or module without torch's wrappers.
        backend: the function that compiles graphs.
        dynamic: the option `dynamic`.
        fullgraph: the option `fullgraph`.
        limit: the option `recompile_limit` (2.13+); None for torch's setting.
        was_compiled: whether the user gave a compiled function, not a plain one.
    """

    target: Any
    backend: Callable[..., Any]
    dynamic: bool | None
    fullgraph: bool
    limit: int | None
    was_compiled: bool


def compiling_of(target: Any) -> Compiling | None:
    """Return a function with the options with which it is compiled.

    Args:
        target: an object that `torch.compile` returned, or any other callable, which
            gets the default options.

    Returns:
        None if the options cannot be read.
    """
    found = _context(target)
    if found is None:
        compiled = _context(torch.compile(target))
        return None if compiled is None else _read(target, compiled[1], False)
    return _read(found[0], found[1], True)


def _context(target: Any) -> tuple[Any, Any] | None:
    """Return the function in a compiled callable, and the object that compiles it."""
    if isinstance(target, torch.nn.Module):
        own = vars(target)
        if "dynamo_ctx" in own:
            return own.get("_orig_mod") or target._orig_mod, own["dynamo_ctx"]
        call = own.get("_compiled_call_impl")
        found = _context(call) if call is not None else None
        return None if found is None else (target, found[1])
    function = getattr(target, "__func__", target)
    if not isinstance(function, types.FunctionType):
        return None
    own = vars(function)
    if own.get("_torchdynamo_wrapper_id", id(function)) != id(function):
        return None
    context = closure_of(function).get("self")
    if _ORIGINAL not in own or not callable(getattr(context, "callback", None)):
        return None
    inner = own[_ORIGINAL]
    if function is not target:
        inner = types.MethodType(inner, target.__self__)
    return inner, context


def _read(target: Any, context: Any, was_compiled: bool) -> Compiling:
    callback = context.callback
    fullgraph = getattr(context, "fullgraph", getattr(context, "nopython", False))
    return Compiling(
        target=target,
        backend=_innermost(callback),
        dynamic=getattr(context, "_dynamic", getattr(context, "dynamic", None)),
        fullgraph=bool(fullgraph),
        limit=own_limit(Call(target, {}, callback=callback)),
        was_compiled=was_compiled,
    )


def _innermost(callback: Any) -> Any:
    for _ in range(_MOST_LAYERS):
        names = (name for name in _INNER if hasattr(callback, name))
        inner = next((getattr(callback, name) for name in names), None)
        if inner is None:
            break
        callback = inner
    return callback


# --- separate compilations ------------------------------------------------------------


def compiled_afresh(how: Compiling, dynamic: bool | None) -> Callable[..., Any]:
    """Return a compiled copy of a function that shares no entries with the original."""
    compiler = how.backend

    @functools.wraps(compiler, updated=())
    def backend(*args: Any, **kwargs: Any) -> Any:  # torch compares it by identity
        return compiler(*args, **kwargs)

    options: dict[str, Any] = {"recompile_limit": how.limit, "isolate_recompiles": True}
    known = inspect.signature(torch.compile).parameters
    taken = {name: value for name, value in options.items() if name in known}
    compiled: Callable[..., Any] = torch.compile(
        _copy_of(how.target),
        backend=backend,
        dynamic=dynamic,
        fullgraph=how.fullgraph,
        **taken,
    )
    return compiled


def _copy_of(target: Any) -> Any:
    """Return an equal callable whose outermost function has a new code object."""
    if isinstance(target, torch.nn.Module):
        if any(vars(target).get(name) for name in _HOOKS):
            return _copied(external_utils.wrap_inline(target))
        target = target.forward
    if isinstance(target, types.MethodType):
        inner = _copy_of(target.__func__)
        return types.MethodType(inner, target.__self__)
    is_plain = isinstance(target, types.FunctionType)
    if not is_plain or is_library(target.__code__.co_filename):
        return _copied(external_utils.wrap_inline(target))
    return _copied(target)


def _copied(function: types.FunctionType) -> types.FunctionType:
    new = types.FunctionType(
        function.__code__.replace(co_name=function.__code__.co_name),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    new.__kwdefaults__ = function.__kwdefaults__
    new.__qualname__ = function.__qualname__
    new.__module__ = function.__module__
    own = vars(function).items()
    vars(new).update({k: v for k, v in own if not k.startswith("_torchdynamo")})
    return new


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Clear torch's memory of earlier calls in the `with` block; drop new entries."""
    seen = set(map(id, _codes()))
    with contextlib.ExitStack() as kept:
        kept.enter_context(_empty_memory())
        inductor = "torch._inductor.config"
        for name, value in _INDUCTOR.items():
            kept.enter_context(_if_known(inductor, name, value))
        kept.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message=_ABOUT_CACHES)
        for name in _STORES:
            kept.enter_context(_if_known("torch._dynamo.config", name, False))
        had = {id(code) for code in _codes() if cache_entries(code)}
        try:
            yield
        finally:
            _forget([code for code in _codes() if id(code) not in had], seen)


def uncompiled() -> contextlib.AbstractContextManager[Any]:
    """Return a context in which torch compiles nothing (2.6+)."""
    stance = getattr(torch.compiler, "set_stance", None)
    return contextlib.nullcontext() if stance is None else stance("force_eager")


@contextlib.contextmanager
def _empty_memory() -> Iterator[None]:
    """Let torch forget in the `with` block which sizes have varied."""
    try:
        pgo: Any = importlib.import_module("torch._dynamo.pgo")
    except ImportError:  # up to 2.5 the memory belongs to the code object
        yield
        return
    before = {name: getattr(pgo, name, None) for name in _MEMORY}
    setattr(pgo, _MEMORY[0], defaultdict(pgo.CodeState))
    setattr(pgo, _MEMORY[1], None)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(pgo, name, value)


def _codes() -> list[CodeType]:
    """Return all code objects that Dynamo has seen, including torch's own."""
    tracker = getattr(convert_frame, "input_codes", None)
    found = [reference() for reference in getattr(tracker, "seen", ())]
    return [code for code in found if code is not None]


def entry_counts() -> dict[int, tuple[str, int]]:
    """Return the name and entry count of each code object with entries, by `id()`."""
    counts = ((code, len(cache_entries(code))) for code in _codes())
    return {id(code): (code.co_name, count) for code, count in counts if count}


def _forget(codes: list[CodeType], seen: set[int]) -> None:
    """Remove torch's entries of code objects, and its record that it has seen them."""
    reset = getattr(torch._C._dynamo.eval_frame, "reset_code", None)
    if reset is None:
        return
    tracker: Any = getattr(convert_frame, "input_codes", None)
    gone = set()
    for code in codes:
        is_new = id(code) not in seen
        if is_new or cache_entries(code):
            reset(code)
        if is_new:
            gone.add(id(code))
    if hasattr(tracker, "seen_ids"):
        tracker.seen[:] = [one for one in tracker.seen if id(one()) not in gone]
        tracker.seen_ids -= gone


# --- settings -------------------------------------------------------------------------


def has_setting(module: str, name: str) -> bool:
    """Return whether this torch has a setting."""
    try:
        return hasattr(importlib.import_module(module), name)
    except ImportError:
        return False


def setting_of(module: str, name: str) -> object:
    """Return the value of a setting; None if torch lacks it."""
    if not has_setting(module, name):
        return None
    found: object = getattr(importlib.import_module(module), name)
    return found


@contextlib.contextmanager
def setting(module: str, name: str, value: object) -> Iterator[None]:
    """Change a setting of torch in the `with` block."""
    owner = importlib.import_module(module)
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _if_known(
    module: str, name: str, value: object
) -> contextlib.AbstractContextManager[None]:
    if not has_setting(module, name):
        return contextlib.nullcontext()
    return setting(module, name, value)


def entry_limit() -> tuple[str, int]:
    """Return the name and value of torch's limit of entries for a function."""
    name = "recompile_limit" if hasattr(config, "recompile_limit") else ""
    name = name or "cache_size_limit"
    return name, int(getattr(config, name))
