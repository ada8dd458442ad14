"""Find classes whose `__getattr__` answers names that torch asks for."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.program_index import FUNCTIONS, Function, parameters_of
from depyf.model.findings.program_text import index_of, program_files
from depyf.torch_text.names import missing_attribute

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.run import Run


class Answers(NamedTuple):
    """A `__getattr__` that does not raise, and a name that torch asked for.

    Attributes:
        file: the file of the class.
        owner: the name of the class.
        function: the method.
        name: the name that torch asked for.
    """

    file: ProgramFile
    owner: str
    function: Function
    name: str

    @property
    def lines(self) -> tuple[str, str]:
        """The lines at the top of the method that cure it."""
        asked = parameters_of(self.function)[1]
        return f'if {asked}.startswith("_"):', f"    raise AttributeError({asked})"


def answers_of(run: Run, error: str) -> Answers | None:
    """Return the `__getattr__` behind an error about a missing attribute, or None.

    `hasattr` finds the attribute, because the object's `__getattr__` never raises.  The
    class does not have it.

    Args:
        run: the run with the program's files.
        error: the error of a compilation.
    """
    owner, name = missing_attribute(error)
    for file in program_files(run) if name.startswith("__") else ():
        for found in index_of(file).classes.get(owner, ()):
            for one in found.body:
                if isinstance(one, FUNCTIONS) and _answers_all(one):
                    return Answers(file, owner, one, name)
    return None


def _answers_all(function: Function) -> bool:
    """Return whether a method is a `__getattr__` that never raises by itself."""
    is_asked = function.name == "__getattr__" and len(parameters_of(function)) == 2
    return is_asked and not any(
        isinstance(one, ast.Raise) or getattr(one, "id", "") == "super"
        for one in ast.walk(function)
    )
