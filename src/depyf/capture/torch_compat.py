"""Everything depyf knows about torch's internals, one function per fact.

By feature, never by version: each function looks for what it needs and says so (None,
an empty result) where this torch lacks it.  Tested with torch 2.13 (Python 3.11) and
2.15 (Python 3.13, 3.15); versions named below are where a fact begins or ends.
"""

from __future__ import annotations

import logging
import os
import sys
import types
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Tuple,
)

import torch
import torch._dynamo
from torch._dynamo import convert_frame, eval_frame
from torch._guards import CompileContext

if TYPE_CHECKING:
    from types import CodeType, FunctionType

Restore = Callable[[], None]
BytecodeHook = Callable[["CodeType", "CodeType"], "Optional[CodeType]"]
TRACE_LOGGER = "torch.__trace"
# Local variables of `convert_frame._compile`, the caller of every bytecode hook.
_COMPILE_FRAME = "_compile"


def torch_version() -> str:
    """Return torch's own version text."""
    return str(torch.__version__)


# --- what is being compiled ---------------------------------------------------------


def current_trace_id() -> Optional[str]:
    """Return the compile id with its attempt (``0/1_2``), None outside a compile.

    `current_trace_id` and `current_compile_id` exist in 2.2-2.15; inside a lazily
    compiled backward they give the forward's id from 2.3 on.
    """
    trace_id = CompileContext.current_trace_id()
    if trace_id is not None:
        return str(trace_id)
    compile_id = CompileContext.current_compile_id()
    return None if compile_id is None else str(compile_id)


def compiling_backward() -> bool:
    """Return whether AOTAutograd is compiling a backward graph (2.2-2.15)."""
    aot = sys.modules.get("torch._functorch.aot_autograd")
    name = getattr(aot, "get_aot_graph_name", None)
    return name is not None and "_backward" in str(name())


def compiled_frame_globals() -> Dict[str, object]:
    """Return the user's module globals, from inside a bytecode hook (2.2-2.15)."""
    for frame in _outer_frames():
        if frame.f_code.co_name == _COMPILE_FRAME:
            found = frame.f_locals.get("globals")
            if isinstance(found, dict):
                return found
    return {}


def compiled_frame_locals() -> Mapping[str, object]:
    """Return the arguments of the frame being compiled, from inside a hook."""
    for frame in _outer_frames():
        if frame.f_code.co_name == _COMPILE_FRAME:
            found = frame.f_locals.get("locals")
            if isinstance(found, Mapping):
                return found
    return {}


def _outer_frames() -> Iterator[types.FrameType]:
    frame = sys._getframe(1)  # noqa: SLF001  # documented, if only for CPython
    walker: Optional[types.FrameType] = frame
    while walker is not None:
        yield walker
        walker = walker.f_back


def rank_and_world() -> Tuple[int, int]:
    """Return this process's rank and the number of processes.

    From torch.distributed where it is initialised, else from torchrun's environment.
    """
    distributed = getattr(torch, "distributed", None)
    if distributed is not None and distributed.is_available():
        if distributed.is_initialized():
            return int(distributed.get_rank()), int(distributed.get_world_size())
    rank, world = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    if rank.isdigit() and world.isdigit():
        return int(rank), int(world)
    return 0, 1


# --- the structured trace -----------------------------------------------------------


def add_trace_handler(handler: logging.Handler) -> Optional[Restore]:
    """Put `handler` first on torch's structured trace; None if there is none (2.2).

    First, because torch's lazy handler takes itself out of the list while it is being
    walked, and the handler after it would miss that record.
    """
    internal = sys.modules.get("torch._logging._internal")
    if getattr(internal, "trace_log", None) is None:
        return None
    trace_log = logging.getLogger(TRACE_LOGGER)
    if not trace_log.isEnabledFor(logging.DEBUG):
        return None
    trace_log.handlers.insert(0, handler)
    return lambda: trace_log.removeHandler(handler)


def trace_was_disabled() -> bool:
    """Return whether somebody switched the trace off (`logging.config` does)."""
    return logging.getLogger(TRACE_LOGGER).disabled


def interned_text(number: int) -> Optional[str]:
    """Return the text of an interned file name (2.3+); the table is per process."""
    structured = sys.modules.get("torch._logging.structured")
    table = getattr(structured, "INTERN_TABLE", None)
    if table is None:
        return None
    return next((text for text, known in table.items() if known == number), None)


