"""Find graph breaks after which the code that torch made raises an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.detail_events import ProgramError

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

# A finding about an error ranks before all findings about compile time.
RAISED = 1000.0


def raised_after(one: Break) -> ProgramError | None:
    """Return the error that ended the program in the code after a break.

    Torch breaks the graph where an operator fails on fake tensors.  If the operator
    fails with the same error when it runs, compiled code passes another object.
    """
    files = {each.entry.file for each in one.compilations if each.entry is not None}
    for error in one.run.facts.all(ProgramError):
        named = any(error.error in text for text in one.texts)
        if one.said.error and named and error.code in files:
            return error
    return None
