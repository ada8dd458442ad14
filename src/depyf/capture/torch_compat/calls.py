"""Find the function that a call ends in, and its variables, as Dynamo would.

Nothing is called.  Wrappers are removed as torch removes them, and arguments are bound
to parameters as Python binds them.
"""

from __future__ import annotations

import functools
import inspect
import types
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple

import torch
from torch._dynamo import config, convert_frame, eval_frame, external_utils, trace_rules
from torch.nn.modules import module as torch_module

from depyf.capture.static_look import closure_of
from depyf.capture.torch_compat.entries import cache_entries, is_refused

if TYPE_CHECKING:
    from types import CodeType

_ORIGINAL = "_torchdynamo_orig_callable"
_MOST_LAYERS = 64
_CONFIG = "torch._dynamo.config"
_CALLS_OF_MODULES = {
    getattr(torch.nn.Module, name, None)
    for name in ("__call__", "_wrapped_call_impl", "_call_impl")
}


class Call(NamedTuple):
    """A call that is inspected but not made.

    Attributes:
        function: the function whose code Dynamo compiles.
        arguments: the function's variables at its beginning, with free variables.
        callback: the object of `torch.compile` that compiles it; None if unknown.
        fullgraph: whether it is compiled with ``fullgraph=True``.
        region: torch's number of the region whose entries are kept apart; else -1.
        disabled: whether `torch.compiler.disable` applies to it.
        hooked: whether hooks of a module run first, and may change the arguments.
        wraps_compiled: whether the function is a wrapper around a compiled one.
    """

    function: Any  # a function, which a type checker would bind
    arguments: Mapping[str, object]
    callback: object | None = None
    fullgraph: bool = False
    region: int = -1
    disabled: bool = False
    hooked: bool = False
    wraps_compiled: bool = False

    @property
    def namespace(self) -> dict[str, object]:
        """The function's globals."""
        found: dict[str, object] = self.function.__globals__
        return found

    @property
    def code(self) -> CodeType:
        """The code of the function, whose cache entries are searched."""
        found: CodeType = self.function.__code__
        return found


def call_of(target: object, args: tuple[object, ...], kwargs: dict[str, Any]) -> Call:
    """Return the call of the inner function that a call of `target` leads to.

    Raises:
        TypeError: `target` has no Python code, or does not take these arguments.
    """
    return _Unwrapping(args, kwargs).of(target)


def name_of_call(call: Call) -> str:
    """Return the name of the function that a call runs, as its author knows it."""
    if call.code.co_filename == external_utils.__file__:
        wrapped = closure_of(call.function).get("fn")  # the function in torch's wrapper
        if wrapped is not None:
            named = getattr(wrapped, "__qualname__", None) or type(wrapped).__qualname__
            return str(named)
    return str(call.function.__qualname__)


