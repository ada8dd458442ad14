"""Find the program's functions that an expression or a loop runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, List, Optional, Sequence, Tuple

from depyf.model.findings.expression_parts import as_function, binding, ends_of, item_of
from depyf.model.findings.program_index import Kind, parameters_of
from depyf.model.findings.program_text import index_of
from depyf.model.findings.registries import read_from, registered
from depyf.model.findings.spots import spot_of_node, spot_of_store
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.object_classes import Classes, ClassFinder
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.spots import Spot

_CALLED = ("__call__", "forward")
# The methods that give an object's items to a loop, in the order that Python tries.
_ITERATED = ("__iter__", "__getitem__")
_LOADERS = {"DataLoader"}
_SAME_ITEMS = {"iter", "list", "tuple", "reversed", "sorted", "tqdm", "cycle", "islice"}
_MAPS = {"map", "starmap"}
_WRAPS = {"partial", "partialmethod", "compile", "wraps", "lru_cache", "disable"}
_DEEPEST = 6
_Functions = List[Tuple["ProgramFile", "Function"]]
# An expression, its line and function, and the number of steps that led there.
_Key = Tuple[ast.expr, int, Optional["Function"], int]


class Callees:
    """Finds the functions of a program that an expression runs.

    Args:
        files: the files of the program.
        finder: finds the classes of objects.
    """

    def __init__(self, files: Sequence[ProgramFile], finder: ClassFinder) -> None:
        self._files = files
        self._finder = finder
        self._named: dict[_Key, _Functions] = {}
        self._iterated: dict[_Key, _Functions] = {}
        self._by_registry: dict[str, _Functions] = {"": []}

    def of(self, node: ast.expr, spot: Spot) -> _Functions:
        """Return the functions that a call may run; none if that is unclear."""
        return self.named(node.func, spot) if isinstance(node, ast.Call) else []

    def named(self, node: ast.expr, spot: Spot, depth: int = 0) -> _Functions:
        """Return the functions that an expression may be; empty if that is unclear.

        Variables, attributes and items are followed to their assigned values, partials
        to the wrapped function, and calls to the functions that they return.
        """
        if depth > _DEEPEST:
            return []
        # Functions may return each other's results, so each expression is read once.
        key = node, spot.line, spot.function, depth
        if key not in self._named:
            self._named[key] = self._read(node, spot, depth)
        return self._named[key]

    def _read(self, node: ast.expr, spot: Spot, depth: int) -> _Functions:
        if isinstance(node, ast.Lambda):
            return [(spot.file, as_function(node))]
        if isinstance(node, ast.IfExp):
            return self._each([(one, spot) for one in (node.body, node.orelse)], depth)
        if isinstance(node, ast.Subscript):
            found = self._each(self._choices(node, spot), depth)
            return found or self._registered(last_name(node.value))
        if isinstance(node, ast.Call):
            if last_name(node.func) in _WRAPS and node.args:
                return self.named(node.args[0], spot, depth + 1)
            found = self._of_object(node, spot) or self._returned(node, spot, depth)
            return found or self._registered(read_from(node))
        given = self._given(node, spot)
        if given is not None:
            return self._each([given], depth)
        found = self._of_object(node, spot)
        if not found and not self._is_of_library(node, spot):
            found = self._only(last_name(node), node)
        return found or self._each(self._kept(node, spot), depth)

    def _is_of_library(self, node: ast.expr, spot: Spot) -> bool:
        """Return whether a method is of an object that a library's class makes.

        An example is the ``sample`` of ``self.picker = random.Random(seed)``.
        """
        if not isinstance(node, ast.Attribute):
            return False
        given = self._given(node.value, spot)
        kept = self._kept(node.value, spot) if given is None else [given]
        return bool(kept) and all(self._makes_foreign(*one) for one in kept)

    def _makes_foreign(self, made: ast.expr, spot: Spot) -> bool:
        """Return whether an expression calls a class of an imported library."""
        if not isinstance(made, ast.Call):
            return False
        module, _, name = dotted(made.func).partition(".")
        is_class = name.rpartition(".")[2][:1].isupper()
        own = (_stem(file) for file in self._files)
        return is_class and module in index_of(spot.file).modules and module not in own

    def _each(self, nodes: Sequence[tuple[ast.expr, Spot]], depth: int) -> _Functions:
        """Return the functions of several expressions; empty if one is unclear."""
        found = [self.named(one, there, depth + 1) for one, there in nodes]
        return _together(found) if all(found) else []

    def _given(self, node: ast.expr, spot: Spot) -> tuple[ast.expr, Spot] | None:
        """Return the expression that a variable is assigned; None if there is none."""
        if not isinstance(node, ast.Name):
            return None
        index = index_of(spot.file)
        own = binding(index, node.id, spot.function, spot.line)
        if own is None and node.id not in _parameters(spot.function):
            own = binding(index, node.id, None, len(index.lines) + 1)
        if own is None or own.kind is not Kind.NAME or own.items or own.value is None:
            return None
        is_object = isinstance(own.value, ast.Call) and self._of_object(node, spot)
        return None if is_object else (own.value, spot_of_store(spot.file, own))

    def _kept(self, node: ast.expr, spot: Spot) -> list[tuple[ast.expr, Spot]]:
        """Return the expressions that the object's classes assign to an attribute."""
        if not isinstance(node, ast.Attribute):
            return []
        owner = self._finder.of(index_of(spot.file), node.value, spot.store(node))
        return [
            (one.value, spot_of_store(file, one))
            for file in self._files
            for kind in (Kind.ATTRIBUTE, Kind.FIELD)
            for one in index_of(file).at(kind, node.attr)
            if owner is not None and one.owner_class is not None
            if one.owner_class.name in owner.bases and one.value is not None
            if not isinstance(one.value, ast.Constant)
        ]

    def _registered(self, container: str) -> _Functions:
        """Return the functions that decorators store in a container; cached."""
        if container not in self._by_registry:
            self._by_registry[container] = registered(self._files, container)
        return self._by_registry[container]

    def _returned(self, node: ast.Call, spot: Spot, depth: int) -> _Functions:
        """Return the functions of the program that a call returns."""
        ends = [
            (end.value, spot_of_node(file, end.value))
            for file, function in self.named(node.func, spot, depth + 1)
            for end in ends_of(function)
            if end.value is not None
        ]
        return self._each(ends, depth + 1) if ends else []

    def all_named(self, name: str) -> _Functions:
        """Return all functions of the program with the given name."""
        known = [(file, index_of(file).functions.get(name, ())) for file in self._files]
        return [(file, one) for file, functions in known for one in functions]

    def iterated(self, node: ast.expr, spot: Spot, depth: int = 0) -> _Functions:
        """Return the functions that yield the items of a loop over an expression."""
        if depth > _DEEPEST:
            return []
        key = node, spot.line, spot.function, depth
        if key not in self._iterated:
            self._iterated[key] = self._items_of(node, spot, depth)
        return self._iterated[key]

    def _items_of(self, node: ast.expr, spot: Spot, depth: int) -> _Functions:
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name in _SAME_ITEMS and node.args:
                return self.iterated(node.args[0], spot, depth)
            if name in _MAPS and node.args:
                return self.named(node.args[0], spot)
            if name in _LOADERS:
                return self._of_loader(node, spot)
            called = self.of(node, spot)
            if called:
                ends = [end for _, one in called for end in ends_of(one)]
                is_generator = all(not isinstance(end, ast.Return) for end in ends)
                return called if ends and is_generator else []
        if isinstance(node, ast.Name):
            own = binding(index_of(spot.file), node.id, spot.function, spot.line)
            if own is not None and own.kind is Kind.NAME and not own.items:
                if own.value is not None and own.line < spot.line:
                    there = spot_of_store(spot.file, own)
                    return self.iterated(own.value, there, depth + 1)
        classes = self._finder.of(index_of(spot.file), node, spot.store(node))
        for name in _ITERATED if classes is not None else ():
            found = self.methods(classes, name)  # type: ignore[arg-type]
            if found:
                return found
        made = [one for one in self._kept(node, spot) if isinstance(one[0], ast.Call)]
        return _together(self.iterated(*one, depth + 1) for one in made)

    def batches(self, node: ast.expr, spot: Spot) -> _Functions:
        """Return the functions that make the batches of a data loader, if it is one."""
        is_loader = isinstance(node, ast.Call) and last_name(node.func) in _LOADERS
        return self.iterated(node, spot) if is_loader else []

    def methods(self, classes: Classes, name: str) -> _Functions:
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

    def _of_loader(self, node: ast.Call, spot: Spot) -> _Functions:
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

    def _of_object(self, called: ast.expr, spot: Spot) -> _Functions:
        """Return the called method, or `__call__` or `forward` of a called object."""
        index = index_of(spot.file)
        at = spot.store(called)
        if isinstance(called, ast.Attribute):
            if _is_super(called.value) and spot.owner_class is not None:
                bases = map(last_name, spot.owner_class.bases)
                return [
                    one for base in bases for one in self._method(base, called.attr)
                ]
            owner = self._finder.of(index, called.value, at)
            found = self.methods(owner, called.attr) if owner is not None else []
            if found:
                return found
        elif isinstance(called, ast.Name) and index.functions.get(called.id):
            return []
        own = self._finder.of(index, called, at)
        for name in _CALLED if own is not None else ():
            found = self.methods(own, name)  # type: ignore[arg-type]
            if found:
                return found
        return []

    def _only(self, name: str, node: ast.expr | None = None) -> _Functions:
        """Return the program's only function of a name.

        If there are several, return that of the module in front of the name, if any.
        """
        named = self.all_named(name)
        if len(named) > 1 and isinstance(node, ast.Attribute):
            module = last_name(node.value)
            named = [one for one in named if _is_of_module(*one, module)]
        return list(named) if len(named) == 1 else []

    def _choices(self, node: ast.Subscript, spot: Spot) -> list[tuple[ast.expr, Spot]]:
        """Return the expressions of the items that an index expression may read."""
        key = constant(index_of_item(node))
        found: list[tuple[ast.expr, Spot]] = []
        for value, there in self._containers(node.value, spot):
            one = item_of(value, key) if key != "" else None
            if one is not None:
                found.append((one, there))
            elif isinstance(value, ast.Dict):
                found += ((each, there) for each in value.values)
            elif isinstance(value, (ast.List, ast.Tuple)):
                found += ((each, there) for each in value.elts)
        return found

    def _containers(self, node: ast.expr, spot: Spot) -> list[tuple[ast.expr, Spot]]:
        """Return the expressions that a container's variable or attribute may hold."""
        given = self._given(node, spot)
        if given is not None:
            return [given]
        kept = self._kept(node, spot)
        if kept or not isinstance(node, ast.Attribute):
            return kept
        stores = [
            (store.value, spot_of_store(file, store))
            for file in self._files
            for store in index_of(file).at(Kind.NAME, node.attr)
            if store.function is None and store.value is not None
        ]
        return stores if len(stores) == 1 else []


def _together(groups: Iterable[_Functions]) -> _Functions:
    """Return the distinct functions of several groups."""
    return list(dict.fromkeys(one for each in groups for one in each))


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "super"


def _parameters(function: ast.AST | None) -> list[str]:
    return parameters_of(function) if function is not None else []


def _is_of_module(file: ProgramFile, function: Function, module: str) -> bool:
    """Return whether a module defines a function at the top level of its file."""
    return _stem(file) == module and function in index_of(file).tree.body


def _stem(file: ProgramFile) -> str:
    """Return the name of a file without its folder and ending."""
    return file.file.replace("\\", "/").rpartition("/")[2].partition(".")[0]
