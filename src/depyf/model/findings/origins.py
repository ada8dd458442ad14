"""Which lines of the program made the value that failed a guard, read from its source.

A guard tells where a value was noticed: the argument, attribute or global that torch
looked at.  The recorded files are followed back from there: from the call to the
variable that it passes, to its assignment, into the helper that returned it; for an
attribute or global to the lines that set it on objects of this class; for a setting of
torch to the calls that change it.  What is not clear from the source ends the chain:
nothing is guessed.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence

from depyf.model.findings.causes import Scope
from depyf.model.findings.names import is_compiled, parameters
from depyf.model.findings.origin_trace import Spot, Tracer
from depyf.model.findings.program_index import Kind, last_name, own_nodes
from depyf.model.findings.program_text import (
    calls_of,
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.user_names import Reached, reached
from depyf.torch_text.path_steps import FIELD, ITEM, OWNER
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import ProgramIndex, Store
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run
    from depyf.torch_text.path_steps import Part

MOST = 4  # lines of a chain
# Guards on how many items a container has, and under which keys.
_OF_CONTAINERS = {
    GuardKind.LENGTH,
    GuardKind.KEY,
    GuardKind.DICT_KEYS,
}
# The functions that change what guards on torch's state look at.
_SETTERS = {
    "grad_mode": ("no_grad", "enable_grad", "set_grad_enabled", "inference_mode"),
    "num_threads": ("set_num_threads",),
    "default_dtype": ("set_default_dtype",),
    "deterministic": ("use_deterministic_algorithms",),
    "autocast": ("autocast",),
    "tf32": ("set_float32_matmul_precision",),
}


def origin(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines that made the value of a group, the nearest to the call first.

    For an attribute or a global these are the lines that set it, in the files' order.
    Empty where the source does not tell, or was not recorded.
    """
    files = program_files(group.run)
    first = group.first
    if not files:
        return ()
    if first.kind in {GuardKind.GRAD_MODE, GuardKind.SETTING}:
        return _setters(group.run, first.guard.expression + group.source)
    value = reached(group.run, group.frame, first)
    if value is None:
        return ()
    if first.kind in _OF_CONTAINERS:
        changed = tuple(dict.fromkeys(_changed_at(files, value.name)))
        if changed:
            return changed[:MOST]
    return _shortened(dict.fromkeys(_made(group, value)))


def _shortened(chain: Iterable[SourceLine]) -> tuple[SourceLine, ...]:
    """Return the call and the lines that are nearest to where a value is made."""
    lines = tuple(chain)
    return lines if len(lines) <= MOST else (lines[0], *lines[1 - MOST :])


@lru_cache(maxsize=4)
def _tracer(files: tuple[ProgramFile, ...]) -> Tracer:
    """Return what follows values through the files of a run; made once for a run."""
    return Tracer(files)


def _made(group: Group, value: Reached) -> Iterator[SourceLine]:
    """Yield the lines that made a value of a group."""
    tracer = _tracer(program_files(group.run))
    scope = group.first.scope
    passed = _passed(group, value) if scope in _PASSED else None
    if passed is not None and isinstance(passed[1], (ast.Call, ast.Dict, ast.Lambda)):
        # Made anew for the call: nothing else can have set it.
        spot, node, parts = passed
        chain = list(tracer.follow(node, spot, parts))
        if chain or not _is_kept(value):
            yield line_of(spot.file, spot.line)
            yield from chain
            return
    if _is_kept(value):
        yield from _of_kept(group, value, tracer)
        return
    if passed is not None:
        spot, node, parts = passed
        yield line_of(spot.file, spot.line)
        yield from tracer.follow(node, spot, parts)
    elif scope in {Scope.GLOBAL, Scope.CLOSURE}:
        yield from _of_variable(group, value, tracer)


_PASSED = {Scope.ARGUMENT, Scope.DEFAULT, Scope.UNKNOWN}


def _is_kept(value: Reached) -> bool:
    """Return whether an object keeps the value: in an attribute, or under a key."""
    return any(kind in {FIELD, OWNER} for kind, _ in value.parts)


def _of_kept(group: Group, value: Reached, tracer: Tracer) -> Iterator[SourceLine]:
    """Yield the lines that set the last attribute on a path, or what is in it."""
    at = max(n for n, part in enumerate(value.parts) if part.kind in {FIELD, OWNER})
    name, inner = str(value.parts[at].key), value.parts[at + 1 :]
    if not name:
        return
    keyed = [part for part in inner if part.kind is ITEM]
    if keyed:
        stores = list(_under_key(tracer, keyed[-1].key, name))
        for file, store in stores:
            yield from tracer.of_store(file, store)
        if stores:
            return
    wanted = value.classes(tracer.finder, at)
    for file, store in tracer.stores_of(name, wanted, value.steps_to(at)):
        yield from tracer.of_store(file, store, inner)


