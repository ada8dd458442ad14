"""Find where the program stores values under the keys of a container."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.expression_parts import is_empty
from depyf.model.findings.program_index import Kind, every_parameter
from depyf.model.findings.program_text import index_of, line_of
from depyf.model.findings.spots import Spot, spot_of_node
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.torch_text.path_steps import ITEM

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function, ProgramIndex, Store
    from depyf.torch_text.path_steps import Part

_CONTAINERS = {
    "dict", "defaultdict", "OrderedDict", "WeakKeyDictionary", "Counter", "list",
    "deque", "set", "Queue", "SimpleQueue", "ContextVar",
}  # fmt: skip
_Found = Iterator["tuple[ProgramFile, Store]"]


def keys_of(parts: Sequence[Part]) -> list[object]:
    """Return the keys of the items at the beginning of a path."""
    keys: list[object] = []
    for part in parts:
        if part.kind is not ITEM:
            break
        keys.append(part.key)
    return keys


def stores_under(
    files: Sequence[ProgramFile], container: str, keys: Sequence[object]
) -> _Found:
    """Yield the stores of an item of a container.

    If no store has the last key as a literal, stores with a computed key are yielded.

    Args:
        files: the files of the program.
        container: the name of the variable or attribute.
        keys: the keys from the container to the item.
    """
    if not keys:
        return
    for key in dict.fromkeys([str(keys[-1]), ""]):
        found = [
            (file, store)
            for file in files
            for store in index_of(file).at(Kind.KEY, key)
            if _is_of(index_of(file), store, store.owner, container, keys[:-1])
        ]
        if found:
            yield from found
            return


def nearest_stores(
    files: Sequence[ProgramFile], container: str, keys: Sequence[object]
) -> tuple[list[tuple[ProgramFile, Store]], int]:
    """Return the stores of an item, and how many leading keys they are stored under.

    If nothing is stored under a last key that is a number, such as the position in a
    tuple, the stores are those of the whole tuple.
    """
    for number in range(len(keys), 0, -1):
        found = list(stores_under(files, container, keys[:number]))
        if found or not isinstance(keys[number - 1], int):
            return found, number
    return [], 0


def items_changed(
    files: Sequence[ProgramFile], containers: Sequence[tuple[ast.expr, Spot]]
) -> Iterator[SourceLine]:
    """Yield the lines that add or remove items of containers of these names."""
    for node, spot in containers:
        is_shared = isinstance(node, ast.Attribute)
        for file in files if is_shared else [spot.file]:
            index = index_of(file)
            for one in index.changes.get(last_name(node), ()):
                if is_shared or index.function_around(one) is spot.function:
                    yield line_of(file, one.lineno)


def filled_later(
    files: Sequence[ProgramFile], visited: Sequence[tuple[ast.expr, Spot]]
) -> Iterator[tuple[SourceLine, tuple[ast.expr, Spot] | None]]:
    """Yield the lines that add items to a container, if it was created empty.

    With each line comes the added item and its spot, or None if it adds several items.

    Args:
        files: the files of the program.
        visited: the expressions of the container and of what created it, with spots.
    """
    if not any(is_empty(made) for made, _ in visited):
        return
    for line in items_changed(files, visited):
        file = next(one for one in files if one.file == line.file)
        items = [
            call.args[0]
            for call in index_of(file).calls.get("append", ())
            if call.lineno == line.line and call.args
        ]
        yield line, (items[0], spot_of_node(file, items[0])) if items else None


def stores_read_by(
    files: Sequence[ProgramFile],
    file: ProgramFile,
    node: ast.Subscript,
    function: Function | None,
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores of the item that an index expression reads.

    For a literal key, these are the stores under that key, or else those under a
    computed key.

    Args:
        files: the files of the program.
        file: the file of the expression.
        node: the index expression.
        function: the function around the expression.
    """
    index = index_of(file)
    container = _stands_for(index, node.value, function)
    key = constant(index_of_item(node))
    if not container or _is_tensor_index(node):
        return []
    is_local = isinstance(node.value, ast.Name) and container == node.value.id
    around = function
    while is_local and around is not None:
        if _has(index, around, container):
            break
        around = index.function_around(around)
    is_global = is_local and around is None and function is not None
    found = [
        (one, store)
        for one, store in stores_under(files, container, [key])
        if store.node is not node and not _is_tensor_index(_target(store))
        if not is_local
        or (one is file and (is_global or store.function in {function, None}))
        or (is_global and _is_through_module(index_of(one), store))
    ]
    if (key == "" or isinstance(key, int)) and not _is_container(files, container):
        return []
    exact = [one for one in found if key and one in _named(found, str(key))]
    return exact or found