class _Unwrapping:
    """Follows a call through the wrappers around the function that Dynamo compiles."""

    def __init__(self, args: tuple[object, ...], kwargs: dict[str, Any]) -> None:
        self._args, self._kwargs = args, kwargs
        self._facts: dict[str, Any] = {}

    def of(self, target: object) -> Call:
        current = target
        for _ in range(_MOST_LAYERS):
            inner = self._inner(current)
            if inner is current:
                break
            current = inner
        if not isinstance(current, types.FunctionType):
            raise TypeError(
                f"depyf.check() was given {_what(target)}, which runs no Python "
                "function that torch could compile; give it a function, a method, a "
                "module or what torch.compile returned for one"
            )
        own = vars(current)
        if _ORIGINAL in own:
            self._facts["wraps_compiled"] = True
        bound = _bound(current, self._args, self._kwargs)
        return Call(current, bound, **self._facts)

    def _inner(self, target: Any) -> object:
        """Return the next function that a call of `target` runs, or `target` itself."""
        if isinstance(target, functools.partial):
            self._args = (*target.args, *self._args)
            self._kwargs = {**target.keywords, **self._kwargs}
            return target.func
        if isinstance(target, torch.nn.Module):
            return self._of_module(target)
        if isinstance(target, types.MethodType):
            if target.__func__ in _CALLS_OF_MODULES:
                return self._forward(target.__self__)
            self._args = (target.__self__, *self._args)
            return target.__func__
        if isinstance(target, types.FunctionType):
            return self._of_function(target)
        call = inspect.getattr_static(type(target), "__call__", None)
        if isinstance(call, types.FunctionType) and not isinstance(target, type):
            self._args = (target, *self._args)
            return call
        return target

    def _of_module(self, module: Any) -> object:
        own = vars(module)
        if isinstance(module, eval_frame.OptimizedModule):
            # The second one calls the first one, after it has initialized the module.
            return own.get("_forward", own.get("forward"))
        return own.get("_compiled_call_impl") or self._forward(module)

    def _forward(self, module: Any) -> object:
        hooks = ("_forward_pre_hooks", "_global_forward_pre_hooks")
        if vars(module).get(hooks[0]) or getattr(torch_module, hooks[1], None):
            self._facts["hooked"] = True
        return module.forward

    def _of_function(self, function: types.FunctionType) -> object:
        own = vars(function)
        inner = own.get(_ORIGINAL)
        if inner is None or own.get("_torchdynamo_wrapper_id", id(function)) != id(
            function
        ):
            return function
        disabled = bool(own.get("_torchdynamo_disable"))
        self._facts = {**self._facts, "disabled": disabled}
        if not disabled:
            held = closure_of(function)
            self._facts["callback"] = held.get("callback")
            self._facts["fullgraph"] = bool(
                getattr(held.get("self"), "fullgraph", False)
            )
            self._facts["region"] = int(own.get("_isolate_recompiles_id", -1))
        return inner


def _what(target: object) -> str:
    if isinstance(target, type):
        return f"the class {target.__qualname__}"
    name = getattr(type(target), "__qualname__", "")
    known = isinstance(target, (types.BuiltinFunctionType, types.MethodType))
    return f"the {name} {target.__name__}" if known else f"a {name} object"  # type: ignore[attr-defined]


