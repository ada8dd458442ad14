"""Say for the page which line called an entry, and what the entry calls at its break.

If a function that the entry calls has a graph break, torch compiles that function by
itself.  The first compiled function on the stack of the break is the called one; torch
may have refused it for this call, at the recompile limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.names import call_line, is_in, outer_lines, program_stack
from depyf.render.json import frame_id

if TYPE_CHECKING:
    from typing import Sequence

    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Frame, Placed, Run
    from depyf.model.serialize import Json


def entry_calls(run: Run, frame: Frame, compilation: Compilation) -> dict[str, Json]:
    """Return the fields `called_at` and `calls` of a compilation, as far as known."""
    found: dict[str, Json] = {}
    line = call_line(compilation)
    if line is not None:
        found["called_at"] = {"file": line.file, "line": line.line, "text": line.text}
    called = _called(run, frame, compilation)
    if called is not None:
        refused = _refused(run, compilation, called)
        found["calls"] = {
            "frame": frame_id(run, called.key),
            **({"refused": refused} if refused is not None else {}),
        }
    return found


def _called(run: Run, frame: Frame, compilation: Compilation) -> Frame | None:
    """Return the compiled function that is called where the graph breaks."""
    root = run.root_of(frame)
    for line in _below(root, compilation):
        for one in run.frames:
            if one.parent is None and one is not root and is_in(one, line):
                return one
    return None


def _below(root: Frame, compilation: Compilation) -> Sequence[SourceLine]:
    """Return the lines of the break below that of the function, the outermost first."""
    broke = compilation.breaks[0].user_stack if compilation.breaks else ()
    stack = program_stack(broke)
    own = [number for number, line in enumerate(stack) if is_in(root, line)]
    if not own:
        # Torch leaves the caller out if the break is in a loop.
        return stack[-1:]
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
