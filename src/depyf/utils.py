"""Small functions that existing programs import from here."""

from __future__ import annotations

import functools
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    import os

__all__ = [
    "collect_all_code_objects",
    "decompile_ensure",
    "get_code_owner",
    "safe_create_directory",
]


def get_code_owner(fn: object) -> object:
    """Return the function whose `__code__` runs when `fn` is called.

    Assign to the `__code__` of this function to change what `fn` runs. Looks through
    bound methods, partials, decorators that set `__wrapped__`, compiled functions and
    modules, and objects whose class defines `forward` or `__call__`.
    """
    seen: list[int] = []
    while id(fn) not in seen:
        seen.append(id(fn))
        fn = _next_owner(fn)
    return fn


def _next_owner(fn: object) -> object:
    """Return the callable that `fn` wraps; `fn` itself if it wraps none."""
    for attribute in ("__func__", "__wrapped__", "_torchdynamo_orig_callable"):
        inner: object = getattr(fn, attribute, None)
        if inner is not None:
            return inner
    if isinstance(fn, functools.partial):
        return fn.func
    if hasattr(fn, "__code__") or isinstance(fn, type):
        return fn
    original: object = getattr(fn, "_orig_mod", None)
    if original is not None:
        return original
    for method in ("forward", "__call__"):
        bound: object = getattr(fn, method, None)
        if hasattr(bound, "__func__"):
            return bound
    return fn


def collect_all_code_objects(code: CodeType) -> list[CodeType]:
    """Return a code object and all code objects nested in it, outermost first."""
    found = [code]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.extend(collect_all_code_objects(constant))
    return found


def decompile_ensure(
    fn: CodeType | Callable[..., object],
    overwite_fn_name: str | None = None,
) -> str:
    """Return the source of a function, or a line that says why there is none.

    Args:
        fn: a code object, or a function, method or other object that has one.
        overwite_fn_name: the name to print (spelt as existing callers spell it).
    """
    from depyf.errors import DecompilationError
    from depyf.explain.old_decompiler import Decompiler

    try:
        return Decompiler(fn).decompile(overwite_fn_name=overwite_fn_name)
    except DecompilationError as error:
        return f"{'Failed to decompile: ' + str(error)!r}\n"


def safe_create_directory(path: str | os.PathLike[str]) -> None:
    """Create a directory, and its parents, if it does not exist.

    Raises:
        FileExistsError: the path exists and is no directory.
    """
    Path(path).mkdir(parents=True, exist_ok=True)
