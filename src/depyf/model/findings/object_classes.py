"""Find the class of an object from the source of the program."""

from __future__ import annotations

import ast
from typing import Iterable, NamedTuple

from depyf.model.findings.expression_parts import listed, passed_at
from depyf.model.findings.program_index import (
    Function,
    Kind,
    ProgramIndex,
    Store,
    own_nodes,
    parameters_of,
)
from depyf.model.findings.syntax_parts import last_name

# Functions that return their argument, or an object of the same class.
_SAME = {"compile", "deepcopy", "copy", "replace", "DataParallel", "unwrap_model"}
_SAME_METHODS = {"to", "cuda", "cpu", "eval", "train", "half", "float", "compile"}
_DEEPEST = 8


class Classes(NamedTuple):
    """The classes that an object may have.

    Attributes:
        exact: the classes that the object may be an instance of.
        bases: these classes and all their bases.
        is_open: whether some bases are unknown.
        made_by: the calls that create the object; None if other calls may, too.
    """

    exact: frozenset[str]
    bases: frozenset[str]
    is_open: bool = False
    made_by: frozenset[ast.Call] | None = None

    def may_be(self, other: Classes) -> bool:
        """Return whether an object of these classes may be one of the other classes."""
        if self.made_by is not None and other.made_by is not None:
            return bool(self.made_by & other.made_by)
        return bool(self.exact & other.exact)


