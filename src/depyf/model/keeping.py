"""Where in the model an event goes: said once, by its class."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Keeping:
    """How the events of one class are kept.

    By default that is in `Compilation.facts` of their compilation, or in `Run.facts`
    where they name none.

    Args:
        of_run: they are facts of the run, even if they name a compilation.
        once: one that is equal to an earlier one is left out.
        per_attempt: they are void once torch begins the compilation again.
        folded: `model.build` makes a field of what they amount to; they are no facts.
    """

    of_run: bool = False
    once: bool = False
    per_attempt: bool = False
    folded: bool = False
