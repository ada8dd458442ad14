"""Trace a value back through the program's source, line by line.

From what a call passes to the variable, to its assignment or its loop, into the helper
that returned it, out of a parameter to the calls of its function, and through what it
is taken out of: a key of a dict, an argument of a constructor or of a partial, what a
function captures.  What is not clear from the source ends the chain.
"""

from __future__ import annotations

import ast
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.findings.attribute_stores import stores_of
from depyf.model.findings.callees import Callees
from depyf.model.findings.expression_parts import (
    binding,
    bound_argument,
    counted,
    default_of,
    ends_of,
    item_of,
    only_name,
    passed_to,
    read_by_method,
)
from depyf.model.findings.function_calls import calls_of
from depyf.model.findings.keyed_stores import stores_read_by
from depyf.model.findings.object_classes import ClassFinder, is_receiver
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Kind,
    Store,
    constant,
    index_of_item,
    last_name,
    parameters_of,
)
from depyf.model.findings.program_text import index_of, line_of
from depyf.torch_text.path_steps import BOUND, CELL, DEFAULT, FIELD, ITEM, Part

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.object_classes import Classes
    from depyf.model.findings.program_index import Function

_DEEPEST = 12  # steps from a value to what it was made from
# Calls that give the items of their first argument, or wrap it.
_PASS_ON = {
    "enumerate", "iter", "list", "tuple", "reversed", "sorted", "tqdm", "compile",
    "float", "int", "str", "bool", "deepcopy", "copy",
}  # fmt: skip
_Parts = Sequence[Part]
_Lines = Iterator["SourceLine"]


class Spot(NamedTuple):
    """The position of an expression: file, line, function and class."""

    file: ProgramFile
    line: int
    function: Function | None = None
    owner_class: ast.ClassDef | None = None

    def store(self, node: ast.expr) -> Store:
        """Return a store at this spot, for functions that take a store."""
        return Store(Kind.NAME, node, None, node, self.function, self.owner_class)


