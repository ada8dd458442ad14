"""Recursion that may go deeper than the stack: an ``elif`` chain nests without end.

A recursive function becomes a generator that yields what it would call and gets its
result; `complete` runs it.

>>> def depth(tree):
...     found = [0]
...     for inner in tree:
...         found.append((yield depth(inner)))
...     return 1 + max(found)
>>> complete(depth([[], [[]]]))
3
"""

from __future__ import annotations

from typing import Any, Generator, TypeVar

Result = TypeVar("Result")

#: A call that was begun. What it yields are such calls, of any result.
Steps = Generator[Any, Any, Result]


def complete(steps: Steps[Result]) -> Result:
    """The result of a call; what it raises is raised here."""
    stack: list[Steps[Any]] = [steps]
    result: Any = None
    while stack:
        try:
            inner = stack[-1].send(result)
        except StopIteration as end:
            stack.pop()
            result = end.value
        else:
            stack.append(inner)
            result = None
    found: Result = result
    return found
