"""Keep the results of functions on the object that they were computed from.

Index, page, summary and ``full_code`` ask the same of runs, frames and compilations.
To compare these is to compare their texts, so they are no keys.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, TypeVar, cast

_Work = TypeVar("_Work", bound=Callable[..., Any])
_RESULTS = "_kept_results"


def once_each(work: _Work) -> _Work:
    """Make a function compute its result once per object; results must not change.

    Args:
        work: its first argument is the object; others are texts, or objects that live
            as long.
    """

    @wraps(work)
    def kept(one: object, *others: object, **named: object) -> object:
        results: dict[object, object] = vars(one).setdefault(_RESULTS, {})
        values = (*others, *named, *named.values())
        key = (work, *(at if isinstance(at, str) else id(at) for at in values))
        if key not in results:
            results[key] = work(one, *others, **named)
        return results[key]

    return cast("_Work", kept)