def _has(index: ProgramIndex, function: Function, name: str) -> bool:
    """Return whether a function has a local variable or parameter of a name."""
    kinds = {Kind.NAME, Kind.LOOP}
    stores = index.stores.get(name, ())
    own = (one for one in stores if one.function is function and one.kind in kinds)
    return name in every_parameter(function) or any(own)


def _is_through_module(index: ProgramIndex, store: Store) -> bool:
    """Return whether a store reaches its container as an attribute of a module."""
    owner = store.owner
    return isinstance(owner, ast.Attribute) and last_name(owner.value) in index.modules


def _named(
    found: Sequence[tuple[ProgramFile, Store]], key: str
) -> list[tuple[ProgramFile, Store]]:
    """Return the stores under a literal key."""
    return [
        one
        for one in found
        if isinstance(_target(one[1]), ast.Subscript)
        and str(constant(index_of_item(_target(one[1])))) == key  # type: ignore[arg-type]
    ]


def _target(store: Store) -> ast.AST | None:
    """Return the ``x[key]`` that a statement assigns; None if it assigns none."""
    targets = getattr(store.node, "targets", [getattr(store.node, "target", None)])
    return next((one for one in targets if isinstance(one, ast.Subscript)), None)


def _is_tensor_index(node: ast.AST | None) -> bool:
    """Return whether an index has slices, which only tensors and arrays take."""
    if not isinstance(node, ast.Subscript):
        return False
    key = index_of_item(node)
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return any(isinstance(one, ast.Slice) for one in parts)


def _is_container(files: Sequence[ProgramFile], container: str) -> bool:
    """Return whether the program creates a dict, list or the like of this name."""
    return any(
        isinstance(store.value, (ast.Dict, ast.List))
        or last_name(getattr(store.value, "func", store.node)) in _CONTAINERS
        for file in files
        for store in index_of(file).stores.get(container, ())
    )


def _stands_for(index: ProgramIndex, node: ast.AST, function: Function | None) -> str:
    """Return the name of a container, given the container or an item of it."""
    if isinstance(node, ast.Name):
        for kind in (Kind.EACH, Kind.LOOP, Kind.NAME):
            for one in index.at(kind, node.id):
                value = one.value
                if one.function is function and isinstance(
                    value, (ast.Attribute, ast.Subscript)
                ):
                    while isinstance(value, ast.Subscript):
                        value = value.value
                    return last_name(value)
    return last_name(node)


def _is_of(
    index: ProgramIndex,
    store: Store,
    node: ast.AST | None,
    container: str,
    keys: Sequence[object],
) -> bool:
    """Return whether an expression is a container's item under these keys."""
    left = list(keys)
    while isinstance(node, ast.Subscript) and left:
        if constant(index_of_item(node)) not in {left.pop(), ""}:
            return False
        node = node.value
    if node is None:
        return False
    if last_name(node) == container:
        return not left
    if not isinstance(node, ast.Name):
        return False
    # A variable that is a part of it: `for group in optimizer.param_groups:`
    given = (
        one
        for kind in (Kind.LOOP, Kind.NAME)
        for one in index.at(kind, node.id)
        if one.function is store.function and one.value is not None
    )
    return any(
        last_name(part) == container
        for one in given
        for part in ast.walk(one.value)  # type: ignore[arg-type]
    )
