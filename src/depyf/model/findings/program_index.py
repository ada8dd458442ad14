"""Index one file of the program: its functions, calls and stores by name."""

from __future__ import annotations

import ast
from collections import defaultdict
from enum import Enum
from functools import lru_cache
from typing import Iterator, NamedTuple, Union

from depyf.model.findings.syntax_parts import (
    constant,
    entering,
    given_by_call,
    index_of_item,
    is_all_of,
    last_name,
    whole_of,
)
from depyf.model.python_text import parsed

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LISTS = (ast.Tuple, ast.List)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Methods that change a container.
CHANGES = {
    "append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault",
    "popitem", "add", "discard", "appendleft", "popleft",
}  # fmt: skip


class Kind(Enum):
    """The kind of name that a statement or call gives a value."""

    NAME = "a variable"
    LOOP = "the variable of a loop"
    EACH = "the variable of a comprehension"
    ATTRIBUTE = "an attribute"
    FIELD = "a variable of a class"
    KEY = "a key of a container"
    KEYWORD = "an argument of a call"
    DEFINITION = "a function of this name"


class Store(NamedTuple):
    """A place in the source where a name gets a value.

    Attributes:
        kind: the kind of name, such as a variable or an attribute.
        node: the statement or call that stores the value.
        owner: for attributes and keys, the object or container.
        value: the expression of the value.  For a loop variable, this is the iterated
            expression, and None for the counter of `enumerate`.
        function: the function around the node; None at the top level of the file.
        owner_class: the class around the node.
        items: the indices from the value to the part that is stored, if the target is
            one of several.
    """

    kind: Kind
    node: ast.stmt | ast.expr
    owner: ast.expr | None
    value: ast.expr | None
    function: Function | None
    owner_class: ast.ClassDef | None
    items: tuple[int, ...] = ()

    @property
    def line(self) -> int:
        """The line of the statement; of an argument, which may be below its call's."""
        given = self.value if self.kind is Kind.KEYWORD else None
        return (given or self.node).lineno


class _Around(NamedTuple):
    function: Function | None
    owner_class: ast.ClassDef | None


def _inside(node: Function | ast.ClassDef, around: _Around) -> _Around:
    """Return the function and class around the statements of a function or class."""
    if isinstance(node, ast.ClassDef):
        return _Around(around.function, node)
    return _Around(node, around.owner_class)


