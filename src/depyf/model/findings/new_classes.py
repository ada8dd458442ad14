"""Find classes that a function of the program creates again in each call."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.model.findings.program_index import every_parameter
from depyf.model.findings.program_text import function_of, index_of, program_files
from depyf.model.findings.rewriting import names_in
from depyf.model.guard_facts import classes_of
from depyf.torch_text.names import context_class

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_LOCAL = ".<locals>."  # part of the name of a class that a function defines


class NewClass(NamedTuple):
    """A class that a function creates in each call.

    Attributes:
        name: the name of the class.
        function: the name of the function.
        is_statement: whether a ``class`` statement creates it.
        uses_function: whether the class reads variables of the function.
    """

    name: str
    function: str
    is_statement: bool
    uses_function: bool = False


def new_class(group: Group, made: tuple[SourceLine, ...]) -> NewClass | None:
    """Return the class of a value, if a function creates the class in each call.

    Args:
        group: the recompiles because of a type.
        made: the lines that create the class of the value.
    """
    outer, local, name = _local_class(group).rpartition(_LOCAL)
    if local and name.isidentifier() and len(group.causes) > 1:
        function = outer.replace(" ", ".").rpartition(".")[2]
        return NewClass(
            name,
            function,
            is_statement=True,
            uses_function=uses_function(program_files(group.run), function, name),
        )
    met = [classes_of(one.guards) for one in group.frame.entries]
    names = {one.get(group.first.literal, "") for one in met}
    around = function_of(group.run, made[0]) if len(made) == 1 else None
    if around is None or len(names) != 1 or len(met) == 1 or "" in names:
        return None
    is_statement = made[0].text.startswith("class ")
    own = names.pop().rpartition(".")[2]
    return NewClass(own, around.name, is_statement=is_statement)


def _local_class(group: Group) -> str:
    """Return the full name of the class of a value, as far as guards tell it.

    The context of ``forward`` of a `torch.autograd.Function` has a class of its own,
    which torch names after the function's.
    """
    owner = group.frame.qualified_name.rpartition(".")[0]
    of_context = context_class(owner.rpartition(".")[2])
    is_context = group.first.hint.replace(" ", ".").rpartition(".")[2] == of_context
    return owner if is_context else group.first.hint


def uses_function(files: Sequence[ProgramFile], function: str, name: str) -> bool:
    """Return whether a class in a function reads the function's variables."""
    for file in files:
        for around in index_of(file).functions.get(function, ()):
            for node in ast.walk(around):
                if isinstance(node, ast.ClassDef) and node.name == name:
                    inside = {id(one) for one in ast.walk(node)}
                    own = set(every_parameter(around)) | {
                        one.id
                        for one in ast.walk(around)
                        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                        if id(one) not in inside
                    }
                    return bool(own & names_in(node))
    return False
