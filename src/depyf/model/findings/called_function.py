"""Find the compiled function that an entry calls at its graph break.

If a function that the entry calls has a graph break, torch compiles that function by
itself.  The first compiled function on the stack of the break is the called one; torch
may have refused it for this call, at the recompile limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.names import is_in, outer_lines, program_stack

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Placed, Run


class CalledFunction(NamedTuple):
    """A compiled function that an entry calls.

    Attributes:
        frame: the function.
        refused: the position of the compilation that torch refused for this call; None
            if it refused none.
    """

    frame: Frame
    refused: int | None


def called_function(
    run: Run, frame: Frame, compilation: Compilation
) -> CalledFunction | None:
    """Return the compiled function that is called where an entry's graph breaks."""
    called = _called(run, frame, compilation)
    if called is None:
        return None
    return CalledFunction(called, _refused(run, compilation, called))


def _called(run: Run, frame: Frame, compilation: Compilation) -> Frame | None:
    """Return the compiled function that is called where the graph breaks."""
    root = run.root_of(frame)
    below = _below(root, compilation)
    if below is None:
        # Torch leaves the caller out if the break is in a loop.
        following = _with_same_break(run, root, compilation)
        if following is not None:
            return following
        below = compilation.breaks[0].user_stack[-1:] if compilation.breaks else ()
    for line in below:
        for one in run.frames:
            if one.parent is None and one is not root and is_in(one, line):
                return one
    return None


def _with_same_break(run: Run, root: Frame, compilation: Compilation) -> Frame | None:
    """Return the function that torch compiled next, if its graph breaks there, too."""
    after = _followers(run).get(str(compilation.id))
    if after is None or after.frame is root or after.frame.parent is not None:
        return None
    lines = [
        each.breaks[0].user_stack[-1:] if each.breaks else ()
        for each in (compilation, after.compilation)
    ]
    return after.frame if lines[0] and lines[0] == lines[1] else None


def _below(root: Frame, compilation: Compilation) -> Sequence[SourceLine] | None:
    """Return the lines of the break below that of the function, the outermost first.

    Return None if the stack does not contain the function.
    """
    broke = compilation.breaks[0].user_stack if compilation.breaks else ()
    stack = program_stack(broke)
    own = [number for number, line in enumerate(stack) if is_in(root, line)]
    if not own:
        return None
    # Code of a decorator may call itself: its outer calls are above.
    above = sum(is_in(root, line) for line in outer_lines(compilation))
    return stack[own[min(above, len(own) - 1)] + 1 :]


def _refused(run: Run, compilation: Compilation, called: Frame) -> int | None:
    """Return the position of the compilation that torch refused for the entry's call.

    Torch compiles the called function directly after the entry.
    """
    after = _followers(run).get(str(compilation.id))
    if after is None or after.frame is not called:
        return None
    return after.at if reached_limit(after.compilation) else None


@once_each
def _followers(run: Run) -> dict[str, Placed]:
    """Return, by id of each compilation, the compilation that began next."""
    order = run.in_order()
    return {str(one.compilation.id): after for one, after in zip(order, order[1:])}