class ProgramIndex:
    """The functions, classes, calls and stores of one file, by name."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.tree = parsed(text) or ast.Module(body=[], type_ignores=[])
        self.functions: dict[str, list[Function]] = defaultdict(list)
        self.classes: dict[str, list[ast.ClassDef]] = defaultdict(list)
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.decorators: dict[str, list[ast.expr]] = defaultdict(list)  # without a call
        self.stores: dict[str, list[Store]] = defaultdict(list)
        self.changes: dict[str, list[ast.expr]] = defaultdict(list)
        self.modules: set[str] = set()
        self.used: set[str] = set()  # all names that the file reads, calls or sets
        # `with` statements by the id of a context, functions by the id of a decorator.
        self.blocks: dict[int, ast.stmt] = {}
        self._around: dict[int, _Around] = {}
        left: list[tuple[ast.AST, _Around]] = [(self.tree, _Around(None, None))]
        while left:
            node, around = left.pop()
            self._around[id(node)] = around
            self._keep(node, around)
            inside = around
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                inside = _inside(node, around)
            left += [(child, inside) for child in ast.iter_child_nodes(node)]
        for found in (self.functions, self.classes, self.calls, self.changes):
            for nodes in found.values():
                nodes.sort(key=lambda one: (one.lineno, one.col_offset))
        for stores in self.stores.values():
            stores.sort(key=lambda one: (one.line, one.node.col_offset))

    def knows(self, node: ast.AST) -> bool:
        """Return whether a node belongs to the tree of this file."""
        return id(node) in self._around

    def function_around(self, node: ast.AST) -> Function | None:
        """Return the function around a node; None at the top level."""
        found = self._around.get(id(node))
        return found.function if found else None

    def class_around(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the class around a node, also for nodes in its methods."""
        found = self._around.get(id(node))
        return found.owner_class if found else None

    def function_at(self, line: int) -> Function | None:
        """Return the innermost function around a line."""
        found = None
        for nodes in self.functions.values():
            for node in nodes:
                first, last = extent(node)
                if first <= line <= last:
                    if found is None or node.lineno >= found.lineno:
                        found = node
        return found

    def calls_at(self, line: int) -> list[ast.Call]:
        """Return the calls whose source includes a line, such as a line of a stack."""
        return [
            call
            for calls in self.calls.values()
            for call in calls
            if call.lineno <= line <= last_line(call)
        ]

    def at(self, kind: Kind, name: str) -> list[Store]:
        """Return the stores of one kind and name."""
        return [one for one in self.stores.get(name, ()) if one.kind is kind]

    # --- building the index -----------------------------------------------------------

    def _keep(self, node: ast.AST, around: _Around) -> None:
        used = constant(node) if isinstance(node, ast.Constant) else last_name(node)
        if isinstance(used, str) and used.isidentifier():
            self.used.add(used)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = ((one.asname or one.name).split(".") for one in node.names)
            self.modules |= {parts[0] for parts in names}
        if isinstance(node, FUNCTIONS):
            self.functions[node.name].append(node)
            self._put(node.name, Kind.DEFINITION, node, None, None, around)
            for decorator in node.decorator_list:
                self.blocks[id(decorator)] = node
                if not isinstance(decorator, ast.Call):
                    self.decorators[last_name(decorator)].append(decorator)
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name].append(node)
            self._put(node.name, Kind.DEFINITION, node, None, None, around)
        elif isinstance(node, ast.Call):
            self._keep_call(node, around)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                self._give(target, node, node.value, around)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.blocks.update((id(item.context_expr), node) for item in node.items)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._give_each(node, Kind.LOOP, node, around)
        elif isinstance(node, _COMPREHENSIONS):
            for one in node.generators:
                self._give_each(one, Kind.EACH, node, around)
        elif isinstance(node, (ast.withitem, ast.NamedExpr)):
            self._keep_named(node, around)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            self.changes[last_name(node.value)].append(node)

    def _keep_named(self, node: ast.withitem | ast.NamedExpr, around: _Around) -> None:
        if isinstance(node, ast.NamedExpr):
            self._put(node.target.id, Kind.NAME, node, None, node.value, around)
        elif isinstance(node.optional_vars, ast.Name):
            entered = entering(node.context_expr)
            self._put(node.optional_vars.id, Kind.NAME, entered, None, entered, around)

    def _give_each(
        self,
        node: ast.For | ast.AsyncFor | ast.comprehension,
        kind: Kind,
        at: ast.stmt | ast.expr,
        around: _Around,
    ) -> None:
        """Record the variables of a loop; handle `zip` and `enumerate`."""
        name = last_name(node.iter.func) if isinstance(node.iter, ast.Call) else ""
        args = node.iter.args if isinstance(node.iter, ast.Call) else []
        for part, path in _targets_in(node.target):
            value: ast.expr | None = node.iter
            items = path
            if name == "zip" and path and path[0] < len(args):
                value, items = args[path[0]], path[1:]
            elif name == "enumerate" and path and args:
                # The counter does not come from the iterated expression.
                value, items = (args[0] if path[0] else None), path[1:]
            self._put(part.id, kind, at, None, value, around, items)

    def _keep_call(self, node: ast.Call, around: _Around) -> None:
        name = last_name(node.func)
        self.calls[name].append(node)
        for one in node.keywords:
            if one.arg is not None:
                self._put(one.arg, Kind.KEYWORD, node, None, one.value, around)
        for owner, key, given in given_by_call(node, name):
            self._give_item(owner, key, node, given, around)
        if name in CHANGES and isinstance(node.func, ast.Attribute):
            self.changes[last_name(node.func.value)].append(node)

    def _give_item(
        self,
        owner: ast.expr,
        key: ast.expr,
        node: ast.stmt | ast.expr,
        value: ast.expr | None,
        around: _Around,
    ) -> None:
        """Record a store under a key; a key of a ``__dict__`` is an attribute."""
        known, whole = constant(key), whole_of(owner)
        if whole is None:
            self._put(str(known), Kind.KEY, node, owner, value, around)
        elif isinstance(known, str) and known:
            self._put(known, Kind.ATTRIBUTE, node, whole, value, around)

    def _give(
        self,
        target: ast.expr,
        node: ast.stmt,
        value: ast.expr | None,
        around: _Around,
        items: tuple[int, ...] = (),
    ) -> None:
        if isinstance(target, _LISTS):
            values = value.elts if isinstance(value, _LISTS) else []
            is_pair = len(values) == len(target.elts)
            for number, part in enumerate(target.elts):
                if is_pair:
                    self._give(part, node, values[number], around)
                else:
                    self._give(part, node, value, around, (*items, number))
        elif isinstance(target, ast.Starred):
            self._give(target.value, node, value, around)
        elif isinstance(target, ast.Attribute):
            owner = target.value
            self._put(target.attr, Kind.ATTRIBUTE, node, owner, value, around, items)
        elif is_all_of(target) and isinstance(value, _LISTS):
            self._give(target.value, node, value, around)  # type: ignore[attr-defined]
        elif isinstance(target, ast.Subscript):
            self._give_item(target.value, index_of_item(target), node, value, around)
        elif isinstance(target, ast.Name):
            own = around.owner_class
            is_field = own is not None and self._is_body(own, around)
            kind = Kind.FIELD if is_field else Kind.NAME
            self._put(target.id, kind, node, None, value, around, items)

    def _is_body(self, own: ast.ClassDef, around: _Around) -> bool:
        """Return whether a statement is directly in the body of a class."""
        return self._around[id(own)].function is around.function

    def _put(  # noqa: PLR0917 - a row of a table
        self,
        name: str,
        kind: Kind,
        node: ast.stmt | ast.expr,
        owner: ast.expr | None,
        value: ast.expr | None,
        around: _Around,
        items: tuple[int, ...] = (),
    ) -> None:
        self.stores[name].append(Store(kind, node, owner, value, *around, items))


