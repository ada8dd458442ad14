"""Defaults and closure cells of the functions that a program creates."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence, Union

from depyf.curing.blocks import stored_names
from depyf.curing.program_files import Edit
from depyf.curing.settings_of import Form, after, made
from depyf.curing.syntax import Function, indent_of
from depyf.model.findings.program_index import FUNCTIONS
from depyf.torch_text.path_names import held_by_function

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles

_Made = Union[Function, ast.Lambda]
_MADE = (*FUNCTIONS, ast.Lambda)


def defaults(
    files: ProgramFiles, known: Sequence[str], source: str, form: Form
) -> Iterator[tuple[str, Edit]]:
    """Yield the edits of defaults that a path may lead to, with their names.

    Args:
        files: the program.
        known: its files.
        source: the path, such as ``f.__defaults__[0]``.
        form: what becomes of the value.
    """
    held = held_by_function(source)
    if held is None or held.where == "__closure__":
        return
    for file in known:
        for node in ast.walk(files.tree(file)):
            if not isinstance(node, _MADE):
                continue
            for name, value in _defaults(node.args, held.key):
                for edit in made(files, file, value, form):
                    if not isinstance(value, ast.Constant):
                        yield name, edit


def _defaults(
    arguments: ast.arguments, key: str | int
) -> Iterator[tuple[str, ast.expr]]:
    names = [*getattr(arguments, "posonlyargs", ()), *arguments.args]
    if isinstance(key, int):
        if key < len(arguments.defaults):
            named = names[len(names) - len(arguments.defaults) + key]
            yield named.arg, arguments.defaults[key]
        return
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if argument.arg == key and value is not None:
            yield argument.arg, value


def closed_over(
    files: ProgramFiles, known: Sequence[str], source: str, form: Form
) -> Iterator[tuple[str, Edit]]:
    """Yield the edits of variables that a path may lead to, with their names.

    Args:
        files: the program.
        known: its files.
        source: the path, such as ``f.__closure__[0].cell_contents``, or the variable.
        form: what becomes of the value.
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


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [
        *getattr(arguments, "posonlyargs", ()), *arguments.args, *arguments.kwonlyargs,
        arguments.vararg, arguments.kwarg,
    ]  # fmt: skip
    return {one.arg for one in every if one is not None}


def _read_by(function: _Made) -> set[str]:
    """Return the names that a function reads and does not bind."""
    body = function.body if isinstance(function.body, list) else [function.body]
    nodes = [inner for one in body for inner in ast.walk(one)]
    read = {
        one.id
        for one in nodes
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
    }
    return read - _parameters(function.args) - stored_names(body)


def _bound_by(function: Function) -> set[str]:
    """Return the names that a function binds itself: parameters and variables."""
    inner = {
        id(node)
        for one in ast.walk(function)
        if isinstance(one, _MADE) and one is not function
        for node in ast.walk(one)
    }
    stored = {
        one.id
        for one in ast.walk(function)
        if isinstance(one, ast.Name)
        and isinstance(one.ctx, ast.Store)
        and id(one) not in inner
    }
    functions = {
        one.name
        for one in ast.walk(function)
        if isinstance(one, FUNCTIONS) and one is not function
    }
    return stored | _parameters(function.args) | functions


def _as_formed(
    files: ProgramFiles, file: str, maker: Function, name: str, form: Form
) -> Iterator[Edit]:
    """Yield the edit that gives a variable of a function another form."""
    if name in _parameters(maker.args):
        first = maker.body[0]
        is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if is_text:
            yield after(files, file, first, name, form)
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
    """Return the edit that gives a variable another form before a statement."""
    line = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
    indent = indent_of(files.lines(file)[line - 1])
    new = f"{indent}{name} = {form.of(name)}"
    is_definition = isinstance(node, FUNCTIONS)
    return Edit(file, line, line - 1, (new, "") if is_definition else (new,))
