"""Find the operation that gave a value its layout, size, dtype, class or lazy view.

A trace ends where several lines may have created a value.  Then the kind of the failed
guard tells which lines matter: for a layout, lines that transpose or expand; for a
size, lines that slice.  This module searches all expressions that a value may come
from, the nearest first.
"""

from __future__ import annotations

import ast
from collections import deque
from typing import TYPE_CHECKING, Callable, Collection, Iterator, Sequence

from depyf.model.findings.dtype_makers import gives
from depyf.model.findings.expression_parts import (
    binding,
    ends_of,
    passed_to,
    read_by_method,
)
from depyf.model.findings.keyed_stores import stores_read_by
from depyf.model.findings.program_index import FUNCTIONS, Kind, parameters_of
from depyf.model.findings.program_text import index_of, line_of
from depyf.model.findings.spots import Spot, spot_of_node, spot_of_store
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.torch_text.questions import GuardKind, lazy_makers

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.program_index import Store

_MOST = 300  # the most expressions to search
_FEW = 2  # the most lines to return; among more lines, the cause is unclear
_TURNED = {
    "transpose", "t", "permute", "movedim", "swapaxes", "swapdims", "expand",
    "expand_as", "broadcast_to", "as_strided", "rot90", "mT", "T", "H", "mH",
    "moveaxis",
}  # fmt: skip
_CLASSES = {"namedtuple", "type", "make_dataclass", "new_class", "NamedTuple"}
_CUT = {"narrow", "masked_select", "nonzero", "unique"}
_MASKS = {"mask", "keep", "alive", "active", "valid", "selected"}
_BOUNDS = {"min", "max"}
# Calls whose arguments are sizes; elsewhere `x / x.max()` gives no size.
SIZED = {
    "int", "range", "arange", "zeros", "ones", "empty", "full", "rand", "randn",
    "randint", "new_zeros", "new_ones", "new_full", "new_empty", "expand", "view",
    "reshape", "pad", "narrow", "split", "repeat",
}  # fmt: skip
_OF_ROWS = {"tensor", "as_tensor", "stack", "LongTensor", "FloatTensor"}
_NO_SIZES = {"int", "range"}  # they also take other numbers


def is_size(tree: ast.AST, names: Collection[str]) -> bool:
    """Return whether a function passes one of these variables as a size."""
    return any(
        isinstance(inner, ast.Name) and inner.id in names
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and last_name(node.func) in SIZED - _NO_SIZES
        for one in node.args
        for inner in ast.walk(one)
    )


def makers(
    tracer: Tracer,
    values: Sequence[tuple[ast.expr, Spot]],
    kind: GuardKind,
    met: Collection[str] = (),
    dimension: int = -1,
) -> tuple[SourceLine, ...]:
    """Return the lines that gave a value its layout, size, dtype or class, if few.

    Args:
        tracer: the tracer of the program.
        values: the expressions that gave the value, with their spots.
        kind: the kind of the failed guard.
        met: the values in the calls; for a dtype, its names.
        dimension: of a size; -1 if there is none.
    """
    rows = _rows(tracer, values) if kind is GuardKind.SIZE and dimension == 0 else []
    if rows:
        return tuple(dict.fromkeys(_filters(tracer, rows)))
    if kind is GuardKind.TYPE:
        return tuple(dict.fromkeys(_classes_made(tracer, values)))
    is_maker = {
        GuardKind.STRIDE: _is_turned,
        GuardKind.SIZE: _is_cut,
        GuardKind.DTYPE: gives(met),
        GuardKind.DISPATCH_KEYS: _returns(lazy_makers(met)),
    }.get(kind)
    if is_maker is None:
        return ()
    found: dict[SourceLine, bool] = {}
    last = is_maker if kind is GuardKind.STRIDE else None
    for one, there, is_size in all_of(tracer, values, last):
        if is_maker(one) or (is_size and kind is GuardKind.SIZE and _is_bound(one)):
            line = line_of(there.file, one.lineno)
            found[line] = found.get(line, False) or _is_in_branch(one, there)
    if len(found) > _FEW:
        # A line that runs in each call makes no difference between calls.
        found = {line: varies for line, varies in found.items() if varies}
    return tuple(found) if len(found) <= _FEW else ()


