"""Define the public `depyf.cure`, which imports torch only when it is called."""

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

    All calls run twice without torch.compile, then compiled as the function is now,
    then compiled again with each change. If a change is kept, the function as it is now
    runs once more to measure its times. A change is kept if the results equal those of
    the eager runs, and there are fewer graph breaks, recompiles, or refused or failed
    compilations.

    Each run gets copies of the tensors in the arguments. Afterwards depyf restores the
    objects that the function changes: random generators, tensors, lists, dicts and
    attributes. It finds them in the arguments, the object, the closure and the globals
    that the function names. It keeps copies of the tensors meanwhile. Files, prints and
    other outside effects happen in each run. The program's own cache entries stay.
    Other compiled functions that the function calls may get further entries.

    Args:
        fn: the object that `torch.compile` returned. A plain function, method or module
            is compiled with `torch.compile(fn)`.
        args: the positional arguments of the first call.
        also: further calls, in order. A tuple has the positional arguments of a call. A
            dict has arguments that replace those of the first call by name. Recompiles
            only show with several calls.
        keep: how far results may differ, relative to the largest value and absolutely.
            By default, they may differ as much as the eager runs, or as your function
            as it is compiled now.
        budget: the seconds after which no further change is tried.
        kwargs: the keyword arguments of all calls.

    Returns:
        The effect of each change. `str()` gives a table, and `code` the lines to write.

    Raises:
        CureError: no change can be tried, because `fn` is no callable, its call fails
            without torch.compile, or something is being dumped.
    """
    from depyf.curing.function_cure import Given, cured_function

    return cured_function(fn, Given(args, kwargs, also, keep, budget))
