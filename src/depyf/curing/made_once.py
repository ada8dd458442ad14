"""Cache a class or another object that the program creates again for each call."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import before, free_name
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import functions_named, replaced, source_of
from depyf.model.findings.program_index import FUNCTIONS, first_line, last_line
from depyf.model.findings.syntax_parts import constant, last_name
from depyf.torch_text.names import classes_in, makers_in
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import ProgramFiles
    from depyf.curing.proposal import Proposal

_KINDS = {GuardKind.TYPE, GuardKind.OBJECT}
# Functions that create a class; the first argument is its name.
_CREATE = {"namedtuple", "make_dataclass", "NamedTuple", "new_class"}
_LISTS = (ast.List, ast.ListComp, ast.GeneratorExp, ast.SetComp)
_GIVE_LISTS = {"list", "sorted", "keys", "values", "items", "fields"}
_CACHED = "functools.lru_cache(maxsize=None)"


def made_once(case: Case) -> Iterator[Proposal]:
    """Yield edits that cache the object that a function creates, by its arguments."""
    if case.kind not in _KINDS:
        return
    names = makers_in(case.group.texts)
    for file in case.known:
        for name in names:
            for function in functions_named(case.files.tree(file), name):
                edit = before(case.files, file, function, f"@{_CACHED}")
                what = f"create the result of `{name}` once for equal arguments"
                yield with_torch(case.files, case.finding, what, [edit], ("functools",))
    created = classes_in(case.group.texts)
    for file in case.known:
        for call in _creating(case.files, file, created):
            yield from _cached(case, file, call)


def _creating(files: ProgramFiles, file: str, names: list[str]) -> Iterator[ast.Call]:
    """Yield the calls inside functions that create a class with one of these names."""
    for function in ast.walk(files.tree(file)):
        if not isinstance(function, FUNCTIONS):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and last_name(call.func) in _CREATE:
                if call.args and constant(call.args[0]) in names:
                    yield call


def _hashable(node: ast.expr, source: str) -> str:
    """Return the source of an argument, changed so that it is hashable for a cache."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        return f"{source} if isinstance({source}, str) else tuple({source})"
    called = last_name(node.func) if isinstance(node, ast.Call) else ""
    is_list = isinstance(node, _LISTS) or called in _GIVE_LISTS
    return f"tuple({source})" if is_list else source


def _cached(case: Case, file: str, call: ast.Call) -> Iterator[Proposal]:
    """Yield the edit that makes a call through a cached function of the module."""
    files, tree = case.files, case.files.tree(file)
    outer = next(
        one for one in tree.body if first_line(one) <= call.lineno <= last_line(one)
    )
    name = last_name(call.func)
    cached = free_name(tree, f"_cached_{name}")
    func = source_of(files.lines(file), call.func)
    lines = files.lines(file)
    given = [
        _hashable(one, source_of(lines, one)) if at else source_of(lines, one)
        for at, one in enumerate(call.args)
    ]
    given += [
        (f"{one.arg}=" if one.arg else "**") + source_of(lines, one.value)
        for one in call.keywords
    ]
    edits = [
        replaced(files, file, call, f"{cached}({', '.join(given)})"),
        before(files, file, outer, f"{cached} = {_CACHED}({func})", "", ""),
    ]
    what = f"create the result of `{name}` once for equal arguments"
    yield with_torch(files, case.finding, what, edits, ("functools",))
