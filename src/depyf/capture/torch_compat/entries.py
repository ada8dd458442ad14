"""Register the bytecode hook, and read cache entries and their guards."""

from __future__ import annotations

import inspect
import types
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, NamedTuple

import torch
from torch._dynamo import convert_frame, eval_frame
from torch._dynamo import utils as dynamo_utils

from depyf.capture.torch_compat.compiling import (
    OWN_FOLDER,
    compiling_local,
    is_library,
    outside_dynamo,
    torch_local,
)

if TYPE_CHECKING:
    import traceback
    from types import CodeType

    from depyf.capture.torch_compat.compiling import Restore

BytecodeHook = Callable[["CodeType", "CodeType"], "CodeType | None"]


# --- bytecode and cache entries -----------------------------------------------------


def register_bytecode_hook(hook: BytecodeHook) -> Restore:
    """Let torch call `hook(original, new)` for each new cache entry (2.0+).

    Torch iterates over its table of hooks while it calls them.  This fails if the table
    changes, for example because the hook is removed while another thread compiles.  So
    torch iterates over a copy of the table until the hook is removed.
    """
    table = getattr(convert_frame, "_bytecode_hooks", None)
    is_active = True

    def active_hook(original: CodeType, new: CodeType) -> CodeType | None:
        return hook(original, new) if is_active else None

    copied = vars(table).get("values") if isinstance(table, OrderedDict) else None
    if isinstance(table, OrderedDict) and copied is None:
        vars(table)["values"] = lambda: list(OrderedDict.values(table))
    handle = convert_frame.register_bytecode_hook(outside_dynamo(active_hook))  # type: ignore[arg-type, unused-ignore]

    def restore() -> None:
        nonlocal is_active
        is_active = False
        handle.remove()
        if isinstance(table, OrderedDict) and copied is None:
            vars(table).pop("values", None)

    return restore


def cache_entries(code: CodeType) -> list[Any]:
    """Return the cache entries of a code object, most recently hit first (2.2+)."""
    entries = getattr(eval_frame, "_debug_get_cache_entry_list", None)
    return [] if entries is None else list(entries(code))


def entry_name(entry: object) -> str:
    """Return the compile id of a cache entry as text; empty if unknown (2.4+)."""
    compile_id = getattr(entry, "compile_id", None)
    return "" if compile_id is None else str(compile_id)


def codes_seen() -> list[CodeType]:
    """Return the program's existing code objects that Dynamo has seen (2.2+)."""
    tracker = getattr(convert_frame, "input_codes", None)
    found = [reference() for reference in getattr(tracker, "seen", ())]
    others = (code for code in found if code is not None)
    return [one for one in others if not one.co_filename.startswith(OWN_FOLDER)]


def is_refused(code: CodeType) -> bool:
    """Return whether Dynamo refuses a user's function before it gets a compile id.

    These are generators (2.2-2.15).  Generator expressions are left out, because they
    surprise no user.
    """
    is_generator = code.co_flags & inspect.CO_GENERATOR
    return (
        bool(is_generator)
        and code.co_name[0] != "<"
        and not is_library(code.co_filename)
    )


def code_of(target: object) -> CodeType | None:
    """Return the code object of a function, method or module, compiled or not."""
    code = getattr(_function_under(target), "__code__", target)
    return code if isinstance(code, types.CodeType) else None


def globals_of(target: object) -> dict[str, object]:
    """Return the globals of a function, method or module, compiled or not."""
    found = getattr(_function_under(target), "__globals__", None)
    return found if isinstance(found, dict) else {}


def _function_under(target: object) -> object:
    innermost = getattr(eval_frame, "innermost_fn", None)
    if isinstance(target, torch.nn.Module):
        target = getattr(target, "_orig_mod", target).forward
    if innermost is not None and callable(target):
        target = innermost(target)
    return getattr(target, "__func__", target)


# --- guards -------------------------------------------------------------------------


class GuardLeaf(NamedTuple):
    """A guard as torch prints it, and torch's name of its type."""

    kind: str
    text: str


def guards_being_built() -> object | None:
    """Return the guard manager; call this while torch emits ``dynamo_cpp_guards_str``.

    The constructor that emits the record holds the complete manager (2.4-2.15).
    """
    manager = getattr(torch_local("__init__", "self"), "guard_manager", None)
    if getattr(manager, "root", None) is not None:
        return manager  # type: ignore[no-any-return, unused-ignore]
    return None


def guards_of_entry(entry: object) -> object | None:
    """Return the guard manager of a cache entry, which up to 2.5 is named `check_fn`.

    Since 2.4 it holds a tree in C++; before, it is a function with conditions as text.
    """
    manager = getattr(entry, "guard_manager", None) or getattr(entry, "check_fn", None)
    if getattr(manager, "root", None) is not None or _conditions(manager):
        return manager  # type: ignore[no-any-return, unused-ignore]
    return None