class Tracer:
    """Traces values through the files of a program.

    Args:
        files: all of them.
    """

    def __init__(self, files: Sequence[ProgramFile]) -> None:
        self.files = files
        self.finder = ClassFinder(map(index_of, files))
        self.callees = Callees(files, self.finder)
        self.met: frozenset[tuple[str, int]] = frozenset()

    def along(self, lines: Iterable[SourceLine]) -> Tracer:
        """Return a tracer that prefers calls on these lines of a stack.

        Of the calls of a function it follows those that stand there, if some do.
        """
        found = copy(self)
        found.met = frozenset((one.file, one.line) for one in lines)
        return found

    def spot(self, file: ProgramFile, node: ast.AST) -> Spot:
        """Return the spot of a node in the index."""
        index = index_of(file)
        around = index.function_around(node), index.class_around(node)
        return Spot(file, getattr(node, "lineno", 0), *around)

    def of_store(
        self, file: ProgramFile, store: Store, parts: _Parts = (), depth: int = 0
    ) -> _Lines:
        """Yield the line of a store, and the lines that made its value."""
        yield line_of(file, store.line)
        if store.value is not None:
            spot = Spot(file, store.line, store.function, store.owner_class)
            yield from self.follow(store.value, spot, parts, depth)

    def follow(
        self, node: ast.expr, spot: Spot, parts: _Parts = (), depth: int = 0
    ) -> _Lines:
        """Yield the lines that made a value, the nearest first.

        Args:
            node: the expression that gives it, or what it is taken out of.
            spot: where that stands.
            parts: how it is taken out of that.
            depth: how many steps it took to come here.
        """
        if depth > _DEEPEST:
            return
        if parts:
            inner = self._taken_out(node, spot, parts)
            if inner is not None:
                value, rest, there = inner
                if there.line != spot.line or there.file is not spot.file:
                    yield line_of(there.file, value.lineno)
                yield from self.follow(value, there, rest, depth + 1)
                return
        if isinstance(node, ast.Name):
            yield from self._of_name(node.id, spot, parts, depth)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, spot, parts, depth)
        elif isinstance(node, ast.Subscript):
            yield from self._of_item(node, spot, parts, depth)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node, spot, parts, depth)
        elif isinstance(node, (ast.Lambda, *FUNCTIONS)):
            return
        elif not parts:
            number = counted(node)
            name = only_name(node) if number is None else number
            if name is not None:
                yield from self.follow(name, spot, (), depth + 1)

    # --- what a value is taken out of -------------------------------------------------

    def _taken_out(
        self, node: ast.expr, spot: Spot, parts: _Parts
    ) -> tuple[ast.expr, _Parts, Spot] | None:
        """Return the written-out part of an expression that a value is."""
        (kind, key), rest = parts[0], parts[1:]
        value: ast.expr | None = None
        if kind is ITEM:
            value = item_of(node, key)
        elif kind is FIELD and isinstance(node, ast.Call):
            value = self._constructed(node, str(key))
        elif kind is BOUND and isinstance(node, ast.Call):
            is_partial = last_name(node.func) in {"partial", "partialmethod"}
            value = bound_argument(node, key) if is_partial else None
        elif kind is CELL and isinstance(node, ast.Lambda) and key:
            # What a lambda captures is a variable of the function around it.
            name = ast.copy_location(ast.Name(str(key), ast.Load()), node)
            return name, rest, spot
        return None if value is None else (value, rest, spot)

    def _constructed(self, node: ast.Call, name: str) -> ast.expr | None:
        """Return what a constructor call gives an attribute of this name."""
        made = last_name(node.func)
        by_name = [one.value for one in node.keywords if one.arg == name]
        if made == "replace" or (by_name and self.finder.is_own(made)):
            return by_name[0] if by_name else None
        stores = [
            store
            for file in self.files
            for store in index_of(file).at(Kind.ATTRIBUTE, name)
            if store.owner_class is not None and store.owner_class.name == made
            if store.function is not None and store.function.name == "__init__"
        ]
        if len(stores) != 1 or stores[0].function is None:
            return None
        value, function = stores[0].value, stores[0].function
        if isinstance(value, ast.Name) and value.id in parameters_of(function):
            return passed_to(function, node, value.id, is_bound=True)
        return None

    # --- names ------------------------------------------------------------------------

    def _of_name(self, name: str, spot: Spot, parts: _Parts, depth: int) -> _Lines:
        index = index_of(spot.file)
        function: Function | None = spot.function
        while True:
            found = binding(index, name, function, spot.line)
            if found is not None:
                yield from self._of_binding(found, spot.file, parts, depth)
                return
            if function is None:
                return
            if name in parameters_of(function):
                yield from self._of_parameter(function, name, spot, parts, depth)
                return
            function = index.function_around(function)

    def _of_binding(
        self, store: Store, file: ProgramFile, parts: _Parts, depth: int
    ) -> _Lines:
        if store.kind is Kind.DEFINITION:
            yield from self.of_definition(file, store, parts, depth)
            return
        yield line_of(file, store.line)
        if store.value is None:
            return
        spot = Spot(file, store.line, store.function, store.owner_class)
        parts = [*(Part(ITEM, item) for item in store.items), *parts]
        if store.kind not in {Kind.LOOP, Kind.EACH}:
            yield from self.follow(store.value, spot, parts, depth + 1)
            return
        given = self.callees.iterated(store.value, spot)
        if given:
            yield from self._of_ends(given, parts, depth)
        else:
            # Of what the items are in, not of the items.
            yield from self.follow(store.value, spot, (), depth + 1)

    def of_definition(
        self, file: ProgramFile, store: Store, parts: _Parts, depth: int = 0
    ) -> _Lines:
        """Yield the line that defines a function, and the lines behind its default."""
        node = store.node
        (kind, key), rest = parts[0] if parts else (FIELD, ""), parts[1:]
        changed = _changed_defaults(self.files, store) if kind is DEFAULT else []
        for where, one in changed:
            yield line_of(where, one.line)
        if not changed:
            yield line_of(file, store.line)
        if changed or not isinstance(node, FUNCTIONS):
            return
        spot = Spot(file, node.lineno, store.function, store.owner_class)
        if kind is CELL and key:
            yield from self._of_name(str(key), spot, rest, depth + 1)
        default = default_of(node, key) if kind is DEFAULT else None
        if default is not None:
            yield from self.follow(default, spot, rest, depth + 1)

    def _of_parameter(
        self, function: Function, name: str, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        """Yield the calls that pass a parameter; for a single call, also its origin."""
        passed = [
            (file, call, value)
            for file, call, is_bound in self.on_the_way(function, spot.file)
            for value in [passed_to(function, call, name, is_bound=is_bound)]
            if value is not None
        ]
        for file, call, _ in passed:
            yield line_of(file, call.lineno)
        if len(passed) == 1:
            file, call, value = passed[0]
            yield from self.follow(value, self.spot(file, call), parts, depth + 1)

    def on_the_way(
        self, function: Function, file: ProgramFile
    ) -> list[tuple[ProgramFile, ast.Call, bool]]:
        """Return the calls of a function: those on the recorded stack, or all."""
        calls = list(calls_of(self.files, self.finder, function, file))
        return [one for one in calls if self._is_met(*one[:2])] or calls

    def _is_met(self, file: ProgramFile, call: ast.Call) -> bool:
        """Return whether a call is on the stack of the compilation."""
        last = getattr(call, "end_lineno", None) or call.lineno
        lines = range(call.lineno, last + 1)
        return any((file.file, line) in self.met for line in lines)

    # --- calls and attributes ---------------------------------------------------------

    def _of_call(self, node: ast.Call, spot: Spot, parts: _Parts, depth: int) -> _Lines:
        read, number = read_by_method(node), counted(node)
        if read is not None:
            kept = stores_read_by(self.files, spot.file, read, spot.function)
            for file, store in kept:
                yield from self.of_store(file, store, parts, depth + 1)
            if kept:
                return
        if number is not None and not parts:
            yield from self.follow(number, spot, (), depth + 1)
            return
        if last_name(node.func) in _PASS_ON and node.args:
            yield from self.follow(node.args[0], spot, parts, depth + 1)
            return
        yield from self._of_ends(self.callees.of(node, spot), parts, depth)

    def _of_ends(
        self,
        functions: Sequence[tuple[ProgramFile, Function]],
        parts: _Parts,
        depth: int,
    ) -> _Lines:
        """Yield the lines that return a value; for a single line, also its origin."""
        ends = [(file, f, end) for file, f in functions for end in ends_of(f)]
        if not parts or parts[0].kind is ITEM:
            yield from (line_of(file, end.lineno) for file, _, end in ends)
        if len(ends) == 1:
            file, function, end = ends[0]
            around = index_of(file).class_around(function)
            there = Spot(file, end.lineno, function, around)
            if end.value is not None:
                yield from self.follow(end.value, there, parts, depth + 1)

    def _of_item(
        self, node: ast.Subscript, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        key = constant(index_of_item(node))
        kept = stores_read_by(self.files, spot.file, node, spot.function)
        own = self._gives_items(node, spot) if not kept else []
        if kept:
            for file, store in kept:
                yield from self.of_store(file, store, parts, depth + 1)
        elif own:
            yield from self._of_ends(own, parts, depth)
        elif key is None:  # `x[None]` has one more dimension
            yield from self.follow(node.value, spot, parts, depth + 1)
        elif key != "" or parts:
            # `rows[alive]` makes a value, `batch["rows"]` takes one out.
            step = Part(ITEM, key)
            yield from self.follow(node.value, spot, [step, *parts], depth + 1)

    def _gives_items(
        self, node: ast.Subscript, spot: Spot
    ) -> list[tuple[ProgramFile, Function]]:
        """Return the `__getitem__` of the program that an index expression calls."""
        owner = self.finder.of(index_of(spot.file), node.value, spot.store(node.value))
        found = owner is not None and self.callees.methods(owner, "__getitem__")
        return found or []

    def _of_attribute(
        self, node: ast.Attribute, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        at = spot.store(node)
        index = index_of(spot.file)
        wanted = self.finder.of(index, node.value, at)
        if wanted is not None:
            chosen = self.stores_of(node.attr, wanted)
            if chosen:
                for file, store in chosen:
                    yield from self.of_store(file, store, parts, depth + 1)
                return
        if isinstance(node.value, ast.Name) and is_receiver(at, node.value.id):
            return
        field = Part(FIELD, node.attr)
        yield from self.follow(node.value, spot, [field, *parts], depth + 1)

    def stores_of(
        self, name: str, wanted: Classes | None, path: Sequence[str] = ()
    ) -> list[tuple[ProgramFile, Store]]:
        """Return where an attribute is set on objects of these classes."""
        return stores_of(self.files, self.finder, name, wanted, path)


@lru_cache(maxsize=4)
def tracer_of(files: tuple[ProgramFile, ...]) -> Tracer:
    """Return the tracer for the files of a run; it is created once per run."""
    return Tracer(files)


def _changed_defaults(
    files: Sequence[ProgramFile], store: Store
) -> list[tuple[ProgramFile, Store]]:
    """Return where the program replaces the defaults of a function."""
    name = getattr(store.node, "name", "")
    return [
        (file, one)
        for file in files
        for attribute in ("__defaults__", "__kwdefaults__")
        for one in index_of(file).at(Kind.ATTRIBUTE, attribute)
        if one.owner is not None and last_name(one.owner) == name
    ]
