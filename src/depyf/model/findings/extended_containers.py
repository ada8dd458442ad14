"""Find containers that a compiled function extends, which makes it recompile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.causes import Cause, Scope
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.guards import read_guard
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame

_ENTRIES = 3  # the fewest entries of different lengths that show growth


def extended_containers(
    frame: Frame, causes_met: Sequence[Cause]
) -> Iterator[list[Cause]]:
    """Yield causes for each container that a function extends, if other guards failed.

    Of the containers that one line extends, such as one for each layer, only the first
    is yielded, and none if a guard on one of them failed.

    Args:
        frame: the function.
        causes_met: the causes of its recompiles.

    Yields:
        A cause for each length of the container that the guards of entries require.
    """
    again = [one for one in frame.entries if one.recompile]
    failed = {one.literal for one in causes_met}
    told = {one.user_line for one in causes_met if one.kind is GuardKind.LENGTH}
    for target in dict.fromkeys(e.target for c in again for e in c.side_effects):
        lengths = [length_in(one, target) for one in frame.entries]
        known = [one for one in lengths if one is not None]
        if target in failed or len(known) < _ENTRIES or sorted(set(known)) != known:
            continue
        paths = paths_of(target)
        effects = (effect for one in again for effect in one.side_effects)
        extended = (one.user_lines for one in effects if one.target == target)
        line = next((line for found in extended for line in found), None)
        if line is not None and line in told:
            continue
        told.add(line)
        cause = Cause(
            GuardKind.LENGTH,
            Scope.ATTRIBUTE if paths and paths[0].steps else Scope.ARGUMENT,
            source=readable(target),
            literal=target,
            guard=read_guard(f"len({target})"),
            user_line=line,
        )
        yield [replace(cause, expected=str(length)) for length in known]


def length_in(entry: Compilation, target: str) -> int | None:
    """Return the length that an entry's guards require; None if they require none."""
    asked = (guard.asks for guard in entry.guards)
    lengths = (one.length for one in asked if target and one.subject == target)
    return next((length for length in lengths if length is not None), None)