class ClassFinder:
    """Finds the classes of objects in a program.

    Args:
        files: the indices of all files of the program.
    """

    def __init__(self, files: Iterable[ProgramIndex]) -> None:
        self._files = list(files)
        self._bases: dict[str, list[str]] = {}
        self._known: dict[tuple[ast.AST, int], Classes | None] = {}
        self._set_elsewhere: dict[str, bool] = {}
        for file in self._files:
            for name, nodes in file.classes.items():
                for node in nodes:
                    self._bases.setdefault(name, []).extend(map(last_name, node.bases))

    def is_own(self, name: str) -> bool:
        """Return whether the program defines a class of this name."""
        return name in self._bases

    def classes(self, name: str, *, subclasses: bool = False) -> Classes:
        """Return the classes of an instance of a class.

        Args:
            name: the name of the class.
            subclasses: whether it may also be an instance of a subclass.
        """
        exact = {name}
        if subclasses:
            exact |= {one for one in self._bases if name in self._above(one)}
        bases = {base for one in exact for base in self._above(one)}
        return Classes(frozenset(exact), frozenset(bases - {""}), "" in bases)

    def _above(self, name: str) -> set[str]:
        """Return a class and all its bases; an empty name means an unknown base."""
        found, left = set(), [name]
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                left += self._bases.get(one, ())
        return found

    def may_set(self, file: ProgramIndex, store: Store, wanted: Classes) -> object:
        """Return whether a store is on an object of the `wanted` classes.

        The result is None if that is unclear.
        """
        own = store.owner_class.name if store.owner_class is not None else ""
        if store.kind is Kind.FIELD:
            return own in wanted.bases or (None if wanted.is_open else False)
        if store.kind is Kind.KEYWORD:
            return self._is_given(file, store, wanted)
        if isinstance(store.owner, ast.Name) and is_receiver(store, store.owner.id):
            return own in wanted.bases or (None if wanted.is_open else False)
        found = self.of(file, store.owner, store)
        return None if found is None else found.may_be(wanted)

    def _is_given(self, file: ProgramIndex, store: Store, wanted: Classes) -> object:
        """Return whether a keyword argument sets an attribute of a `wanted` object."""
        call = store.node
        if not isinstance(call, ast.Call):
            return False
        name = last_name(call.func)
        if name == "replace" and call.args:
            if wanted.made_by is not None:
                return False
            found = self.of(file, call.args[0], store)
            return found is None or bool(found.exact & wanted.exact)
        is_other = wanted.made_by is not None and call not in wanted.made_by
        return name in wanted.exact and not is_other

    def of(
        self,
        file: ProgramIndex,
        node: ast.AST | None,
        at: Store,
        depth: int = 0,
    ) -> Classes | None:
        """Return the classes of an expression; None if they are unknown.

        Args:
            file: the index of the expression's file.
            node: the expression.
            at: a store in the same function and class as the expression.
            depth: the number of steps so far.
        """
        if depth > _DEEPEST or node is None:
            return None
        # Functions may return each other's results, so each expression is read once.
        if (node, depth) not in self._known:
            self._known[node, depth] = self._read(file, node, at, depth)
        return self._known[node, depth]

    def _read(
        self, file: ProgramIndex, node: ast.AST, at: Store, depth: int
    ) -> Classes | None:
        if isinstance(node, ast.Call):
            return self._of_call(file, node, at, depth)
        if isinstance(node, ast.Name):
            if is_receiver(at, node.id) and at.owner_class is not None:
                return self.classes(at.owner_class.name, subclasses=True)
            return self._of_variable(file, node, at, depth)
        if isinstance(node, ast.Attribute):
            owner = self.of(file, node.value, at, depth + 1)
            return self.of_attribute(owner, node.attr, depth) if owner else None
        if isinstance(node, ast.Subscript):
            return self._of_item(file, node, at, depth)
        return None

    def _of_call(
        self, file: ProgramIndex, node: ast.Call, at: Store, depth: int
    ) -> Classes | None:
        name = last_name(node.func)
        made_by = [
            (one, each) for one in self._files for each in one.functions.get(name, ())
        ]
        if made_by:
            return self._of_result(made_by, depth) if len(made_by) == 1 else None
        if name in self._bases or (name[:1].isupper() and name not in _SAME):
            return self.classes(name)._replace(made_by=frozenset([node]))
        if name in _SAME and node.args:
            found = self.of(file, node.args[0], at, depth + 1)
            return found if name == "compile" or not found else _of_any(found)
        if name in _SAME_METHODS and isinstance(node.func, ast.Attribute):
            return self.of(file, node.func.value, at, depth + 1)
        return None

    def _of_result(
        self, made_by: list[tuple[ProgramIndex, Function]], depth: int
    ) -> Classes | None:
        """Return the classes of a function's result."""
        (file, function) = made_by[0]
        returns = [one for one in own_nodes(function) if isinstance(one, ast.Return)]
        around = file.class_around(function)
        found = [
            self.of(
                file,
                one.value,
                Store(Kind.NAME, one, None, one.value, function, around),
                depth + 1,
            )
            for one in returns
        ]
        return _united(found)

    def _of_variable(
        self, file: ProgramIndex, node: ast.Name, at: Store, depth: int
    ) -> Classes | None:
        """Return the classes of all values of a variable, if they are known."""
        function = at.function
        annotation = _annotation(function, node.id) if function is not None else None
        if annotation:
            own = self.is_own(annotation)
            return self.classes(annotation, subclasses=True) if own else None
        if function is not None and node.id in parameters_of(function):
            return self._of_parameter(function, node.id, at, depth)
        stores = [
            one
            for kind in (Kind.NAME, Kind.LOOP)
            for one in file.at(kind, node.id)
            if one.function in {function, None}
        ]
        inner = [one for one in stores if one.function is function]
        found = self._together(file, inner or stores, depth)
        is_global = found is not None and not (function is not None and inner)
        if is_global and found is not None and self._is_set_elsewhere(node.id):
            return _of_any(found)
        return found

    def _is_set_elsewhere(self, name: str) -> bool:
        """Return whether functions or other files may set a global of this name."""
        if name not in self._set_elsewhere:
            self._set_elsewhere[name] = self._looks_set_elsewhere(name)
        return self._set_elsewhere[name]

    def _looks_set_elsewhere(self, name: str) -> bool:
        kinds = {Kind.ATTRIBUTE, Kind.NAME, Kind.LOOP}
        every = [
            one
            for file in self._files
            for one in file.stores.get(name, ())
            if one.kind in kinds and one.function is not None
        ]
        through = [
            one
            for file in self._files
            for one in file.at(Kind.ATTRIBUTE, name)
            if last_name(one.owner or one.node) in file.modules
        ]
        return bool(every or through)

    def _of_parameter(
        self, function: Function, name: str, at: Store, depth: int
    ) -> Classes | None:
        """Return the classes of the values that calls pass for a parameter."""
        own = at.owner_class
        if own is None:
            called = self._given(function.name, ["", *parameters_of(function)], name)
            return _united([self.of(f, v, s, depth + 1) for f, v, s in called])
        if function.name != "__init__":
            return None
        given = self._given(own.name, parameters_of(function), name)
        return _united([self.of(f, value, s, depth + 1) for f, value, s in given])

    def of_attribute(self, owner: Classes, name: str, depth: int = 0) -> Classes | None:
        """Return the classes of an attribute of an object of the `owner` classes."""
        found: list[Classes | None] = []
        is_set_outside = False
        for file in self._files:
            for one in file.at(Kind.ATTRIBUTE, name):
                is_own = one.owner_class and one.owner_class.name in owner.bases
                if is_own and one.function and last_name(one.owner or one.node):
                    found.append(self.of(file, one.value, one, depth + 1))
                else:
                    is_set_outside = True
        united = _united(found)
        return _of_any(united) if united and is_set_outside else united

    def _together(
        self, file: ProgramIndex, stores: Iterable[Store], depth: int
    ) -> Classes | None:
        found = []
        for one in stores:
            if one.kind is Kind.LOOP:
                if one.items or one.value is None:
                    return None
                found.append(self._of_items(file, one.value, one, depth + 1))
            else:
                found.append(self.of(file, one.value, one, depth + 1))
        return _united(found)

    def _of_items(
        self, file: ProgramIndex, node: ast.AST, at: Store, depth: int
    ) -> Classes | None:
        """Return the classes of a list's items, if all are known."""
        if depth > _DEEPEST:
            return None
        if isinstance(node, ast.Attribute):
            owner = self.of(file, node.value, at, depth + 1)
            kept = [
                (one, store)
                for one in self._files
                for store in one.at(Kind.ATTRIBUTE, node.attr)
                if owner is not None and store.owner_class is not None
                if store.owner_class.name in owner.bases and store.value is not None
            ]
            return _united(
                [self._of_items(f, s.value, s, depth + 1) for f, s in kept if s.value]
            )
        function, own = at.function, at.owner_class
        if isinstance(node, ast.Name) and function is not None and own is not None:
            if function.name != "__init__" or node.id not in parameters_of(function):
                return None
            given = self._given(own.name, parameters_of(function), node.id)
            return _united(
                [self._of_items(f, v, s, depth + 1) for f, v, s in given if v]
            )
        return _united([self.of(file, one, at, depth + 1) for one in listed(node)])

    def _given(
        self, name: str, parameters: list[str], wanted: str
    ) -> list[tuple[ProgramIndex, ast.expr | None, Store]]:
        """Return the values that calls pass for a parameter, with file and store."""
        place = parameters.index(wanted) - 1
        found = []
        for file in self._files:
            for call in file.calls.get(name, ()):
                position = place if place >= 0 else None  # None for `self`
                value = passed_at(call, wanted, position)
                around = file.function_around(call), file.class_around(call)
                found.append(
                    (file, value, Store(Kind.NAME, call, None, value, *around))
                )
        return found

    def _of_item(
        self, file: ProgramIndex, node: ast.Subscript, at: Store, depth: int
    ) -> Classes | None:
        """Return the classes of a list item, if all items have the same class."""
        if not isinstance(node.value, ast.Attribute):
            return None
        owner = self.of(file, node.value.value, at, depth + 1)
        if owner is None:
            return None
        found: list[Classes | None] = []
        for one in self._files:
            for store in one.at(Kind.ATTRIBUTE, node.value.attr):
                if store.owner_class and store.owner_class.name in owner.bases:
                    found += (
                        self.of(one, made, store, depth + 1)
                        for made in listed(store.value)
                    )
        return _united(found)


