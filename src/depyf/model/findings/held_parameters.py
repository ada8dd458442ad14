"""Find where a program keeps a model's own parameters in a container.

Code that takes the container and the model gets the same tensors twice.  Once the
container has other tensors, torch compiles again.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.access_paths import is_stored
from depyf.torch_text.path_steps import ITEM, parts_of
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.spoken_paths import steps_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_NAMED = {"named_parameters", "named_buffers", "state_dict"}
_PLAIN = {"parameters", "buffers"}
_CONTAINERS = {"dict", "list", "tuple", "OrderedDict"}


class Held(NamedTuple):
    """An expression that puts a model's own tensors into a container.

    Attributes:
        file: the file with the expression.
        node: the whole expression, such as ``dict(model.named_parameters())``.
        tensors: the call that gives the tensors, such as ``model.named_parameters()``.
    """

    file: ProgramFile
    node: ast.Call
    tensors: ast.Call

    @property
    def is_named(self) -> bool:
        """Whether the container is a dict."""
        return last_name(self.tensors.func) in _NAMED


def held_parameters(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines that keep parameters, if a parameter is a second value."""
    return tuple(line_of(one.file, one.node.lineno) for one in holders(group))


def holders(group: Group) -> list[Held]:
    """Return the expressions that keep parameters, if a parameter is a second value."""
    first = group.first
    if first.kind is not GuardKind.ALIAS or not first.expected:
        return []
    if is_stored(first.literal) == is_stored(first.expected):
        return []
    other = first.source if is_stored(first.expected) else first.expected
    *_, last = parts_of(steps_of(other) or ("",)) or (None,)
    if last is None or last.kind is not ITEM:
        return []  # it is no item of a container
    found = [
        one
        for file in program_files(group.run)
        for one in sorted(_of(file), key=lambda held: held.node.lineno)
    ]
    return [one for one in found if one.is_named is isinstance(last.key, str)]


def _of(file: ProgramFile) -> Iterator[Held]:
    for stores in index_of(file).stores.values():
        for value in dict.fromkeys(one.value for one in stores):
            if not isinstance(value, ast.Call) or len(value.args) > 1:
                continue
            inner = value.args[0] if value.args else value
            if value.args and last_name(value.func) not in _CONTAINERS:
                continue
            if isinstance(inner, ast.Call) and last_name(inner.func) in _NAMED | _PLAIN:
                if value.args or last_name(inner.func) == "state_dict":
                    yield Held(file, value, inner)


def _note(group: Group) -> str:
    places = joined([place(line) for line in held_parameters(group)])
    return f"keep copies of the parameters there ({places}), with `.detach().clone()`"


KEPT_PARAMETERS: Rule[Group] = Rule(
    "kept-parameters",
    lambda cause: cause.kind is GuardKind.ALIAS,
    lambda group: bool(holders(group)),
    "is compiled for parameters that are passed twice, and again once the kept tensors "
    "are others",
    note=_note,
    title="recompiles once kept parameters are replaced",
    why="A container keeps the model's own parameters at first, so the function gets "
    "the same tensors twice. Later the container has other tensors.",
)
