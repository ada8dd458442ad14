"""Tell the page which calls run as plain Python in one gradient mode.

An entry without a backward may be all that is compiled of a model that trains: torch
refused the call with gradients, as the recompile limit was reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings import findings
from depyf.model.findings.entry_limits import other_mode, reached_limit, refused_root
from depyf.model.findings.refused_calls import REFUSED_CALLS
from depyf.render.json import frame_id

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json

_RULES = {rule.name for rule in REFUSED_CALLS}


def plain_modes(run: Run) -> list[Json]:
    """Return the functions that have entries for the other gradient mode only."""
    refused = [(frame, _refused(frame)) for frame in run.frames]
    return [
        _plain_mode(run, frame, one)
        for frame, one in refused
        if one is not None and other_mode(one)
    ]


def _refused(frame: Frame) -> Compilation | None:
    """Return the first refused compilation, that of the outermost module if any."""
    every = filter(reached_limit, frame.compilations)
    return refused_root(frame) or next(every, None)


def _plain_mode(run: Run, frame: Frame, refused: Compilation) -> dict[str, Json]:
    made_for = refused.instance
    name = made_for.owner if made_for is not None and made_for.owner else frame.owner
    number = _finding(run, frame, name)
    return {
        "frame": frame_id(run, frame.key),
        "name": name,
        "is_root": made_for is not None and made_for.is_root,
        **({} if number is None else {"finding": number}),
    }


def _finding(run: Run, frame: Frame, name: str) -> int | None:
    """Return the number of the finding on a refused call of a function."""
    for number, one in enumerate(findings(run).findings):
        if one.rule in _RULES and one.subject == name and frame.key in one.frames:
            return number
    return None
