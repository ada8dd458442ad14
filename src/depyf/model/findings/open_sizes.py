"""Say if open sizes make an entry slow to compile, and which option fixes them.

Torch names the first guard that failed, such as one on the gradient mode.  If sizes
differ, too, torch leaves them open in the new entry.  Dynamo then computes with
symbols, which may take most of the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.entry_guards import frame_guards, nearest
from depyf.model.findings.compile_sites import dynamic_text, site_of, site_text
from depyf.model.findings.names import call_line, joined, place, seconds
from depyf.model.findings.other_sizes import resized
from depyf.model.findings.program_text import program_files
from depyf.model.phases import dynamo_seconds

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation, Frame

_MOST_NAMED = 2
_TIMES, _LEAST = 2, 1.0  # how much slower, as a factor and in seconds
_CHOSEN = "mark_dynamic"  # the program wants these sizes open


def cheaper_option(group: Group) -> str:
    """Return sentences on ``dynamic=False``, if open sizes took much time; else "".

    The price of the option is an entry for each size.
    """
    made = max(group.compilations, key=dynamo_seconds)
    sizes = [*_opened(group.frame, made)]
    before = _nearest(group.frame, made) if sizes else None
    if before is None:
        return ""
    spent, spent_before = dynamo_seconds(made), dynamo_seconds(before)
    if spent < _TIMES * spent_before or spent - spent_before < _LEAST:
        return ""
    edit = _edit(group)
    if not edit or made.entry is None or before.entry is None:
        return ""
    line = call_line(made)
    at = f", for the call at {place(line)}" if line is not None else ""
    return (
        f"Torch left {_named(sizes)} open in entry {made.entry.index}{at}. Dynamo took "
        f"{seconds(spent)} for this entry, and {seconds(spent_before) or '0.0 s'} for "
        f"entry {before.entry.index}. If few sizes occur, {edit} may take less time: "
        "torch then compiles an entry for each size."
    )


def _opened(frame: Frame, made: Compilation) -> Iterator[str]:
    """Yield the sizes of inputs that the nearest earlier entry fixes and `made` not."""
    for subject, old, new in resized(frame, made):
        for at, (before, after) in enumerate(zip(old.size, new.size)):
            if before != "None" and after == "None":
                yield f"`{subject}.shape[{at}]`"


def _nearest(frame: Frame, made: Compilation) -> Compilation | None:
    guards = frame_guards(frame)
    own = guards.of(made)
    near = nearest(guards, own) if own is not None else None
    return near.compilation if near is not None else None


def _named(sizes: list[str]) -> str:
    more = len(sizes) - _MOST_NAMED
    return joined([*sizes[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def _edit(group: Group) -> str:
    """Return the call that compiles, with the option, and its line; "" if unknown."""
    files = program_files(group.run)
    site = site_of(group.run, group.frame.compilations)
    is_chosen = any(_CHOSEN in file.text for file in files)
    if site is None or is_chosen or "dynamic" in site_text(site):
        return ""
    edit = dynamic_text(site, "False")
    return f"`{edit}` at {place(site.line)}" if edit else ""
