"""Follows a value back through the program's source, line by line.

From what a call passes to the variable, to its assignment or its loop, into the helper
that returned it, out of a parameter to the calls of its function, and through what it
is taken out of: a key of a dict, an argument of a constructor or of a partial, what a
function captures.  What is not clear from the source ends the chain.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, List, NamedTuple, Optional, Sequence

from depyf.model.findings.object_classes import ClassFinder, is_receiver
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Kind,
    ProgramIndex,
    Store,
    constant,
    index_of_item,
    last_name,
    own_nodes,
    parameters_of,
)
from depyf.model.findings.program_text import index_of, line_of
from depyf.torch_text.path_steps import CELL, BOUND, DEFAULT, FIELD, ITEM, Part

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
    """Where an expression stands: file, line, and what is around it."""

    file: ProgramFile
    line: int
    function: Optional[Function] = None
    owner_class: Optional[ast.ClassDef] = None

    def store(self, node: ast.expr) -> Store:
        """Return a store at this spot, for what asks for one."""
        return Store(Kind.NAME, node, None, node, self.function, self.owner_class)


class Tracer:
    """Follows values through the files of a program.

    Args:
        files: all of them.
    """

    def __init__(self, files: Sequence[ProgramFile]) -> None:
        self.files = files
        self.finder = ClassFinder(map(index_of, files))

    def spot(self, file: ProgramFile, node: ast.AST) -> Spot:
        """Return where a node that the index knows stands."""
        index = index_of(file)
        around = index.function_around(node), index.class_around(node)
        return Spot(file, getattr(node, "lineno", 0), *around)

    def of_store(self, file: ProgramFile, store: Store, parts: _Parts = ()) -> _Lines:
        """Yield the line of a store, and those that made its value."""
        yield line_of(file, store.line)
        if store.value is not None:
            spot = Spot(file, store.line, store.function, store.owner_class)
            yield from self.follow(store.value, spot, parts)

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
            item = Part(ITEM, constant(index_of_item(node)))
            yield from self.follow(node.value, spot, [item, *parts], depth + 1)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(node, spot, parts, depth)
        elif isinstance(node, (ast.Lambda, *FUNCTIONS)):
            return
        elif not parts:
            name = _only_name(node)
            if name is not None:
                yield from self.follow(name, spot, (), depth + 1)

    # --- what a value is taken out of -------------------------------------------------

    def _taken_out(
        self, node: ast.expr, spot: Spot, parts: _Parts
    ) -> Optional[tuple[ast.expr, _Parts, Spot]]:
        """Return the part of an expression that a value is, where it is written."""
        (kind, key), rest = parts[0], parts[1:]
        value: Optional[ast.expr] = None
        if kind is ITEM:
            value = _item(node, key)
        elif kind is FIELD and isinstance(node, ast.Call):
            value = self._constructed(node, str(key))
        elif kind is BOUND and isinstance(node, ast.Call):
            is_partial = last_name(node.func) in {"partial", "partialmethod"}
            value = _argument_at(node, key, 1) if is_partial else None
        elif kind is CELL and isinstance(node, ast.Lambda) and key:
            # What a lambda captures is a variable of the function around it.
            name = ast.copy_location(ast.Name(str(key), ast.Load()), node)
            return name, rest, spot
        return None if value is None else (value, rest, spot)

    def _constructed(self, node: ast.Call, name: str) -> Optional[ast.expr]:
        """Return what a call of a class gives an attribute of this name."""
        made = last_name(node.func)
        by_name = [one.value for one in node.keywords if one.arg == name]
        is_class = made == "replace" or self.finder.is_own(made)
        return by_name[0] if is_class and by_name else None

    # --- names ------------------------------------------------------------------------

    def _of_name(self, name: str, spot: Spot, parts: _Parts, depth: int) -> _Lines:
        index = index_of(spot.file)
        function: Optional[Function] = spot.function
        while True:
            found = _binding(index, name, function, spot.line)
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
        yield line_of(file, store.line)
        if store.kind is Kind.DEFINITION:
            yield from self._of_definition(store, file, parts, depth)
        elif store.value is not None:
            spot = Spot(file, store.line, store.function, store.owner_class)
            if store.kind is Kind.LOOP and parts:
                return
            yield from self.follow(store.value, spot, parts, depth + 1)

    def _of_definition(
        self, store: Store, file: ProgramFile, parts: _Parts, depth: int
    ) -> _Lines:
        """Yield what made a default or a captured variable of a function."""
        node = store.node
        if not parts or not isinstance(node, FUNCTIONS):
            return
        (kind, key), rest = parts[0], parts[1:]
        spot = Spot(file, node.lineno, store.function, store.owner_class)
        if kind is CELL and key:
            yield from self._of_name(str(key), spot, rest, depth + 1)
        default = _default(node, key) if kind is DEFAULT else None
        if default is not None:
            yield from self.follow(default, spot, rest, depth + 1)

    def _of_parameter(
        self, function: Function, name: str, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        """Yield the calls that pass a parameter, and what made it where there is one."""
        calls = list(self.calls_of(function, spot.file))
        passed = [
            (file, call, value)
            for file, call, is_bound in calls
            for value in [_passed_to(function, call, name, is_bound=is_bound)]
            if value is not None
        ]
        for file, call, _ in passed:
            yield line_of(file, call.lineno)
        if len(passed) == 1:
            file, call, value = passed[0]
            yield from self.follow(value, self.spot(file, call), parts, depth + 1)

    def calls_of(
        self, function: Function, file: ProgramFile
    ) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
        """Yield the calls of a function, and whether they leave its first argument out.

        Of a method these are calls on objects that may be of its class.
        """
        own = index_of(file).class_around(function)
        is_method = own is not None and function in own.body
        if is_method and own is not None:
            yield from self._calls_of_method(function, own)
            return
        for one in self.files:
            for call in index_of(one).calls.get(function.name, ()):
                if isinstance(call.func, ast.Name) or one is not file:
                    yield one, call, False

    def _calls_of_method(
        self, function: Function, own: ast.ClassDef
    ) -> Iterator[tuple[ProgramFile, ast.Call, bool]]:
        may_be = self.finder.classes(own.name, subclasses=True)
        is_first = function.name == "__init__"
        names = may_be.exact if is_first else {function.name}
        for one in self.files:
            index = index_of(one)
            for name in sorted(names):
                for call in index.calls.get(name, ()):
                    if is_first or self._is_on(index, call, may_be):
                        yield one, call, True
            if is_first:
                for call in index.calls.get("__init__", ()):
                    around = index.class_around(call)
                    if around is not None and around.name in may_be.exact:
                        if around.name != own.name:
                            yield one, call, True

    def _is_on(self, index: ProgramIndex, call: ast.Call, wanted: Classes) -> bool:
        """Return whether a method is called on what may be of these classes."""
        if not isinstance(call.func, ast.Attribute):
            return False
        around = index.function_around(call), index.class_around(call)
        at = Store(Kind.NAME, call, None, None, *around)
        found = self.finder.of(index, call.func.value, at)
        return found is None or bool(found.exact & wanted.exact)

    # --- calls and attributes ---------------------------------------------------------

    def _of_call(
        self, node: ast.Call, spot: Spot, parts: _Parts, depth: int
    ) -> _Lines:
        name = last_name(node.func)
        if name in _PASS_ON and node.args:
            yield from self.follow(node.args[0], spot, parts, depth + 1)
            return
        found = [
            (file, function)
            for file in self.files
            for function in index_of(file).functions.get(name, ())
        ]
        if len(found) != 1:
            return
        file, function = found[0]
        ends = _ends(function)
        inside = self.spot(file, function)
        there = Spot(file, 0, function, inside.owner_class)
        if not parts:
            yield from (line_of(file, end.lineno) for end in ends)
        if len(ends) != 1 or ends[0].value is None:
            return
        end = ends[0]
        if parts:
            found_at = list(
                self.follow(end.value, there._replace(line=end.lineno), parts, depth + 1)
            )
            yield from found_at
            return
        yield from self.follow(end.value, there._replace(line=end.lineno), (), depth + 1)

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
                    yield from self.of_store(file, store, parts)
                return
        if isinstance(node.value, ast.Name) and is_receiver(at, node.value.id):
            return
        field = Part(FIELD, node.attr)
        yield from self.follow(node.value, spot, [field, *parts], depth + 1)

    def stores_of(
        self, name: str, wanted: Optional[Classes], path: Sequence[str] = ()
    ) -> List[tuple[ProgramFile, Store]]:
        """Return where an attribute is set on objects of these classes.

        Where some do so outside of `__init__`, only these: they make it change.  What
        is known to be of these classes comes before what may be.

        Args:
            name: of the attribute.
            wanted: the classes; None for any.
            path: the steps to the object that has it, as the guard tells.
        """
        groups: dict[tuple[bool, bool], List[tuple[ProgramFile, Store]]] = {}
        for file in self.files:
            index = index_of(file)
            for kind in (Kind.ATTRIBUTE, Kind.FIELD, Kind.KEYWORD):
                for store in index.at(kind, name):
                    if store.value is None:
                        continue
                    may = (
                        self.finder.may_set(index, store, wanted)
                        if wanted is not None
                        else (kind is not Kind.KEYWORD) or None
                    )
                    if may is False or (kind is Kind.KEYWORD and may is not True):
                        continue
                    groups.setdefault((may is True, _is_later(store)), []).append(
                        (file, store)
                    )
        order = [(True, True), (False, True), (True, False), (False, False)]
        found = next((groups[key] for key in order if groups.get(key)), [])
        return _on_path(found, path)


def _is_later(store: Store) -> bool:
    """Return whether a store is made again, after its object was made."""
    function = store.function
    if store.kind is Kind.FIELD:
        return False
    return function is None or function.name not in {"__init__", "__post_init__"}


def _on_path(
    found: List[tuple[ProgramFile, Store]], path: Sequence[str]
) -> List[tuple[ProgramFile, Store]]:
    """Return the stores on the very object, where some name it by the same steps."""
    alike = [(_alike(store.owner, path), file, store) for file, store in found]
    best = any(count > 0 for count, _, _ in alike)
    return [(file, store) for count, file, store in alike if not best or count >= 0]


def _alike(owner: Optional[ast.expr], path: Sequence[str]) -> int:
    """Return how many last steps two paths share, -1 where they differ."""
    count, steps = 0, list(path)
    while isinstance(owner, (ast.Attribute, ast.Subscript)) and len(steps) > 1:
        if isinstance(owner, ast.Attribute):
            step = f".{owner.attr}"
        else:
            key = constant(index_of_item(owner))
            step = f"[{key!r}]" if key != "" else steps[-1]
        if step != steps[-1].replace('"', "'"):
            return -1
        count, owner = count + 1, owner.value
        steps.pop()
    return count


def _binding(
    index: ProgramIndex, name: str, function: Optional[Function], line: int
) -> Optional[Store]:
    """Return what gives a variable of a function its value, as a line sees it.

    The last before the line; the first augmented one where it changes in a loop.
    """
    kinds = (Kind.NAME, Kind.LOOP, Kind.DEFINITION)
    stores = [
        one
        for one in index.stores.get(name, ())
        if one.kind in kinds and one.function is function and one.owner is None
    ]
    changed = [one for one in stores if isinstance(one.node, ast.AugAssign)]
    if changed:
        return changed[0]
    before = [one for one in stores if one.line < line]
    return before[-1] if before else None


def _item(node: ast.expr, key: object) -> Optional[ast.expr]:
    """Return an item of a dict, list or tuple that is written out."""
    if isinstance(node, ast.Dict):
        for one, value in zip(node.keys, node.values):
            if isinstance(one, ast.Constant) and one.value == key:
                return value
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(key, int):
        plain = not any(isinstance(one, ast.Starred) for one in node.elts)
        return node.elts[key] if plain and key < len(node.elts) else None
    if isinstance(node, ast.Call) and last_name(node.func) == "dict":
        return next((one.value for one in node.keywords if one.arg == key), None)
    return None


def _argument_at(node: ast.Call, key: object, skipped: int) -> Optional[ast.expr]:
    """Return an argument of a call by name or number."""
    if isinstance(key, int):
        at = key + skipped
        plain = not any(isinstance(one, ast.Starred) for one in node.args)
        return node.args[at] if plain and at < len(node.args) else None
    return next((one.value for one in node.keywords if one.arg == key), None)


def _default(function: Function, key: object) -> Optional[ast.expr]:
    """Return the default of a parameter by name."""
    args = function.args
    named = [*getattr(args, "posonlyargs", ()), *args.args]
    pairs = list(zip(named[len(named) - len(args.defaults) :], args.defaults))
    pairs += [(a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults) if d]
    return next((value for arg, value in pairs if arg.arg == key), None)


def _passed_to(
    function: Function, call: ast.Call, name: str, *, is_bound: bool
) -> Optional[ast.expr]:
    """Return what a call passes for a parameter, None where that is not clear."""
    for one in call.keywords:
        if one.arg == name:
            return one.value
    args = function.args
    given = [one.arg for one in (*getattr(args, "posonlyargs", ()), *args.args)]
    given = given[1:] if is_bound else given
    if name not in given or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    at = given.index(name)
    return call.args[at] if at < len(call.args) else None


def _ends(function: Function) -> List[ast.Return | ast.Yield]:
    """Return where a function gives a value."""
    ends = [
        node
        for node in own_nodes(function)
        if isinstance(node, (ast.Return, ast.Yield)) and node.value is not None
    ]
    return sorted(ends, key=lambda one: one.lineno)


def _only_name(node: ast.expr) -> Optional[ast.expr]:
    """Return the one variable or attribute that an expression is computed from."""
    found: dict[str, ast.expr] = {}
    left: List[ast.AST] = [node]
    while left:
        one = left.pop()
        if isinstance(one, (ast.Name, ast.Attribute)):
            found.setdefault(ast.dump(one), one)
        elif isinstance(one, ast.Call):
            left += [*one.args, *(each.value for each in one.keywords)]
        else:
            left += ast.iter_child_nodes(one)
    return next(iter(found.values())) if len(found) == 1 else None
