"""Find the option by which the program chose the code of a library that breaks.

The option is a string that the program passes by keyword, such as
``experts_implementation="eager"``.  A guard of a function that met the break requires
this string of an attribute with the keyword in its name.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import is_library
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Compilation
    from depyf.torch_text.guards import Guard

# Begins the words on the option in the advice of a finding.
SUCH_AS = "such as another "
_SHORTEST = 5  # letters of a keyword; a shorter name is a part of too many others


class Option(NamedTuple):
    """A keyword argument of the program.

    Attributes:
        name: the keyword.
        value: its value, a string.
        line: the line of the argument.
        reader: the library's line that reads it, as a guard names it, if known.
    """

    name: str
    value: str
    line: SourceLine
    reader: SourceLine | None = None


@once_each
def chosen_option(one: Break) -> Option | None:
    """Return the program's option that the guards of a break's functions require.

    If no guard of these functions does, an option counts that another function
    requires, if a word of its name is in the name of the broken function.
    """
    own = _required(one.compilations)
    every = _required(one.run.compilations)
    broken = f"{one.name} {one.function}".lower()
    for option in _options(one):
        words = [word for word in option.name.split("_") if len(word) >= _SHORTEST]
        is_named = any(word in broken for word in words)
        for guard in every if is_named else own:
            if _is_for(guard, option):
                return option._replace(reader=_library_line(guard))
    return None


def _required(compilations: Iterable[Compilation]) -> list[Guard]:
    """Return the guards that require a string, first those that name a line."""
    found = [
        guard
        for one in compilations
        for guard in one.guards
        if guard.asks.kind is GuardKind.TEXT
    ]
    return sorted(found, key=lambda guard: _library_line(guard) is None)


def _library_line(guard: Guard) -> SourceLine | None:
    """Return the line that causes a guard, if it is in a library."""
    line = guard.user_line
    return line if line is not None and is_library(line.file) else None


def _is_for(guard: Guard, option: Option) -> bool:
    attribute, value = guard.asks.value.rpartition(".")[2], guard.asks.expected
    return option.name in attribute and value == repr(option.value)


def _options(one: Break) -> Iterator[Option]:
    """Yield the strings that the program passes by keyword."""
    for file in program_files(one.run):
        for node in ast.walk(index_of(file).tree):
            for given in node.keywords if isinstance(node, ast.Call) else ():
                value = getattr(given.value, "value", None)
                if isinstance(value, str) and len(given.arg or "") >= _SHORTEST:
                    line = line_of(file, given.value.lineno)
                    yield Option(given.arg or "", value, line)
