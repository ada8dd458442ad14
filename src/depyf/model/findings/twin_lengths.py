"""Find the container whose length fixes a size of a tensor.

A function that makes a tensor from the items of a list, such as with ``torch.stack``,
and combines it with another one, needs as many rows there.  Torch unrolls the list, so
the length is a constant, and reports only the guard that failed first: on the size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings.causes import cause_of_guard, with_path
from depyf.model.findings.entry_values import size_in
from depyf.model.findings.extended_containers import length_in
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.causes import Cause
    from depyf.model.run import Frame
    from depyf.torch_text.guards import Guard

_FEWEST = 3  # entries with another length each; fewer may be equal by chance


def of_twin_length(frame: Frame, cause: Cause) -> Cause:
    """Turn a cause on a size into one on the length that equals it in each entry.

    Args:
        frame: the recompiled frame.
        cause: why an entry did not fit.

    Returns:
        The cause on the container's length; `cause` itself if there is none.
    """
    if cause.kind is not GuardKind.SIZE or not cause.literal:
        return cause
    found = _twin(frame, cause.literal, str(cause.index))
    if found is None:
        return cause
    twin = cause_of_guard(found)
    return with_path(twin, twin.literal, frame, frame.entries[0])


@once_each
def _twin(frame: Frame, literal: str, index: str) -> Guard | None:
    """Return the first entry's guard on a length that equals a size in each entry."""
    entries = [one for one in frame.entries if one.guards_known]
    sizes = [size_in(one, literal, int(index)) for one in entries]
    if len(set(sizes)) < _FEWEST or None in sizes:
        return None
    for guard in entries[0].guards:
        if guard.asks.length == sizes[0]:
            lengths = [length_in(one, guard.asks.subject) for one in entries]
            if lengths == sizes:
                return guard
    return None