def _bound(
    function: types.FunctionType, args: tuple[object, ...], kwargs: dict[str, Any]
) -> Mapping[str, object]:
    """Return the variables of a function at its beginning, by name."""
    # The same function without attributes that may give it another signature.
    bare = types.FunctionType(
        function.__code__,
        {},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    bare.__kwdefaults__ = function.__kwdefaults__
    try:
        bound = inspect.signature(bare).bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(
            f"these arguments do not fit {function.__qualname__}(): {error}"
        ) from None
    bound.apply_defaults()
    return {**closure_of(function), **bound.arguments}


# --- what torch would do with the call ----------------------------------------------


def entries_of_call(call: Call) -> tuple[list[object], list[object]]:
    """Return the entries that a call may use, in torch's order, and all entries.

    The other entries belong to another backend, or to another region (2.10+).
    """
    found = cache_entries(call.code)
    own = [entry for entry in found if _is_of(call, entry)]
    # Entries of the region itself come before entries that all regions share.
    own.sort(key=lambda entry: getattr(entry, "isolate_recompiles_id", -1) == -1)
    return own, found


def _is_of(call: Call, entry: Any) -> bool:
    if getattr(entry, "isolate_recompiles_id", -1) not in (-1, call.region):
        return False
    wanted, given = _backend(call), getattr(entry, "backend", None)
    if wanted is None or given is None or wanted is given:
        return True
    # Torch compares them like this; `==` of the program's own classes is not called.
    of_torch = type(wanted).__module__.partition(".")[0] == "torch"
    return of_torch and bool(wanted == given)


def _backend(call: Call) -> object | None:
    """Return the backend of a call; None if it is unknown, or if any backend fits."""
    innermost = getattr(eval_frame, "innermost_backend", None)
    stance = _stance()
    if call.callback is None or innermost is None or stance == "eager_on_recompile":
        return None
    found: object = innermost(call.callback)
    return found


def several_backends(entries: list[object]) -> bool:
    """Return whether several backends made the entries (2.10+)."""
    return len({id(getattr(entry, "backend", None)) for entry in entries}) > 1


def _stance() -> str:
    """Return the stance that `torch.compiler.set_stance` selected (2.6+)."""
    stance = getattr(eval_frame, "_stance", None)
    return str(getattr(stance, "stance", "default"))


class Fate(NamedTuple):
    """An outcome, ``compile``, ``plain``, ``raise`` or ``unknown``, and its reason."""

    outcome: str
    reason: str


def forced_fate(call: Call) -> Fate | None:
    """Return the outcome of a call if it does not depend on entries; otherwise None."""
    if call.disabled:
        return Fate("plain", "torch.compiler.disable keeps torch from compiling it")
    if _stance() == "force_eager":
        return Fate("plain", 'torch.compiler.set_stance("force_eager") is set')
    if getattr(config, "disable", False):
        return Fate("plain", "torch._dynamo.config.disable is set")
    return None


def fate_of_miss(call: Call, entries: list[object]) -> Fate:
    """Return the outcome of a call that fits no entry."""
    stance = _stance()
    if stance == "eager_on_recompile":
        return Fate("plain", 'torch.compiler.set_stance("eager_on_recompile") is set')
    if not entries:
        fate = _fate_of_first(call)
        if fate is not None:
            return fate
    if stance == "fail_on_recompile":
        return Fate("raise", 'torch.compiler.set_stance("fail_on_recompile") is set')
    limit = _limit_reached(call, entries)
    if limit:
        stops = call.fullgraph or getattr(config, "fail_on_recompile_limit_hit", False)
        return Fate("raise" if stops else "plain", f"{limit} is reached")
    if entries and getattr(config, "error_on_recompile", False):
        return Fate("raise", "torch._dynamo.config.error_on_recompile is set")
    return Fate("compile", "")


def _fate_of_first(call: Call) -> Fate | None:
    """Return the outcome for a function without entries; None if it compiles."""
    code = call.code
    if getattr(trace_rules, "check", lambda _: False)(code):
        return Fate("plain", "torch never compiles functions of this file on their own")
    if is_refused(code):
        return Fate("plain", "torch compiles no generators")
    # A function that has entries of another backend was not given up.
    if code in getattr(convert_frame, "input_codes", ()) and not cache_entries(code):
        return Fate(
            "unknown",
            "torch has looked at this function and kept no compiled version: either it "
            "found nothing to compile and lets it run as plain Python from now on, or "
            "compiling failed; which of them, torch does not tell",
        )
    frame = _frame(call)
    if not getattr(convert_frame, "has_tensor_in_frame", lambda _: True)(frame):
        return Fate("plain", "no argument holds a tensor, so torch leaves it alone")
    return None


def _frame(call: Call) -> Any:
    """Return an object with the attributes of a frame that torch's guards read."""
    return types.SimpleNamespace(
        f_code=call.code,
        f_locals=dict(call.arguments),
        f_globals=call.namespace,
    )


def _limit_reached(call: Call, entries: list[object]) -> str:
    """Return the limit that is reached, in words; empty if none is."""
    new, old = "recompile_limit", "cache_size_limit"
    name = new if hasattr(config, new) else old
    given = own_limit(call)
    limit = given or getattr(config, name, None)
    where = f"torch.compile(..., {name}=...)" if given else f"{_CONFIG}.{name}"
    own = [e for e in entries if getattr(e, "isolate_recompiles_id", -1) == call.region]
    if limit is not None and _same_objects(call, own) >= limit:
        return f"the limit of {limit} compiled versions ({where})"
    accumulated = getattr(config, "accumulated_recompile_limit", None)
    if accumulated is not None and len(cache_entries(call.code)) >= accumulated:
        where = f"{_CONFIG}.accumulated_recompile_limit"
        return f"the limit of {accumulated} compiled versions ({where})"
    return ""


def own_limit(call: Call) -> int | None:
    """Return the `recompile_limit` passed to `torch.compile` (2.13+)."""
    current: Any = call.callback
    for _ in range(_MOST_LAYERS):
        inner = getattr(current, "_inner_convert", None)
        if inner is not None:
            limit = getattr(inner, "_recompile_limit", None)
            return limit if isinstance(limit, int) else None
        current = getattr(current, "_torchdynamo_orig_backend", None)
        if current is None:
            return None
    return None


def _same_objects(call: Call, entries: list[object]) -> int:
    """Return how many entries count for the limit: those that guard these objects."""
    from torch._dynamo import cache_size

    same = getattr(cache_size, "_has_same_id_matched_objs", None)
    if same is None:
        return len(entries)
    frame = _frame(call)
    return sum(bool(same(frame, entry)) for entry in entries)