def _rows(
    tracer: Tracer, values: Sequence[tuple[ast.expr, Spot]]
) -> list[tuple[ast.expr, Spot]]:
    """Return the comprehensions of whose items the tensor has one row each."""
    met = [(one, there) for one, there, _ in all_of(tracer, values, _is_listed)]
    calls = [last_name(one.func) for one, _ in met if isinstance(one, ast.Call)]
    return [one for one in met if _is_listed(one[0])] if _OF_ROWS & {*calls} else []


def _is_listed(node: ast.expr) -> bool:
    return isinstance(node, ast.ListComp)


def _filters(
    tracer: Tracer, rows: Sequence[tuple[ast.expr, Spot]]
) -> Iterator[SourceLine]:
    """Yield the lines that leave out items of a list."""
    waiting, seen = list(rows), set()
    while waiting:
        node, there = waiting.pop(0)
        if not isinstance(node, ast.ListComp) or id(node) in seen:
            continue  # a list may be made of itself
        seen.add(id(node))
        if any(one.ifs for one in node.generators):
            yield line_of(there.file, node.lineno)
            continue
        given = [(one.iter, there) for one in node.generators]
        every = all_of(tracer, given, _is_listed)
        waiting += [(one, spot) for one, spot, _ in every]


def _is_in_branch(node: ast.expr, spot: Spot) -> bool:
    """Return whether an expression is in a branch of an ``if``, so may not run."""
    return any(
        inner is node
        for branch in (ast.walk(spot.function) if spot.function is not None else ())
        if isinstance(branch, (ast.If, ast.IfExp))
        for part in (branch.body, branch.orelse)
        for one in (part if isinstance(part, list) else [part])
        for inner in ast.walk(one)
    )


def _classes_made(
    tracer: Tracer, values: Sequence[tuple[ast.expr, Spot]]
) -> Iterator[SourceLine]:
    """Yield the lines in functions that create the value's class in each call."""
    for one, there, _ in all_of(tracer, values):
        if not isinstance(one, ast.Call):
            continue
        for called, around, _ in all_of(tracer, [(one.func, there)]):
            is_made = (
                isinstance(called, ast.Call)
                and last_name(called.func) in _CLASSES
                and len(called.args) + len(called.keywords) > 1  # not `type(x)`
            )
            if is_made and around.function is not None:
                yield line_of(around.file, called.lineno)
            if isinstance(called, ast.Name):
                index = index_of(around.file)
                own = binding(index, called.id, around.function, around.line)
                if own is not None and isinstance(own.node, ast.ClassDef):
                    if own.function is not None:
                        yield line_of(around.file, own.line)


def turns(node: ast.expr) -> bool:
    """Return whether an expression itself gives the strides, as ``x.T`` does."""
    return _is_turned(node.func if isinstance(node, ast.Call) else node)


def _is_turned(node: ast.expr) -> bool:
    """Return whether an expression is a view with other strides than its sizes tell."""
    if isinstance(node, ast.Subscript):
        key = index_of_item(node)
        behind = key.elts[1:] if isinstance(key, ast.Tuple) else ()
        return any(isinstance(one, ast.Slice) and _is_part(one) for one in behind)
    return isinstance(node, ast.Attribute) and node.attr in _TURNED


def _returns(names: Collection[str]) -> Callable[[ast.expr], bool]:
    """Return a function that tests for attributes and methods of these names."""
    return lambda node: isinstance(node, ast.Attribute) and node.attr in names


def _is_part(key: ast.Slice) -> bool:
    return any(one is not None for one in (key.lower, key.upper, key.step))


