"""Find the lines of the program that created the value of a failed guard.

A guard names the argument, attribute or global that torch checked.  From there, depyf
traces the value back through the recorded files:

- an argument: from the call to the passed variable, to its assignment, and into the
  helper that returned the value;
- an attribute or global: to the lines that set it on objects of this class;
- a setting of torch: to the calls that change it.

A trace ends where the source is ambiguous: nothing is guessed.
"""

from __future__ import annotations

import ast
from itertools import islice
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence, Tuple

from depyf.model.findings.argument_items import items_stored
from depyf.model.findings.call_names import differing_calls
from depyf.model.findings.causes import Scope, is_of_inference
from depyf.model.findings.chosen_lines import Chain, chosen, until_kept
from depyf.model.findings.expression_parts import default_of
from depyf.model.findings.held_parameters import held_parameters
from depyf.model.findings.hook_values import in_hooks
from depyf.model.findings.keyed_stores import items_changed, keys_of, nearest_stores
from depyf.model.findings.later_lines import is_later, last_statement
from depyf.model.findings.makers import makers, turns
from depyf.model.findings.module_globals import in_module
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.program_index import (
    Kind,
    parameters_of,
)
from depyf.model.findings.program_text import (
    calls_of,
    file_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.setting_calls import inference_around
from depyf.model.findings.spots import Spot, spot_of_node, spot_of_store
from depyf.model.findings.state_origins import SETTINGS, of_state
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.tensor_changes import (
    changes_in_place,
    changes_of_parameters,
    changes_without_gradients,
)
from depyf.model.findings.user_names import Reached, both_reached, reached
from depyf.model.findings.variable_stores import of_captured, of_global
from depyf.torch_text.access_paths import is_stored
from depyf.torch_text.names import is_stack_value
from depyf.torch_text.path_steps import DEFAULT, FIELD, ITEM, OWNER, Part
from depyf.torch_text.questions import GuardKind
from depyf.torch_text.spoken_paths import hook_kind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.object_classes import Classes
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import Function, Store
    from depyf.model.findings.recompile_groups import Group

MOST = 4  # the most lines that are shown
_LONGEST = 24  # the most lines of one trace
_SHORT = {GuardKind.DTYPE, GuardKind.ALIAS, GuardKind.DISPATCH_KEYS}
_OF_TENSORS = {
    GuardKind.SIZE, GuardKind.RANK, GuardKind.STRIDE, GuardKind.DTYPE,
    GuardKind.DEVICE, GuardKind.REQUIRES_GRAD, GuardKind.CONDITION,
    GuardKind.DISPATCH_KEYS,
}  # fmt: skip
_REMOVE = {"pop", "popleft", "popitem", "remove", "discard", "clear"}
# Guards on the length or the keys of a container.
_OF_CONTAINERS = {
    GuardKind.LENGTH,
    GuardKind.KEY,
    GuardKind.DICT_KEYS,
}


class Origin(NamedTuple):
    """Where a group's value comes from.

    Attributes:
        lines: the lines that created it, the nearest to the call first.
        made: the lines that gave the value the property that failed the guard.
        by_name: whether these are all lines that set an attribute of this name, because
            the class of the object is unknown.
    """

    lines: tuple[SourceLine, ...] = ()
    made: tuple[SourceLine, ...] = ()
    by_name: bool = False


def origin(group: Group) -> Origin:
    """Return the lines that created a group's value, the nearest to the call first.

    For an attribute or a global, these are the lines that set it, in the order of the
    files.  Empty if the source is ambiguous or was not recorded.
    """
    files = program_files(group.run)
    first = group.first
    if not files:
        return Origin()
    told = next(filter(None, of_state(group)), ())
    if told or first.kind in SETTINGS:
        return Origin(told[:MOST])
    value = reached(group.run, group.frame, first)
    if value is None:
        return Origin()
    calls = differing_calls(group)
    if calls:
        return Origin(calls[:MOST])
    hook = hook_kind(group.source)
    is_of_hooks = hook and group.source.endswith(f"_{hook}s")
    if first.kind in _OF_CONTAINERS and is_of_hooks:
        # The number of the hooks themselves; a hook may keep a container, too.
        return Origin(tuple(calls_of(group.run, f"register_{hook}"))[:MOST])
    if first.kind in _OF_CONTAINERS:
        met = group.lengths
        is_growing = len(met) > 1 and met == sorted(set(met))
        changed = tuple(dict.fromkeys(_changed_at(files, value, is_growing)))
        if changed:
            return Origin(changed[:MOST])
    held = held_parameters(group)
    if held:
        return Origin(held[:MOST])
    last = last_statement(group.run, group.compilations)
    found = [
        one
        for value in both_reached(group.run, group.frame, first, value)
        for one in _made(group, value)
        if one.lines and not is_later(group.run, one.lines[0], last)
    ]
    if first.kind is GuardKind.TYPE:
        found += _other_classes(group)
    by_name = any(one.by_name for one in found) and len(found) > 1
    made = tuple(line for one in found for line in one.made)
    changed = ()
    if is_stored(first.literal):
        changed = changes_of_parameters(files, first.kind)
    if changed and not set(changed) & set(made):
        # The line that created the parameter makes no difference between calls.
        return Origin(changed, changed, by_name=len(changed) > 1)
    lines = chosen(files, found, MOST)
    if first.kind in _OF_TENSORS:  # the `def` of a function gives no tensor
        lines = tuple(one for one in lines if not one.text.startswith("def "))
    return Origin(lines, made, by_name)


def _other_classes(group: Group) -> Iterator[Chain]:
    """Yield the chains of lines that give an object another class."""
    tracer = tracer_of(program_files(group.run))
    for file in tracer.files:
        for store in index_of(file).at(Kind.ATTRIBUTE, "__class__"):
            if store.value is not None:
                chain = [*tracer.of_store(file, store, ())]
                # As if an instance of the class were made there.
                made = ast.copy_location(ast.Call(store.value, [], []), store.value)
                spot = spot_of_store(file, store)
                tracer.visited = []
                yield _with_makers(chain, tracer, made, spot, group)


_Chains = Iterator[Tuple["ProgramFile", "Store", Iterable["SourceLine"], bool]]


def _made(group: Group, value: Reached) -> Iterator[Chain]:
    """Yield the chains of lines that created a group's value, one for each store."""
    stacks = [one.stack for one in group.compilations]
    tracer = tracer_of(program_files(group.run)).along(stacks)
    scope, here = group.first.scope, file_of(group.run, group.frame_line)
    module = in_module(tracer.files, value) if scope is Scope.GLOBAL else None
    here, value = module or (here, value)
    passed = passed_by_call(group, value) if scope in _PASSED else None
    if passed is not None:
        spot, node, parts = passed
        called = line_of(spot.file, spot.line)
        if group.first.kind is GuardKind.STRIDE and turns(node):
            yield Chain((called,), (called,))
            return
        chain = list(islice(tracer.follow(node, spot, parts), _LONGEST))
        stored = [] if chain else items_stored(group, value)
        is_new = isinstance(node, (ast.Call, ast.Dict, ast.List, ast.Lambda))
        if not _is_kept(value) or (is_new and chain):
            # The object is created for the call, so no other line can have set it.
            yield _with_makers([*stored, called, *chain], tracer, node, spot, group)
            return
    tracer.visited = []
    in_hook = list(in_hooks(hook_kind(group.source), value, tracer))
    if in_hook:
        found: _Chains = iter(in_hook)
    elif _is_kept(value):
        found = _of_kept(value, tracer, _of_root(group, value, tracer, here))
    elif scope is Scope.INTERMEDIATE:
        found = _of_result(group, value, tracer)
    elif scope in {Scope.GLOBAL, Scope.CLOSURE}:
        found = _of_variable(group, value, tracer, here)
    else:
        found = _of_default(group, value, tracer)
    for file, store, lines, by_name in found:
        node = store.value or ast.copy_location(ast.Constant(None), store.node)
        one = _with_makers(lines, tracer, node, spot_of_store(file, store), group)
        yield one._replace(by_name=by_name)


def _with_makers(
    chain: Iterable[SourceLine],
    tracer: Tracer,
    node: ast.expr,
    spot: Spot,
    group: Group,
) -> Chain:
    """Return a chain of lines, and add operations that gave the value its property."""
    lines = dict.fromkeys(islice(chain, _LONGEST))
    kind = group.first.kind
    seeds, tracer.visited = tracer.visited or [(node, spot)], []
    met = {form for one in group.causes for form in (one.expected, one.actual)}
    made = [*makers(tracer, seeds, kind, met, group.first.index)]
    if kind in _OF_CONTAINERS or kind is GuardKind.ALIAS:
        # A local variable may be the object itself, whose contents do not matter.
        held = [one for one in seeds if isinstance(one[0], ast.Attribute)]
        containers = held if kind is GuardKind.ALIAS else [(node, spot), *seeds]
        made += items_changed(tracer.files, containers)
    if is_of_inference(group.first):
        made += inference_around(tracer.files, lines)
    if not set(made) & set(lines):
        # For these, the lines after the first may belong to another path.
        is_short = made and (kind in _SHORT or is_of_inference(group.first))
        kept = list(lines)[:1] if is_short else lines
        lines = dict.fromkeys([*kept, *made])
    if kind is GuardKind.ALIAS and not made:  # an object that is kept was there before
        lines = dict.fromkeys(until_kept(seeds, lines))
    changed = changes_in_place(tracer, kind, lines) or changes_without_gradients(
        tracer.files, kind, group.frame.entries
    )
    tracer.visited = []
    return Chain(tuple({**lines, **dict.fromkeys(changed)}), (*made, *changed))


_PASSED = {Scope.ARGUMENT, Scope.DEFAULT, Scope.UNKNOWN}


def _is_kept(value: Reached) -> bool:
    """Return whether the value is read from an attribute of an object."""
    return any(kind in {FIELD, OWNER} for kind, _ in value.parts)


def _of_root(
    group: Group, value: Reached, tracer: Tracer, here: ProgramFile | None
) -> Classes | None:
    """Return the classes of the variable at the beginning of a path."""
    passed = passed_by_call(group, value)
    if passed is not None and isinstance(passed[1], ast.Name):
        spot, node, _ = passed
    elif group.first.scope is Scope.GLOBAL and here is not None:
        spot, node = Spot(here, 0), ast.Name(value.root, ast.Load())
    else:
        return None
    return tracer.finder.of(index_of(spot.file), node, spot.store(node))


def _of_kept(value: Reached, tracer: Tracer, root: Classes | None) -> _Chains:
    """Yield the lines that set the last attribute of a path, or its contents."""
    at = max(n for n, part in enumerate(value.parts) if part.kind in {FIELD, OWNER})
    name, inner = str(value.parts[at].key), value.parts[at + 1 :]
    if not name:
        return
    wanted = value.classes(tracer.finder, at, root)
    found, number = nearest_stores(tracer.files, name, keys_of(inner))
    found = found or tracer.stores_of(name, wanted, value.steps_to(at))
    if not found and inner and inner[-1].kind is ITEM and wanted is not None:
        # An option of torch's optimizers is an argument of their constructor.
        found = tracer.stores_of(str(inner[-1].key), wanted)
        inner = ()
    for file, store in found:
        rest = inner[number:] if store.kind is Kind.KEY else inner
        yield file, store, tracer.of_store(file, store, rest), wanted is None


def _of_function(value: Reached, tracer: Tracer) -> _Chains:
    """Yield the lines that created a default of a global function."""
    for file in tracer.files:
        for store in index_of(file).at(Kind.DEFINITION, value.root):
            if store.owner_class is None:
                chain = tracer.of_definition(file, store, value.parts)
                yield file, store, chain, False


def _of_default(group: Group, value: Reached, tracer: Tracer) -> _Chains:
    """Yield the lines that created the default of an argument that no call passes."""
    file = file_of(group.run, group.frame_line)
    own = _compiled_function(group)
    if file is None or own is None or value.root not in parameters_of(own):
        yield from _of_function(value, tracer)
        return
    parts = [Part(DEFAULT, value.root), *value.parts]
    for store in index_of(file).at(Kind.DEFINITION, own.name):
        if store.node is own:
            default = store._replace(value=default_of(own, value.root))
            yield file, default, tracer.of_definition(file, store, parts), False


def _of_result(group: Group, value: Reached, tracer: Tracer) -> _Chains:
    """Yield the lines that created a call's result that crosses a graph break."""
    line = group.called_at
    file = file_of(group.run, line)
    if line is None or file is None or not is_stack_value(value.root):
        return
    calls = index_of(file).calls_at(line.line)
    inner = {id(node) for one in calls for node in ast.walk(one) if node is not one}
    for call in calls:
        if id(call) not in inner:
            spot = spot_of_node(file, call)
            yield file, spot.store(call), tracer.follow(call, spot, value.parts), False


def _compiled_function(group: Group) -> Function | None:
    """Return the syntax tree of the compiled function."""
    file = file_of(group.run, group.frame_line)
    return index_of(file).function_at(group.frame.first_line) if file else None


def _of_variable(
    group: Group, value: Reached, tracer: Tracer, here: ProgramFile | None
) -> _Chains:
    """Yield the lines that set a global or captured variable, or its contents."""
    keyed, number = nearest_stores(tracer.files, value.root, keys_of(value.parts))
    for file, store in keyed:
        rest = value.parts[number:]
        yield file, store, tracer.of_store(file, store, rest), False
    if keyed:
        return
    is_global = group.first.scope is Scope.GLOBAL
    if is_global:
        found = list(of_global(value.root, tracer.files, here))
    else:
        found = list(of_captured(value.root, group.frame, here))
    around = _loops_around(group, found)
    later = [(f, one) for f, one in found if one.function or one.kind is Kind.LOOP]
    for file, store in around or (later if is_global and later else found):
        yield file, store, tracer.of_store(file, store, value.parts), False
    if not found and is_global:
        yield from _of_function(value, tracer)
    own = _compiled_function(group)
    if not found and not is_global and own is not None and here is not None:
        spot = spot_of_node(here, own)
        name = ast.copy_location(ast.Name(value.root, ast.Load()), own)
        chain = tracer.follow(name, spot, value.parts)
        yield here, spot.store(name), chain, False


def _loops_around(
    group: Group, found: Sequence[tuple[ProgramFile, Store]]
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores by loops whose body contains the call."""
    called = group.called_at
    return [
        (file, one)
        for file, one in found
        if one.kind is Kind.LOOP and called is not None and file.file == called.file
        if one.line <= called.line <= (getattr(one.node, "end_lineno", None) or 0)
    ]


def _changed_at(
    files: Sequence[ProgramFile], value: Reached, is_growing: bool
) -> Iterator[SourceLine]:
    """Yield the lines that add or remove items of a container of this name.

    Lines that remove items do not make it grow.
    """
    is_named = not value.parts or value.parts[-1].kind is FIELD
    name = value.name
    for file in files if is_named else ():
        for node in index_of(file).changes.get(name, ()):
            if is_growing and _removes(node):
                continue
            yield line_of(file, node.lineno)


def _removes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in _REMOVE
