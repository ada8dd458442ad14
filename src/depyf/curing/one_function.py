"""The public `depyf.cure`; it loads its torch parts when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    from depyf.curing.function_cure import FunctionCure

__all__ = ["cure"]


def cure(
    fn: object,
    /,
    *args: object,
    also: Sequence[tuple[Any, ...] | dict[str, Any]] = (),
    keep: tuple[float, float] = (0.0, 0.0),
    budget: float = 600.0,
    **kwargs: object,
) -> FunctionCure:
    """Try settings, options of `torch.compile` and marks of sizes on one function.

    Runs all calls twice without torch.compile, then compiled as the function is now,
    then compiled from nothing with each change. If a change is kept, the function as it
    is now runs once more, for its times. A change is kept if the results are those of
    the eager runs, and there are fewer graph breaks, recompiles, refused or failed
    compilations.

    Each run gets copies of the tensors among the arguments. Afterwards depyf
    restores what the function changes: random generators, tensors, lists, dicts and
    attributes. It looks for them in the arguments, the object, the closure and the
    globals that the function names. It keeps a copy of the tensors meanwhile. Files,
    prints and other outside effects happen in each run. What the program has compiled
    stays; functions that it has compiled by themselves may get further entries.

    Args:
        fn: what `torch.compile` returned, or a plain function, method or module, which
            is then compiled as `torch.compile(fn)` does.
        args: the positional arguments of a call.
        also: further calls, in order. A tuple has other positional arguments; a dict
            has arguments by name that replace those of the first call. Recompiles only
            show with several calls.
        keep: how far results may be off, relative to the largest value and absolutely.
            By default as far as the eager runs differ, or your function as it is
            compiled now differs from them.
        budget: seconds after which no further change is tried.
        kwargs: the keyword arguments of all calls.

    Returns:
        What each change did; `str()` is a table, `code` the lines to write.

    Raises:
        CureError: nothing can be tried: `fn` is no callable, its call fails without
            torch.compile, or something is being dumped.
    """
    from depyf.curing.function_cure import Given, cured_function

    return cured_function(fn, Given(args, kwargs, also, keep, budget))
