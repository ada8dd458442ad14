"""Bytecode hook, cache entries and their guards."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, NamedTuple

import torch
from torch._dynamo import convert_frame, eval_frame

from depyf.capture.torch_compat.compiling import outer_frames, outside_dynamo

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.torch_compat.compiling import Restore

BytecodeHook = Callable[["CodeType", "CodeType"], "CodeType | None"]


# --- bytecode and cache entries -----------------------------------------------------


def register_bytecode_hook(hook: BytecodeHook) -> Restore:
    """Have torch call `hook(original, new)` for every new cache entry (2.0+)."""
    handle = convert_frame.register_bytecode_hook(outside_dynamo(hook))  # type: ignore[arg-type, unused-ignore]
    restore: Restore = handle.remove
    return restore


def cache_entries(code: CodeType) -> list[Any]:
    """Return the cache entries of a code object, most recently hit first (2.2+)."""
    entries = getattr(eval_frame, "_debug_get_cache_entry_list", None)
    return [] if entries is None else list(entries(code))


def entry_name(entry: object) -> str:
    """Return the compile id of a cache entry as text, empty where unknown (2.4+)."""
    compile_id = getattr(entry, "compile_id", None)
    return "" if compile_id is None else str(compile_id)


def codes_seen() -> list[CodeType]:
    """Return the live code objects that Dynamo has looked at (2.2+)."""
    tracker = getattr(convert_frame, "input_codes", None)
    found = [reference() for reference in getattr(tracker, "seen", ())]
    return [code for code in found if code is not None]


def code_of(target: object) -> CodeType | None:
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


def globals_of(target: object) -> dict[str, object]:
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


def guards_being_built() -> object | None:
    """Return the guard manager, from inside the record ``dynamo_cpp_guards_str``.

    A frame of the constructor that emits the record holds it, complete (2.4-2.15).
    """
    for frame in outer_frames():
        if frame.f_code.co_name != "__init__":
            continue
        owner = frame.f_locals.get("self")
        manager = getattr(owner, "guard_manager", None)
        if getattr(manager, "root", None) is not None:
            return manager  # type: ignore[no-any-return, unused-ignore]
    return None


def guards_of_entry(entry: object) -> object | None:
    """Return the guard manager of a cache entry (2.6+; `check_fn` in 2.4-2.5)."""
    manager = getattr(entry, "guard_manager", None) or getattr(entry, "check_fn", None)
    return manager if getattr(manager, "root", None) is not None else None


def guard_leaves(manager: object) -> list[GuardLeaf]:
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


def _leaf_texts(leaf: Any) -> list[GuardLeaf]:
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