def _is_bound(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in _BOUNDS


def _is_cut(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return last_name(node.func) in _CUT
    if not isinstance(node, ast.Subscript):
        return False
    key = index_of_item(node)
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    if any(map(_is_mask, parts)):
        return True
    bounds = [
        bound
        for one in parts
        if isinstance(one, ast.Slice)
        for bound in (one.lower, one.upper)
    ]
    return any(
        one is not None and any(isinstance(n, ast.Name) for n in ast.walk(one))
        for one in bounds
    )


def _is_mask(index: ast.expr) -> bool:
    """Return whether an index selects some items, as its form or name shows."""
    if isinstance(index, ast.UnaryOp):
        return isinstance(index.op, ast.Invert)
    name = last_name(index)
    return isinstance(index, ast.Compare) or name.rpartition("_")[2] in _MASKS


def all_of(
    tracer: Tracer,
    values: Sequence[tuple[ast.expr, Spot]],
    is_last: Callable[[ast.expr], bool] | None = None,
) -> Iterator[tuple[ast.expr, Spot, bool]]:
    """Yield all expressions that a value may come from, the nearest first.

    Each comes with its spot, and whether it is used as a size.  What an expression is
    made of does not matter if `is_last` is true for it.
    """
    left = deque((one, there, False) for one, there in values)
    seen: set[tuple[int, bool]] = set()
    while left and len(seen) < _MOST:
        one, there, is_size = left.popleft()
        if (id(one), is_size) in seen:
            continue
        seen.add((id(one), is_size))
        yield one, there._replace(line=getattr(one, "lineno", there.line)), is_size
        if is_last is not None and is_last(one):
            continue
        is_size |= isinstance(one, ast.Call) and last_name(one.func) in SIZED
        left += ((node, spot, is_size) for node, spot in _made_of(tracer, one, there))


def _made_of(
    tracer: Tracer, node: ast.expr, spot: Spot
) -> Iterator[tuple[ast.expr, Spot]]:
    if isinstance(node, ast.Name):
        yield from _given_to(tracer, node.id, spot)
    elif isinstance(node, ast.Call):
        functions = tracer.callees.of(node, spot)
        for file, function in functions:
            for end in ends_of(function):
                if end.value is not None:
                    yield end.value, spot_of_node(file, end.value)
        read = read_by_method(node) if not functions else None
        kept = list(_values(tracer, read, spot)) if read is not None else []
        yield from kept
        if not functions and not kept:
            yield from ((one, spot) for one in _inputs(node))
    elif isinstance(node, (ast.Attribute, ast.Subscript)):
        yield from list(_values(tracer, node, spot)) or [(node.value, spot)]
    elif not isinstance(node, (ast.Lambda, *FUNCTIONS)):
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.expr):
                yield one, spot
            elif isinstance(one, ast.comprehension):
                yield one.iter, spot


def _values(
    tracer: Tracer, node: ast.Attribute | ast.Subscript, spot: Spot
) -> Iterator[tuple[ast.expr, Spot]]:
    for file, store in _stores(tracer, node, spot):
        if store.value is not None:
            yield store.value, spot_of_store(file, store)


def _stores(
    tracer: Tracer, node: ast.Attribute | ast.Subscript, spot: Spot
) -> list[tuple[ProgramFile, Store]]:
    """Return the statements that assign an attribute or item."""
    if isinstance(node, ast.Subscript):
        return stores_read_by(tracer.files, spot.file, node, spot.function)
    wanted = tracer.finder.of(index_of(spot.file), node.value, spot.store(node))
    return tracer.stores_of(node.attr, wanted) if wanted is not None else []


def _inputs(node: ast.Call) -> Iterator[ast.expr]:
    """Yield the parts of a library call from which its result may come."""
    yield node.func
    yield from node.args
    yield from (one.value for one in node.keywords)


def _given_to(tracer: Tracer, name: str, spot: Spot) -> Iterator[tuple[ast.expr, Spot]]:
    """Yield the expressions of all values that a variable may have."""
    index = index_of(spot.file)
    function = spot.function
    while True:
        found = [
            one
            for one in index.stores.get(name, ())
            if one.kind in {Kind.NAME, Kind.LOOP, Kind.EACH}
            and one.function is function
        ]
        for store in found:
            there = Spot(spot.file, store.line, store.function, store.owner_class)
            if store.value is None:
                continue
            given = (
                tracer.callees.iterated(store.value, there)
                if store.kind is not Kind.NAME
                else []
            )
            for file, one in given:
                for end in ends_of(one):
                    if end.value is not None:
                        yield end.value, spot_of_node(file, end)
            if not given:
                yield store.value, there
        if function is None:
            return
        if name in parameters_of(function):
            for file, call, is_bound in tracer.on_the_way(function, spot.file):
                value = passed_to(function, call, name, is_bound=is_bound)
                if value is not None:
                    yield value, spot_of_node(file, call)
            return
        if found:
            return
        function = index.function_around(function)
