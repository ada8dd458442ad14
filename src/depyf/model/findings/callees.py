"""Find the program's functions that an expression or a loop runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.model.findings.expression_parts import binding, ends_of
from depyf.model.findings.program_index import Kind, last_name
from depyf.model.findings.program_text import index_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.findings.origin_trace import Spot
    from depyf.model.findings.program_index import Function

_CALLED = ("__call__", "forward")
# How an object gives its items to a loop, in Python's order.
_ITERATED = ("__iter__", "__getitem__")
_LOADERS = {"DataLoader"}
_SAME_ITEMS = {"iter", "list", "tuple", "reversed", "sorted", "tqdm", "cycle", "islice"}


class Callees:
    """Finds the functions of a program that an expression runs.

    Args:
        files: of the program.
        finder: of its classes.
    """

    def __init__(self, files: Sequence[ProgramFile], finder: ClassFinder) -> None:
        self._files = files
        self._finder = finder

    def of(self, node: ast.expr, spot: Spot) -> list[tuple[ProgramFile, Function]]:
        """Return the functions that a call may run; none if that is unclear."""
        if not isinstance(node, ast.Call):
            return []
        called = node.func
        if isinstance(called, ast.Subscript):
            names = [last_name(one) for one in self._choices(called.value, spot)]
            found = [self._only(name) for name in names]
            return [] if not all(found) else [one for each in found for one in each]
        return self._of_object(called, spot) or self._only(last_name(called))

    def iterated(
        self, node: ast.expr, spot: Spot
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the functions that yield the items of a loop over an expression."""
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name in _SAME_ITEMS and node.args:
                return self.iterated(node.args[0], spot)
            if name in _LOADERS:
                return self._of_loader(node, spot)
            called = self.of(node, spot)
            if called:
                ends = [end for _, one in called for end in ends_of(one)]
                is_generator = all(not isinstance(end, ast.Return) for end in ends)
                return called if ends and is_generator else []
        if isinstance(node, ast.Name):
            own = binding(index_of(spot.file), node.id, spot.function, spot.line)
            if own is not None and isinstance(own.value, ast.Call):
                if last_name(own.value.func) in _LOADERS:
                    return self._of_loader(own.value, spot)
        classes = self._finder.of(index_of(spot.file), node, spot.store(node))
        for name in _ITERATED if classes is not None else ():
            found = self.methods(classes, name)  # type: ignore[arg-type]
            if found:
                return found
        return []

    def methods(
        self, classes: Classes, name: str
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the methods of this name on objects of these classes."""
        found = [
            one for each in sorted(classes.exact) for one in self._method(each, name)
        ]
        return list(dict.fromkeys(found))

    def _method(
        self, class_name: str, name: str
    ) -> Iterator[tuple[ProgramFile, Function]]:
        for file in self._files:
            for own in index_of(file).classes.get(class_name, ()):
                here = [
                    one
                    for one in index_of(file).functions.get(name, ())
                    if one in own.body
                ]
                if here:
                    yield from ((file, one) for one in here)
                    return
                for base in map(last_name, own.bases):
                    above = list(self._method(base, name)) if base != class_name else []
                    if above:
                        yield from above
                        return

    def _of_loader(
        self, node: ast.Call, spot: Spot
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the function that collates a loader's batches or returns its items."""
        for one in node.keywords:
            if one.arg == "collate_fn":
                call = ast.copy_location(ast.Call(one.value, [], []), one.value)
                return self.of(call, spot)
        if not node.args:
            return []
        index = index_of(spot.file)
        classes = self._finder.of(index, node.args[0], spot.store(node))
        return self.methods(classes, "__getitem__") if classes is not None else []

    def _of_object(
        self, called: ast.expr, spot: Spot
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the called method, or `forward` or `__call__` of a called object."""
        index = index_of(spot.file)
        at = spot.store(called)
        if isinstance(called, ast.Attribute):
            owner = self._finder.of(index, called.value, at)
            found = self.methods(owner, called.attr) if owner is not None else []
            if found:
                return found
        elif not isinstance(called, ast.Name) or index.functions.get(called.id):
            return []
        own = self._finder.of(index, called, at)
        for name in _CALLED if own is not None else ():
            found = self.methods(own, name)  # type: ignore[arg-type]
            if found:
                return found
        return []

    def _only(self, name: str) -> list[tuple[ProgramFile, Function]]:
        """Return the program's only function of a name."""
        named = [
            (file, function)
            for file in self._files
            for function in index_of(file).functions.get(name, ())
        ]
        return named if len(named) == 1 else []

    def _choices(self, node: ast.expr, spot: Spot) -> list[ast.expr]:
        """Return the items of the list or dict that a name or attribute holds."""
        index = index_of(spot.file)
        value: ast.expr | None = node
        if isinstance(node, ast.Name):
            store = binding(index, node.id, spot.function, spot.line)
            store = store or binding(index, node.id, None, len(index.lines) + 1)
            value = store.value if store is not None else None
        elif isinstance(node, ast.Attribute):
            owner = self._finder.of(index, node.value, spot.store(node))
            stores = [
                one
                for file in self._files
                for kind in (Kind.ATTRIBUTE, Kind.FIELD)
                for one in index_of(file).at(kind, node.attr)
                if owner is not None and one.owner_class is not None
                if one.owner_class.name in owner.bases
            ]
            value = stores[0].value if len(stores) == 1 else None
        if isinstance(value, ast.Dict):
            return list(value.values)
        return list(value.elts) if isinstance(value, (ast.List, ast.Tuple)) else []
