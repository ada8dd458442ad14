"""Find the lines of the program that made the value of a failed guard.

A guard tells where a value was noticed: the argument, attribute or global that torch
looked at.  The recorded files are followed back from there: from the call to the
variable that it passes, to its assignment, into the helper that returned it; for an
attribute or global to the lines that set it on objects of this class; for a setting of
torch to the calls that change it.  What is not clear from the source ends the chain:
nothing is guessed.
"""

from __future__ import annotations

import ast
from itertools import islice
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.findings.causes import Scope
from depyf.model.findings.environment_stores import environment_stores
from depyf.model.findings.keyed_stores import keys_of, stores_under
from depyf.model.findings.makers import makers
from depyf.model.findings.origin_trace import Spot, tracer_of
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.program_index import (
    Kind,
    last_line,
    own_nodes,
)
from depyf.model.findings.program_text import (
    calls_of,
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.setting_calls import setters
from depyf.model.findings.user_names import Reached, reached
from depyf.torch_text.environment import variable_of
from depyf.torch_text.path_steps import FIELD, ITEM, OWNER
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.spoken_paths import hook_kind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.object_classes import Classes
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import ProgramIndex, Store
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run

MOST = 4  # lines of a chain
_RUN_AGAIN = "ipykernel"  # in the names of files: cells of a notebook
_LONGEST = 24  # lines that are looked at of one
# Guards on how many items a container has, and under which keys.
_OF_CONTAINERS = {
    GuardKind.LENGTH,
    GuardKind.KEY,
    GuardKind.DICT_KEYS,
}


class Origin(NamedTuple):
    """Where a group's value comes from.

    Attributes:
        lines: the lines that made it, the nearest to the call first.
        by_name: whether these are all that set an attribute of this name, as the class
            of the object is not known.
    """

    lines: tuple[SourceLine, ...] = ()
    by_name: bool = False


def origin(group: Group) -> Origin:
    """Return the lines that made a group's value, the nearest to the call first.

    For an attribute or a global these are the lines that set it, in the files' order.
    Empty where the source does not tell, or was not recorded.
    """
    files = program_files(group.run)
    first = group.first
    if not files:
        return Origin()
    if first.kind in {GuardKind.GRAD_MODE, GuardKind.SETTING}:
        return Origin(setters(group, first.guard.expression + group.source)[:MOST])
    variable = variable_of(first.guard.expression)
    if variable:
        return Origin(environment_stores(files, variable)[:MOST])
    value = reached(group.run, group.frame, first)
    if value is None:
        return Origin()
    hook = hook_kind(group.source)
    if hook and first.kind in _OF_CONTAINERS:
        return Origin(tuple(calls_of(group.run, f"register_{hook}"))[:MOST])
    if first.kind in _OF_CONTAINERS:
        changed = tuple(dict.fromkeys(_changed_at(files, value.name)))
        if changed:
            return Origin(changed[:MOST])
    last = _last_statement(group)
    found: list[_Chain] = []
    for one in _made(group, value):
        lines = tuple(dict.fromkeys(islice(one.lines, _LONGEST)))
        if lines and not _is_later(group.run, lines[0], last):
            found.append(_Chain(lines, one.by_name))
    by_name = any(one.by_name for one in found) and len(found) > 1
    return Origin(_shortened([tuple(one.lines) for one in found]), by_name)


class _Chain(NamedTuple):
    """Lines from where a value is seen to where it was made."""

    lines: Iterable[SourceLine]
    by_name: bool = False


def _shortened(chains: Sequence[tuple[SourceLine, ...]]) -> tuple[SourceLine, ...]:
    """Return a few lines of one chain, or the first lines of several.

    Of one these are where the value is noticed and where it is made.
    """
    if len(chains) == 1:
        lines = chains[0]
        return lines if len(lines) <= MOST else (lines[0], *lines[1 - MOST :])
    longest = max(map(len, chains), default=0)
    by_depth = dict.fromkeys(
        one[depth] for depth in range(longest) for one in chains if depth < len(one)
    )
    kept = set(list(by_depth)[:MOST])
    every = dict.fromkeys(line for one in chains for line in one)
    return tuple(line for line in every if line in kept)


def _last_statement(group: Group) -> SourceLine | None:
    """Return where the top-level statement with the last call ends.

    It is known where a file calls at its top, outside of all functions.
    """
    found: SourceLine | None = None
    for one in group.compilations:
        lines = [line for line in one.stack if line.function == "<module>"]
        file = file_of(group.run, lines[-1]) if lines else None
        if file is None or _RUN_AGAIN in file.file:
            return None
        for node in index_of(file).tree.body:
            end = last_line(node)
            if node.lineno <= lines[-1].line <= end:
                if found is None or (found.file == file.file and found.line < end):
                    found = line_of(file, end)
    return found


def _is_later(run: Run, line: SourceLine, last: SourceLine | None) -> bool:
    """Return whether a line runs only after all calls."""
    if last is None or line.file != last.file or line.line <= last.line:
        return False
    file = file_of(run, line)
    return file is not None and index_of(file).function_at(line.line) is None


def _made(group: Group, value: Reached) -> Iterator[_Chain]:
    """Yield chains of lines that made a group's value, one for each location."""
    stacks = (line for one in group.compilations for line in one.stack)
    tracer = tracer_of(program_files(group.run)).along(stacks)
    scope = group.first.scope
    passed = passed_by_call(group, value) if scope in _PASSED else None
    chain: list[SourceLine] = []
    if passed is not None:
        spot, node, parts = passed
        chain = list(tracer.follow(node, spot, parts))
        made = makers(tracer, node, spot, group.first.kind)
        if not set(made) & set(chain):
            chain += made
        called = line_of(spot.file, spot.line)
        is_new = isinstance(node, (ast.Call, ast.Dict, ast.List, ast.Lambda))
        if not _is_kept(value) or (is_new and chain):
            # What is made for the call has nothing else that could have set it.
            yield _Chain([called, *chain])
            return
    if _is_kept(value):
        yield from _of_kept(value, tracer, _of_root(group, value, tracer))
    elif scope in {Scope.GLOBAL, Scope.CLOSURE}:
        yield from _of_variable(group, value, tracer)
    elif scope is Scope.DEFAULT:
        yield from _of_function(value, tracer)


_PASSED = {Scope.ARGUMENT, Scope.DEFAULT, Scope.UNKNOWN}


def _is_kept(value: Reached) -> bool:
    """Return whether the value is read from an attribute of an object."""
    return any(kind in {FIELD, OWNER} for kind, _ in value.parts)


def _of_root(group: Group, value: Reached, tracer: Tracer) -> Classes | None:
    """Return the classes of the variable at the beginning of a path."""
    passed = passed_by_call(group, value)
    if passed is not None and isinstance(passed[1], ast.Name):
        spot, node, _ = passed
    elif group.first.scope is Scope.GLOBAL:
        file = file_of(group.run, group.frame_line)
        if file is None:
            return None
        spot, node = Spot(file, 0), ast.Name(value.root, ast.Load())
    else:
        return None
    return tracer.finder.of(index_of(spot.file), node, spot.store(node))


def _of_kept(value: Reached, tracer: Tracer, root: Classes | None) -> Iterator[_Chain]:
    """Yield the lines that set the last attribute of a path, or its contents."""
    at = max(n for n, part in enumerate(value.parts) if part.kind in {FIELD, OWNER})
    name, inner = str(value.parts[at].key), value.parts[at + 1 :]
    if not name:
        return
    wanted = value.classes(tracer.finder, at, root)
    keys = keys_of(inner)
    found = list(stores_under(tracer.files, name, keys))
    found = found or tracer.stores_of(name, wanted, value.steps_to(at))
    if not found and inner and inner[-1].kind is ITEM and wanted is not None:
        # What torch's optimizers keep under a key is an argument of theirs.
        found = tracer.stores_of(str(inner[-1].key), wanted)
        inner = ()
    for file, store in found:
        rest = inner[len(keys) :] if store.kind is Kind.KEY else inner
        yield _Chain(tracer.of_store(file, store, rest), wanted is None)


def _of_function(value: Reached, tracer: Tracer) -> Iterator[_Chain]:
    """Yield the lines that made a default of a global function."""
    for file in tracer.files:
        for store in index_of(file).at(Kind.DEFINITION, value.root):
            if store.owner_class is None:
                yield _Chain(tracer.of_definition(file, store, value.parts))


def _of_variable(group: Group, value: Reached, tracer: Tracer) -> Iterator[_Chain]:
    """Yield the lines that set a global or captured variable, or its contents."""
    keys = keys_of(value.parts)
    keyed = list(stores_under(tracer.files, value.root, keys))
    for file, store in keyed:
        yield _Chain(tracer.of_store(file, store, value.parts[len(keys) :]))
    if keyed:
        return
    own = file_of(group.run, group.frame_line)
    is_global = group.first.scope is Scope.GLOBAL
    found = [
        (file, store)
        for file in tracer.files
        for store in index_of(file).stores.get(value.root, ())
        if (
            _sets_global(index_of(file), store, value.root, is_own=file is own)
            if is_global
            else file is own and _is_captured(store, group)
        )
    ]
    around = _loops_around(group, found)
    later = [(f, one) for f, one in found if one.function or one.kind is Kind.LOOP]
    for file, store in around or (later if is_global and later else found):
        yield _Chain(tracer.of_store(file, store, value.parts))
    if not found and is_global:
        yield from _of_function(value, tracer)


def _loops_around(
    group: Group, found: Sequence[tuple[ProgramFile, Store]]
) -> list[tuple[ProgramFile, Store]]:
    """Return the loops over a variable that contain the call."""
    called = group.called_at
    return [
        (file, one)
        for file, one in found
        if one.kind is Kind.LOOP and called is not None and file.file == called.file
        if one.line <= called.line <= (getattr(one.node, "end_lineno", None) or 0)
    ]


def _is_captured(store: Store, group: Group) -> bool:
    """Return whether a store is in the function that defines the compiled one."""
    function = store.function
    outer = group.frame.qualified_name.split(".")
    is_variable = store.kind in {Kind.NAME, Kind.LOOP}
    return is_variable and function is not None and function.name in outer


def _sets_global(index: ProgramIndex, store: Store, name: str, *, is_own: bool) -> bool:
    """Return whether a store sets a global, directly or through a module."""
    if store.kind is Kind.ATTRIBUTE:
        owner = store.owner
        return isinstance(owner, ast.Name) and owner.id in index.modules
    if store.kind not in {Kind.NAME, Kind.LOOP} or not is_own:
        return False
    function = store.function
    return function is None or name in _globals(function)


def _globals(function: ast.AST) -> set[str]:
    """Return the names that a function declares as global."""
    nodes = (node for node in own_nodes(function) if isinstance(node, ast.Global))
    return {name for node in nodes for name in node.names}


def _changed_at(files: Sequence[ProgramFile], name: str) -> Iterator[SourceLine]:
    """Yield the lines that add or remove items of a container of this name."""
    for file in files:
        for node in index_of(file).changes.get(name, ()):
            yield line_of(file, node.lineno)
