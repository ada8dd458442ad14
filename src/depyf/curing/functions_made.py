"""Edit the defaults and closure variables of functions that a program creates."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence, Union

from depyf.curing.blocks import (
    all_parameters,
    before,
    behind,
    loaded_names,
    stored_names,
)
from depyf.curing.settings_of import Form, made
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Function,
    default_at,
    own_nodes,
)
from depyf.model.python_text import is_literal
from depyf.torch_text.path_names import held_by_function

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles

_Made = Union[Function, ast.Lambda]
_MADE = (*FUNCTIONS, ast.Lambda)


def defaults(
    files: ProgramFiles, known: Sequence[str], source: str, form: Form
) -> Iterator[tuple[str, Edit]]:
    """Yield the name and edit of each parameter default to which a path may lead.

    Args:
        files: the program's files.
        known: the paths of these files.
        source: the path, such as ``f.__defaults__[0]``.
        form: the new form of the value.
    """
    held = held_by_function(source)
    if held is None or held.where == "__closure__":
        return
    for file in known:
        for node in ast.walk(files.tree(file)):
            if not isinstance(node, _MADE):
                continue
            name, value = default_at(node.args, held.key) or ("", None)
            if value is not None and not isinstance(value, ast.Constant):
                for edit in made(files, file, value, form):
                    yield name, edit


def closed_over(
    files: ProgramFiles, known: Sequence[str], source: str, form: Form
) -> Iterator[tuple[str, Edit]]:
    """Yield the name and edit of each closure variable to which a path may lead.

    Args:
        files: the program's files.
        known: the paths of these files.
        source: the path, such as ``f.__closure__[0].cell_contents``, or the variable.
        form: the new form of the value.
    """
    held = held_by_function(source)
    if held is not None and held.where != "__closure__":
        return
    seen: set[tuple[str, int]] = set()
    for file in known:
        for maker in ast.walk(files.tree(file)):
            if not isinstance(maker, FUNCTIONS):
                continue
            for inner in ast.walk(maker):
                if not isinstance(inner, _MADE) or inner is maker:
                    continue
                free = sorted(_read_by(inner) & _bound_by(maker))
                wanted = held.key if held is not None else source
                if isinstance(wanted, int):
                    free = free[wanted : wanted + 1]
                for name in free:
                    if name == wanted or isinstance(wanted, int):
                        for edit in _as_formed(files, file, maker, name, form):
                            if (file, edit.first) not in seen:
                                seen.add((file, edit.first))
                                yield name, edit


def _read_by(function: _Made) -> set[str]:
    """Return the names that a function reads but does not bind."""
    body = function.body if isinstance(function.body, list) else [function.body]
    return loaded_names(body) - all_parameters(function.args) - stored_names(body)


def _bound_by(function: Function) -> set[str]:
    """Return the names of a function's own parameters, variables and functions."""
    own = list(own_nodes(function))
    stored = {
        one.id
        for one in own
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    functions = {one.name for one in own if isinstance(one, FUNCTIONS)}
    return stored | all_parameters(function.args) | functions


def _as_formed(
    files: ProgramFiles, file: str, maker: Function, name: str, form: Form
) -> Iterator[Edit]:
    """Yield the edits that convert a variable of a function to another form."""
    if name in all_parameters(maker.args):
        first = maker.body[0]
        if is_literal(first):
            yield behind(files, file, first, form.again(name))
        else:
            yield _before(files, file, first, name, form)
        return
    for node in ast.walk(maker):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            if getattr(node.targets[0], "id", "") == name:
                yield from made(files, file, node.value, form)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            if name in stored_names([node.target]):
                yield _before(files, file, node.body[0], name, form)


def _before(
    files: ProgramFiles, file: str, node: ast.stmt, name: str, form: Form
) -> Edit:
    """Return the edit that converts a variable before a statement."""
    blank = [""] if isinstance(node, FUNCTIONS) else []
    return before(files, file, node, form.again(name), *blank)