@lru_cache(maxsize=512)
def index_of_text(text: str) -> ProgramIndex:
    """Return the index of a file's text; indices are cached."""
    return ProgramIndex(text)


def _targets_in(
    target: ast.expr, items: tuple[int, ...] = ()
) -> Iterator[tuple[ast.Name, tuple[int, ...]]]:
    """Yield the variables of a loop, each with its path into the items."""
    if isinstance(target, ast.Name):
        yield target, items
    for number, part in enumerate(getattr(target, "elts", ())):
        yield from _targets_in(part, (*items, number))


def first_line(node: ast.AST) -> int:
    """Return the first line of a statement, including its decorators."""
    decorators = (int(one.lineno) for one in getattr(node, "decorator_list", ()))
    return min([int(getattr(node, "lineno", 1)), *decorators])


def last_line(node: ast.AST) -> int:
    """Return the last line of a node."""
    return int(getattr(node, "end_lineno", None) or getattr(node, "lineno", None) or 0)


def extent(node: Function) -> tuple[int, int]:
    """Return the first and last line of a function, including its decorators."""
    return first_line(node), last_line(node)


def default_at(
    arguments: ast.arguments, key: str | int
) -> tuple[str, ast.expr | None] | None:
    """Return a parameter and its default; None if there is no such parameter.

    Args:
        arguments: the parameters of a function.
        key: the index of the default, or the name of a keyword-only parameter.
    """
    if isinstance(key, int):
        names = [*getattr(arguments, "posonlyargs", ()), *arguments.args]
        pairs = list(zip(names[-len(arguments.defaults) :], arguments.defaults))
        return (pairs[key][0].arg, pairs[key][1]) if key < len(pairs) else None
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if argument.arg == key:
            return key, default
    return None


def parameters_of(function: ast.AST) -> list[str]:
    """Return the parameters of a function, without ``*args`` and ``**kwargs``."""
    args = function.args  # type: ignore[attr-defined]
    named = [*getattr(args, "posonlyargs", ()), *args.args, *args.kwonlyargs]
    return [one.arg for one in named]


def every_parameter(function: Function) -> list[str]:
    """Return the parameters of a function, including ``*args`` and ``**kwargs``."""
    stars = [one.arg for one in (function.args.vararg, function.args.kwarg) if one]
    return [*parameters_of(function), *stars]


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of inner functions."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.Lambda)):
            yield from own_nodes(node)