def _of_any(found: Classes) -> Classes:
    """Return the classes for an object that any call may have created."""
    return found._replace(made_by=None)


def _united(found: list[Classes | None]) -> Classes | None:
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    return Classes(
        frozenset().union(*(one.exact for one in known)),
        frozenset().union(*(one.bases for one in known)),
        any(one.is_open for one in known),
        _all_made_by(known),
    )


def _all_made_by(known: list[Classes]) -> frozenset[ast.Call] | None:
    made = [one.made_by for one in known if one.made_by is not None]
    return frozenset().union(*made) if len(made) == len(known) else None


def is_receiver(store: Store, name: str) -> bool:
    """Return whether a name is the receiver of the method around a store."""
    if name == "self":
        return store.owner_class is not None
    function = store.function
    return (
        function is not None
        and store.owner_class is not None
        and function in store.owner_class.body
        and parameters_of(function)[:1] == [name]
        and not function.decorator_list
    )


def _annotation(function: ast.AST, name: str) -> str:
    """Return the class in the annotation of a parameter; empty if there is none."""
    args = function.args  # type: ignore[attr-defined]
    for one in (*getattr(args, "posonlyargs", ()), *args.args, *args.kwonlyargs):
        if one.arg == name and one.annotation is not None:
            text = last_name(one.annotation)
            if isinstance(one.annotation, ast.Constant):
                text = str(one.annotation.value)
            return text
    return ""