# --- bytecode and cache entries -----------------------------------------------------


def register_bytecode_hook(hook: BytecodeHook) -> Restore:
    """Have torch call `hook(original, new)` for every new cache entry (2.0+)."""
    handle = convert_frame.register_bytecode_hook(hook)  # type: ignore[arg-type, unused-ignore]
    return lambda: handle.remove()


def cache_entries(code: CodeType) -> List[Any]:
    """Return the cache entries of a code object, most recently hit first (2.2+)."""
    entries = getattr(eval_frame, "_debug_get_cache_entry_list", None)
    return [] if entries is None else list(entries(code))


def entry_name(entry: object) -> str:
    """Return the compile id of a cache entry as text, empty where unknown (2.4+)."""
    compile_id = getattr(entry, "compile_id", None)
    return "" if compile_id is None else str(compile_id)


def codes_seen() -> List[CodeType]:
    """Return the live code objects that Dynamo has looked at (2.2+)."""
    tracker = getattr(convert_frame, "input_codes", None)
    found = [reference() for reference in getattr(tracker, "seen", ())]
    return [code for code in found if code is not None]


def code_of(target: object) -> Optional[CodeType]:
    """Return the code object under a (compiled) function, method or module."""
    if isinstance(target, types.CodeType):
        return target
    innermost = getattr(eval_frame, "innermost_fn", None)
    if isinstance(target, torch.nn.Module):
        original = getattr(target, "_orig_mod", target)
        target = original.forward
    if innermost is not None and callable(target):
        target = innermost(target)
    target = getattr(target, "__func__", target)
    code = getattr(target, "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def globals_of(target: object) -> Dict[str, object]:
    """Return the module globals under a (compiled) function, method or module."""
    innermost = getattr(eval_frame, "innermost_fn", None)
    if isinstance(target, torch.nn.Module):
        target = getattr(target, "_orig_mod", target).forward
    if innermost is not None and callable(target):
        target = innermost(target)
    target = getattr(target, "__func__", target)
    found = getattr(target, "__globals__", None)
    return found if isinstance(found, dict) else {}


# --- guards -------------------------------------------------------------------------


class GuardLeaf(NamedTuple):
    """One guard as torch prints it, and torch's name for its type."""

    kind: str
    text: str


def guards_being_built() -> Optional[object]:
    """Return the guard manager, from inside the record ``dynamo_cpp_guards_str``.

    A frame of the constructor that emits the record holds it, complete (2.4-2.15).
    """
    for frame in _outer_frames():
        if frame.f_code.co_name != "__init__":
            continue
        owner = frame.f_locals.get("self")
        manager = getattr(owner, "guard_manager", None)
        if getattr(manager, "root", None) is not None:
            return manager  # type: ignore[no-any-return, unused-ignore]
    return None


def guards_of_entry(entry: object) -> Optional[object]:
    """Return the guard manager of a cache entry (2.6+; `check_fn` in 2.4-2.5)."""
    manager = getattr(entry, "guard_manager", None) or getattr(entry, "check_fn", None)
    return manager if getattr(manager, "root", None) is not None else None


def guard_leaves(manager: object) -> List[GuardLeaf]:
    """Return all guards of a C++ guard tree in the order of checking (2.4+).

    The epilogue holds symbolic shapes and aliasing: without it no dynamic-shape guard
    would be seen.
    """
    root: Any = getattr(manager, "root", None)
    if root is None:
        return []
    leaves = list(_leaves(root))
    epilogue = getattr(root, "get_epilogue_lambda_guards", None)
    for leaf in epilogue() if epilogue is not None else ():
        leaves += _leaf_texts(leaf)
    return leaves


def _leaves(manager: Any) -> Iterator[GuardLeaf]:
    waiting = [manager]
    while waiting:
        node = waiting.pop()
        for leaf in node.get_leaf_guards():
            yield from _leaf_texts(leaf)
        children = list(node.get_child_managers())
        pairs = getattr(node, "get_key_value_managers", None)
        if pairs is not None:
            for key, value in pairs().values():
                children += [child for child in (key, value) if child is not None]
        waiting.extend(reversed(children))


def _leaf_texts(leaf: Any) -> List[GuardLeaf]:
    kind = type(leaf).__name__
    return [GuardLeaf(kind, str(part)) for part in leaf.verbose_code_parts()]


class GuardCheck(NamedTuple):
    """Whether guards hold now, and torch's words for the first that does not."""

    holds: bool
    reason: str


def check_guards(manager: object, frame_locals: Mapping[str, object]) -> GuardCheck:
    """Evaluate guards against the arguments of a call (2.4+)."""
    root: Any = getattr(manager, "root", None)
    verdict = root.check_verbose(dict(frame_locals))
    parts = [str(part) for part in verdict.verbose_code_parts]
    return GuardCheck(bool(verdict.result), "; ".join(parts))


# --- graphs -------------------------------------------------------------------------

GraphCallback = Callable[[str, Any], None]
_FORMATTER_CALLBACK = "_depyf_graph_callback"
_FORMATTER_ORIGINAL = "_depyf_original_formatter"


def intercept_graph_formatter(callback: GraphCallback) -> Optional[Restore]:
    """Call `callback(name, graph_module)` whenever a graph is about to be logged.

    `lazy_format_graph_code` is imported by name everywhere, also by other programs, so
    the function object stays and its code is swapped (2.2-2.15).
    """
    from torch._dynamo import utils

    formatter = getattr(utils, "lazy_format_graph_code", None)
    if not isinstance(formatter, types.FunctionType) or formatter.__closure__:
        return None
    namespace = formatter.__globals__
    code, defaults = formatter.__code__, formatter.__defaults__
    if _FORMATTER_ORIGINAL in namespace:
        return None
    namespace[_FORMATTER_ORIGINAL] = types.FunctionType(
        code, namespace, formatter.__name__, defaults
    )
    namespace[_FORMATTER_CALLBACK] = callback
    formatter.__code__ = _reporting_formatter.__code__
    formatter.__defaults__ = None

    def restore() -> None:
        formatter.__code__ = code
        formatter.__defaults__ = defaults
        namespace.pop(_FORMATTER_ORIGINAL, None)
        namespace.pop(_FORMATTER_CALLBACK, None)

    return restore


def _reporting_formatter(name, gm, *args, **kwargs):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN003, ANN202
    # Runs inside torch's module: the two names live in that module's globals.
    _depyf_graph_callback(name, gm)  # type: ignore[name-defined]  # noqa: F821
    return _depyf_original_formatter(  # type: ignore[name-defined]  # noqa: F821
        name, gm, *args, **kwargs
    )


def printed_graph(graph_module: Any) -> str:
    """Return a graph as torch prints it, with shapes, strides and devices (2.4+)."""
    try:
        text = graph_module.print_readable(
            print_output=False, include_stride=True, include_device=True
        )
    except TypeError:  # up to 2.3 it knows none of the last two
        text = graph_module.print_readable(print_output=False)
    return str(text)


def forward_function(graph_module: Any, *, generate: bool) -> Optional[FunctionType]:
    """Return the generated `forward` that a graph module runs (2.2-2.15).

    Args:
        graph_module: any fx GraphModule.
        generate: make it now if it does not exist yet (it is generated at first use).
    """
    recompile = getattr(graph_module, "real_recompile", None)
    if generate and recompile is not None:
        recompile()
    forward = type(graph_module).forward
    if forward.__code__.co_name == "_lazy_forward":
        return None
    return forward if isinstance(forward, types.FunctionType) else None


def never_compile(code: CodeType) -> None:
    """Have Dynamo leave a code object alone, as it does with all that fx generates."""
    skip = getattr(convert_frame, "skip_code", None)
    if skip is not None:
        skip(code)


def generated_source(filename: str) -> Optional[str]:
    """Return the source behind a file name of fx (``<eval_with_key>.N``)."""
    from torch.fx import graph_module

    loader = getattr(graph_module, "_loader", None)
    source = None if loader is None else loader.get_source(filename)
    return source if isinstance(source, str) else None


def is_boxed(graph_module: Any) -> bool:
    """Return whether the generated `forward` takes all arguments in one list."""
    codegen = getattr(graph_module.graph, "_codegen", None)
    return type(codegen).__name__ == "_BoxedCodeGen"


def generated_names() -> List[str]:
    """Return the file names of all sources that fx has generated in this process."""
    from torch.fx import graph_module

    loader = getattr(graph_module, "_loader", None)
    return list(getattr(loader, "eval_cache", ()))


# --- Inductor -----------------------------------------------------------------------

ModuleLoader = Callable[..., types.ModuleType]


def wrap_kernel_loader(
    wrap: Callable[[ModuleLoader], ModuleLoader],
) -> Optional[Restore]:
    """Replace how Inductor loads a generated module; None if it cannot be (2.2+).

    `wrap` gets the original bound loader and returns what is called instead, with the
    very arguments that torch passes (they grow: `set_sys_modules` came in 2.13).
    """
    from torch._inductor.codecache import PyCodeCache

    original = vars(PyCodeCache).get("load_by_key_path")
    if not isinstance(original, classmethod):
        return None
    replacement = wrap(PyCodeCache.load_by_key_path)

    def load(_cls: type, *args: Any, **kwargs: Any) -> types.ModuleType:
        return replacement(*args, **kwargs)

    PyCodeCache.load_by_key_path = classmethod(load)  # type: ignore[assignment, method-assign, unused-ignore]

    def restore() -> None:
        PyCodeCache.load_by_key_path = original  # type: ignore[assignment, method-assign, unused-ignore]

    return restore


def kernel_loader() -> ModuleLoader:
    """Return how Inductor loads a generated module right now (2.2+)."""
    from torch._inductor.codecache import PyCodeCache

    loader: ModuleLoader = PyCodeCache.load_by_key_path
    return loader


# --- no recompiling while stopped ---------------------------------------------------

MissReport = Callable[["CodeType", Mapping[str, object]], None]


def run_misses_eagerly(report: MissReport) -> Optional[Restore]:
    """Have calls that no cache entry fits run as plain Python; tell `report` of each.

    Needs a stance callback and a return value that does not mark the code object as
    skipped for ever (2.7+); None without them.
    """
    from torch._dynamo import trace_rules
    from torch._dynamo import types as dynamo_types

    original = getattr(eval_frame, "_callback_from_stance", None)
    decision = _skip_once()
    if original is None or decision is None:
        return None
    skip_for_ever = dynamo_types.ConvertFrameReturn
    has_tensor = getattr(convert_frame, "has_tensor_in_frame", lambda _frame: True)

    def callback_from_stance(callback: Any) -> Any:
        chosen = original(callback)
        if chosen is None or chosen is False:
            return chosen

        def miss(frame: Any, *_args: Any, **_kwargs: Any) -> Any:
            # What torch never compiles: the debugger's own functions among them.
            if trace_rules.check(frame.f_code) or not has_tensor(frame):
                return skip_for_ever()
            report(frame.f_code, frame.f_locals)
            return decision

        # Entries are compared by backend, which torch finds through these.
        miss._torchdynamo_orig_callable = callback  # type: ignore[attr-defined]  # noqa: SLF001
        miss._torchdynamo_orig_backend = callback  # type: ignore[attr-defined]  # noqa: SLF001
        return miss

    eval_frame._callback_from_stance = callback_from_stance  # noqa: SLF001

    def restore() -> None:
        eval_frame._callback_from_stance = original  # noqa: SLF001

    return restore


def _skip_once() -> Optional[object]:
    from torch._dynamo import types as dynamo_types

    result = getattr(dynamo_types, "ConvertFrameReturn", None)
    strategy = getattr(dynamo_types, "FrameExecStrategy", None)
    action = getattr(dynamo_types, "FrameAction", None)
    if result is None or strategy is None or action is None:
        return None
    try:
        made: object = result(
            frame_exec_strategy=strategy(action.SKIP, action.SKIP),
            apply_to_code=False,
        )
    except TypeError:
        return None
    return made


# --- what this torch offers ---------------------------------------------------------


def features() -> Dict[str, bool]:
    """Return what this torch offers to depyf, for `depyf doctor` and the journal."""
    from torch._dynamo import utils

    internal = sys.modules.get("torch._logging._internal")
    return {
        "bytecode hook": hasattr(convert_frame, "register_bytecode_hook"),
        "structured trace": getattr(internal, "trace_log", None) is not None,
        "compile id": hasattr(CompileContext, "current_trace_id"),
        "cache entries": hasattr(eval_frame, "_debug_get_cache_entry_list"),
        "graph formatter": hasattr(utils, "lazy_format_graph_code"),
        "miss callback": (
            hasattr(eval_frame, "_callback_from_stance") and _skip_once() is not None
        ),
        "code tracker": hasattr(convert_frame, "input_codes"),
        "call counts": hasattr(sys, "monitoring"),
    }
