"""The rule on compiled code that adds keys to a dict which the caller passes again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.causes import Scope
from depyf.model.findings.growth import filled_at
from depyf.model.findings.names import joined, place
from depyf.model.findings.one_each import of
from depyf.model.findings.program_text import (
    file_of,
    index_of,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant, index_of_item
from depyf.model.findings.user_names import reached
from depyf.model.python_text import parsed
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_KINDS = (GuardKind.LENGTH, GuardKind.DICT_KEYS, GuardKind.KEY)


def adds_keys(group: Group) -> bool:
    """Return whether the compiled code changes the dict argument with other keys."""
    if group.first.kind not in _KINDS:
        return False
    value = reached(group.run, group.frame, group.first)
    if value is None or value.parts or group.first.scope is not Scope.ARGUMENT:
        return False
    return any(
        effect.target == group.first.literal and effect.type_name == "dict"
        for effect in group.effects
    )


def added_at(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines that add keys which no dict of the program is created with."""
    files = program_files(group.run)
    created = {
        constant(key)
        for file in files
        for node in ast.walk(index_of(file).tree)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if key is not None
    }
    return tuple(
        line
        for line in filled_at(group)
        if not _key_of(line) & created and not _runs_outside(group, line)
    )


def _runs_outside(group: Group, line: SourceLine) -> bool:
    """Return whether code that is not compiled calls the function of a line, too.

    The dict then has these keys before the first call.
    """
    if line.function == group.run.root_of(group.frame).co_name:
        return False
    for file in program_files(group.run):
        index = index_of(file)
        for call in index.calls.get(line.function, ()):
            around = index.function_around(call)
            name = around.name if around is not None else ""
            if group.run.sources.at(file.file, call.lineno, name) is None:
                return True
    return False


def _key_of(line: SourceLine) -> set[object]:
    """Return the key that a line such as ``x["key"] = value`` stores."""
    tree = parsed(line.text)
    targets = [
        target
        for node in (tree.body if tree is not None else ())
        for target in getattr(node, "targets", ())
    ]
    stored = [one for one in targets if isinstance(one, ast.Subscript)]
    return {constant(index_of_item(one)) for one in stored}


def _cure(group: Group) -> Cure:
    line, name = group.called_at, group.source
    if _is_returned(group):
        keys = joined(f"`{key}`" for one in added_at(group) for key in _key_of(one))
        new = f"with {keys}, too, such as zeros" if keys else "with all its keys"
        return Cure("", f"create `{name}` {new}")
    where = f" in the call at {place(line)}" if line is not None else ""
    return Cure(
        f"dict({name})",
        f"instead of `{name}`{where}, if the caller does not need the new keys",
    )


def _is_returned(group: Group) -> bool:
    """Return whether the function returns the dict, which may then be passed again."""
    file = file_of(group.run, group.frame_line)
    own = index_of(file).function_at(group.frame.first_line) if file else None
    return own is not None and any(
        isinstance(node, ast.Return)
        and node.value is not None
        and group.source in {getattr(one, "id", "") for one in ast.walk(node.value)}
        for node in ast.walk(own)
    )


GROWN_DICT: Rule[Group] = Rule(
    "grown-dict",
    of(*_KINDS),
    adds_keys,
    "is compiled again because it adds keys to `{it.source}`",
    cure=_cure,
    title="recompiles because it adds keys",
    why="It adds keys to `{it.source}`, which the caller passes again: the dict then "
    "has other keys than in the first call.",
)
