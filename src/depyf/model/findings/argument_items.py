"""Follow an argument of the compiled function into the function, by its parameter.

A custom optimizer passes ``self.state[p]`` and counts ``state["step"] += 1`` inside.
Around a decorated function, or a bound method, torch compiles a wrapper with ``*args``;
the parameters are those of the function that the wrapper belongs to.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.keyed_stores import keys_of, stores_under
from depyf.model.findings.names import function_name, is_library
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of, program_files

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.findings.user_names import Reached


class Parameter(NamedTuple):
    """The parameter that receives an argument.

    Attributes:
        file: the file of the function.
        function: the user's function.
        name: the name of the parameter.
        keys: the keys from the parameter to the value, as far as they are items.
    """

    file: ProgramFile
    function: Function
    name: str
    keys: list[object]


def parameter_of(group: Group, value: Reached) -> Parameter | None:
    """Return the parameter that receives a guarded value; None if unknown."""
    name = function_name(group.run, group.frame).rpartition(".")[2]
    found = [
        (file, store.node)
        for file in program_files(group.run)
        for store in index_of(file).at(Kind.DEFINITION, name)
        if isinstance(store.node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    if len(found) != 1:
        return None
    (file, function), keys = found[0], keys_of(value.parts)
    given = [one.arg for one in function.args.args]
    if not is_library(group.frame.file):
        return (
            Parameter(file, function, value.root, keys) if value.root in given else None
        )
    if value.root != "args" or not keys or not isinstance(keys[0], int):
        return None
    # The wrapper of a bound method gets the arguments after `self`.
    at = keys[0] + (given[:1] == ["self"])
    return Parameter(file, function, given[at], keys[1:]) if at < len(given) else None


def items_stored(group: Group, value: Reached) -> list[SourceLine]:
    """Return the lines of the compiled function that store an item of its argument.

    They come with the lines that store it, for a container of the same name, elsewhere
    in the file; none if the function itself does not store it.
    """
    given = parameter_of(group, value)
    if given is None or not given.keys or not isinstance(given.keys[-1], str):
        return []
    stores = [one for _, one in stores_under([given.file], given.name, given.keys)]
    own = [one for one in stores if one.function is given.function]
    if not own:
        return []
    others = [one for one in stores if one not in own]
    return [line_of(given.file, one.line) for one in (*own, *others)]
