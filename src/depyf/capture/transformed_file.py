"""The text of a ``__transformed_code_*`` file: a header, then the function.

Nothing in it may differ between two runs of a program: breakpoints must survive.  So
no id, no address, no time, and nothing that is known only later.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from depyf.decompiler import Decompiled

_QUALITY = {
    "exact": "exact: checked to do what Dynamo's bytecode does",
    "structured": "structured: checked to do what Dynamo's bytecode does",
    "dispatch": "dispatch: checked, but shown as a state machine",
    "listing": "listing: the instructions as they are; this could not be decompiled",
}


@dataclass(frozen=True)
class TransformedFile:
    """The text, and how many lines stand before the decompiled source in it."""

    text: str
    lines_before: int


def transformed_file_text(
    stem: str,
    decompiled: Decompiled,
    *,
    free_names: Sequence[str],
    subject: str,
) -> TransformedFile:
    """Return the file that shows `decompiled`.

    Args:
        stem: the name of the file without ``.py``, also the function's.
        decompiled: its source is a bare ``def``.
        free_names: variables of an enclosing function that it uses; the file then
            holds such a function, so that it compiles to the same kind of code.
        subject: which function of the user's this is about.
    """
    lines = [
        f"# What torch.compile runs for {subject}.",
        f"# {_QUALITY.get(decompiled.quality.value, decompiled.quality.value)}.",
    ]
    if decompiled.hidden_instructions:
        lines.append(
            f"# It hides {decompiled.hidden_instructions} of "
            f"{decompiled.total_instructions} instructions without effect for the "
            "reader (list packing, profiler calls)."
        )
    lines += [f"# Note: {_one_line(note)}" for note in decompiled.diagnostics]
    lines += _constants(decompiled)
    lines.append("# Breakpoints set in this file are hit.")
    source = decompiled.source.rstrip("\n")
    if free_names:
        lines += ["", f"def __outer_of_{stem}():"]
        lines += [f"    {name} = None  # a free variable" for name in free_names]
        source = textwrap.indent(source, "    ")
        after = [f"    return {stem}", ""]
    else:
        lines.append("")
        after = [""]
    text = "\n".join([*lines, source, *after])
    return TransformedFile(text, len(lines))


def _constants(decompiled: Decompiled) -> list[str]:
    """Say what the names stand for that constants without a literal were given."""
    return [
        f"# {name} is a constant of type {type(value).__qualname__}."
        for name, value in decompiled.globals.items()
    ]


def _one_line(text: str) -> str:
    return " ".join(text.split())