def _under_key(
    tracer: Tracer, key: object, container: str
) -> Iterator[tuple[ProgramFile, Store]]:
    """Yield where something is put under a key of a container of this name."""
    for file in tracer.files:
        for store in index_of(file).at(Kind.KEY, str(key)):
            if store.owner is not None and last_name(store.owner) == container:
                yield file, store


def _of_variable(group: Group, value: Reached, tracer: Tracer) -> Iterator[SourceLine]:
    """Yield the lines that set a global or a captured variable, or what is in it."""
    keys = [part.key for part in value.parts if part.kind is ITEM]
    if keys:
        stores = list(_under_key(tracer, keys[-1], value.container))
        for file, store in stores:
            yield from tracer.of_store(file, store)
        if stores:
            return
    own = file_of(group.run, group.frame_line)
    is_global = group.first.scope is Scope.GLOBAL
    found = [
        (file, store)
        for file in tracer.files
        for store in index_of(file).stores.get(value.root, ())
        if (is_global and _sets_global(index_of(file), file is own, store, value.root))
        or (not is_global and file is own and _is_captured(store, group))
    ]
    later = [(file, one) for file, one in found if one.function or one.kind is Kind.LOOP]
    later = later or found
    for file, store in later if is_global else found:
        yield from tracer.of_store(file, store, value.parts)


def _is_captured(store: Store, group: Group) -> bool:
    """Return whether a store is in a function that the compiled one is made in."""
    function = store.function
    outer = group.frame.qualified_name.split(".")
    is_variable = store.kind in {Kind.NAME, Kind.LOOP}
    return is_variable and function is not None and function.name in outer


def _sets_global(index: ProgramIndex, is_own: bool, store: Store, name: str) -> bool:  # noqa: FBT001
    """Return whether a store sets a global: of its own file, or through a module."""
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


def _setters(run: Run, words: str) -> tuple[SourceLine, ...]:
    names = {
        name
        for key, setters in _SETTERS.items()
        if key in words.lower()
        for name in setters
    }
    found: dict[SourceLine, None] = {}
    for file in program_files(run):
        index = index_of(file)
        calls = [call for name in names for call in index.calls.get(name, ())]
        for call in sorted(calls, key=lambda one: one.lineno):
            found[line_of(file, call.lineno)] = None
            around = index.function_around(call)
            is_given = around is not None and _is_returned(around, call)
            for line in calls_of(run, around.name) if around and is_given else ():
                found[line] = None
    return tuple(found)[:MOST]


def _is_returned(function: ast.AST, call: ast.Call) -> bool:
    """Return whether a function returns what a call gives: a context, for example."""
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(call in set(ast.walk(node)) for node in returns)


def _changed_at(files: Sequence[ProgramFile], name: str) -> Iterator[SourceLine]:
    """Yield the lines that add items to a container of this name, or take some out."""
    for file in files:
        for node in index_of(file).changes.get(name, ()):
            yield line_of(file, node.lineno)


# --- arguments ------------------------------------------------------------------------


def _passed(
    group: Group, value: Reached
) -> tuple[Spot, ast.expr, Sequence[Part]] | None:
    """Return what the user's call passes, where it stands, and what is taken out."""
    line = group.called_at
    if line is None or is_compiled(group.run, line):
        return None
    file = file_of(group.run, line)
    if file is None:
        return None
    index = index_of(file)
    calls = [
        call
        for found in index.calls.values()
        for call in found
        if call.lineno == line.line
    ]
    found = [
        (call, *taken)
        for call in calls
        for taken in [_argument(group, value, call)]
        if taken is not None
    ]
    inner = {id(one) for call, *_ in found for one in ast.walk(call) if one is not call}
    outer = [one for one in found if id(one[0]) not in inner]
    known = [one for one in found if _is_compiled_call(index, one[0])]
    chosen = known if len(known) == 1 else outer
    if len(chosen) != 1:
        return None
    call, node, parts = chosen[0]
    around = index.function_around(call), index.class_around(call)
    return Spot(file, line.line, *around), node, parts


def _is_compiled_call(index: ProgramIndex, call: ast.Call) -> bool:
    """Return whether a call calls what `torch.compile` gave."""
    name = last_name(call.func)
    return any(
        isinstance(one.value, ast.Call) and last_name(one.value.func) == "compile"
        for one in index.stores.get(name, ())
        if one.value is not None
    )


def _argument(
    group: Group, value: Reached, call: ast.Call
) -> tuple[ast.expr, Sequence[Part]] | None:
    """Return what a call passes for the argument of a group, and the steps from it."""
    given = [one for one in parameters(group.frame) if one != "self"]
    by_name = [one.value for one in call.keywords if one.arg == value.root]
    if by_name:
        return by_name[0], value.parts
    if value.root not in given or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    at, parts = given.index(value.root), value.parts
    stars = value.stars(group.frame)
    if stars and parts and parts[0].kind is ITEM:
        key, parts = parts[0].key, parts[1:]
        if stars == "**":
            named = [one.value for one in call.keywords if one.arg == key]
            return (named[0], parts) if named else None
        at += key if isinstance(key, int) else len(call.args)
    return (call.args[at], parts) if at < len(call.args) else None
