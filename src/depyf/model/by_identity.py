"""Cache the results of functions on the object that they were computed from.

The index, the page, the summary and ``full_code`` need the same results for runs,
frames and compilations.  Comparing these objects would compare all their texts, so the
cache uses their identity.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, TypeVar, cast

_Work = TypeVar("_Work", bound=Callable[..., Any])
_RESULTS = "_kept_results"


def once_each(work: _Work) -> _Work:
    """Make a function compute its result once per object; results must not be changed.

    Args:
        work: the function.  Its first argument is the object that stores the result.
            Other arguments must be strings, or objects that live as long.
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