def _conditions(manager: object) -> list[str]:
    """Return the conditions of a guard function as text (up to 2.3)."""
    parts = getattr(manager, "verbose_code_parts", None)
    parts = parts or getattr(manager, "code_parts", None)
    return [str(part) for part in parts or ()]


def guard_leaves(manager: object) -> list[GuardLeaf]:
    """Return all guards of an entry in the order in which torch checks them (2.2+).

    The epilogue of a tree holds the guards on symbolic shapes and aliasing.
    """
    root: Any = getattr(manager, "root", None)
    if root is None:
        return [GuardLeaf("", text) for text in _conditions(manager)]
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


def _leaf_texts(leaf: Any) -> list[GuardLeaf]:
    kind = type(leaf).__name__
    return [GuardLeaf(kind, str(part)) for part in leaf.verbose_code_parts()]


class GuardCheck(NamedTuple):
    """The result of checking guards, with torch's text of the first that fails.

    Attributes:
        holds: whether all guards hold.
        reason: torch's text of the guard that failed.
        parts: the conditions in it.  If torch checks several as one guard, it does not
            say which failed.
        stack: the stack of the program that needed the guard, innermost last (2.11+).
    """

    holds: bool
    reason: str
    parts: tuple[str, ...] = ()
    stack: tuple[traceback.FrameSummary, ...] = ()


def check_guards(manager: object, frame_locals: Mapping[str, object]) -> GuardCheck:
    """Evaluate guards with the arguments of a call (2.2+)."""
    root: Any = getattr(manager, "root", None)
    if root is None:
        return _evaluate(manager, frame_locals)
    verdict = root.check_verbose(dict(frame_locals))
    parts = tuple(str(part) for part in verdict.verbose_code_parts)
    stack = tuple(getattr(verdict, "user_stack", None) or ())
    return GuardCheck(bool(verdict.result), "; ".join(parts), parts, stack)


def failed_checks(
    code: CodeType, frame_locals: Mapping[str, object]
) -> Iterator[tuple[Any, GuardCheck]]:
    """Yield the entries that do not fit a call, with the results of their checks."""
    for entry in cache_entries(code):
        manager = guards_of_entry(entry)
        if manager is not None:
            check = check_guards(manager, frame_locals)
            if not check.holds:
                yield entry, check


def can_be_asked(manager: object) -> bool:
    """Return whether guards can be checked outside a call (2.4+).

    Before 2.4, they read the backend of the current call.
    """
    return hasattr(getattr(manager, "root", None), "check_verbose")


def never_aliased(manager: object) -> list[str]:
    """Return the sources of tensors that must all be different (2.4+)."""
    found = getattr(manager, "no_tensor_aliasing_sources", None) or ()
    # Up to 2.13 these are names.  Later they are objects, whose `name` is a property
    # or, in some versions, a method.
    names = (getattr(source, "name", source) for source in found)
    return [str(name() if callable(name) else name) for name in names]


def why_invalid(entry: object) -> str:
    """Return why torch invalidated an entry; empty if it does not say (2.6+)."""
    manager = getattr(entry, "guard_manager", None)
    return str(getattr(manager, "invalidation_reason", None) or "")


def _evaluate(manager: object, frame_locals: Mapping[str, object]) -> GuardCheck:
    """Evaluate guards that are Python conditions, in their own scope (up to 2.3)."""
    own = getattr(manager, "global_scope", None) or {}
    scope = {**own, **dict(getattr(manager, "closure_vars", None) or {})}
    scope.setdefault("G", own)
    scope["L"] = frame_locals
    # This variant returns the difference in words.
    if "___check_tensors_verbose" in scope:
        scope["___check_tensors"] = scope["___check_tensors_verbose"]
    for part in getattr(manager, "code_parts", ()):
        try:
            verdict = eval(part, scope)
        except (KeyError, AttributeError, IndexError, TypeError, NameError):
            verdict = False
        if isinstance(verdict, str) or not verdict:
            failed = str(verdict or part)
            return GuardCheck(holds=False, reason=failed, parts=(failed,))
    return GuardCheck(holds=True, reason="")


# --- what led to an entry ------------------------------------------------------------


class BreakReason(NamedTuple):
    """The reason of a graph break, and the user's stack."""

    reason: str
    user_stack: tuple[traceback.FrameSummary, ...]


def break_reasons() -> list[BreakReason]:
    """Return all graph breaks since `torch._dynamo.reset` (2.2-2.15)."""
    found = getattr(dynamo_utils, "graph_break_reasons", ())
    return [BreakReason(str(item.reason), tuple(item.user_stack)) for item in found]


def reasons_to_recompile() -> list[str]:
    """Return why existing entries did not fit; call this in a bytecode hook.

    A local variable of torch's compiling function holds the reasons (2.2-2.4 at least).
    """
    found = compiling_local("recompile_reasons")
    return [str(reason) for reason in found] if isinstance(found, list) else []
