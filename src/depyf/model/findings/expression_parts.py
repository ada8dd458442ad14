"""Find parts of expressions and functions: items, arguments, defaults, returns."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Sequence

from depyf.model.findings.program_index import Kind, own_nodes
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted
from depyf.torch_text.path_steps import ITEM

if TYPE_CHECKING:
    from depyf.model.findings.program_index import Function, ProgramIndex, Store
    from depyf.torch_text.path_steps import Part

# Calls that return their first argument, its items, or a wrapper of it.
PASS_ON = {
    "enumerate", "iter", "list", "tuple", "reversed", "sorted", "tqdm", "compile",
    "float", "int", "str", "bool", "deepcopy", "copy",
}  # fmt: skip
_CONTAINERS = {"ModuleList", "Sequential", "list", "tuple"}
_OF_OWNER = {"items", "values", "keys"}  # methods that return the items of a dict
_ENDS = (ast.Return, ast.Yield, ast.YieldFrom)


def binding(
    index: ProgramIndex, name: str, function: Function | None, line: int
) -> Store | None:
    """Return the store that gives a variable its value on a line.

    This is the last store before the line, or the first augmented assignment if there
    is one.
    """
    inside = [
        one
        for one in index.at(Kind.EACH, name)
        if one.line <= line <= (getattr(one.node, "end_lineno", None) or one.line)
    ]
    if inside:
        return inside[-1]
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


def counted(node: ast.expr) -> ast.expr | None:
    """Return the expression that decides the length of a comprehension or `range`."""
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return node.generators[0].iter
    if isinstance(node, ast.Call) and last_name(node.func) == "range" and node.args:
        return node.args[0 if len(node.args) == 1 else 1]
    return None


def read_by_method(node: ast.Call) -> ast.Subscript | None:
    """Return ``options[key]`` for a call such as ``options.get(key)``; None for others.

    For ``queue.popleft()``, the key is unknown.
    """
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in _READS:
        return None
    if not node.args and node.func.attr == "setdefault":
        return None
    return any_item(node.func.value, node.args[0] if node.args else None)


_READS = {"get", "setdefault", "pop", "popleft", "popitem", "get_nowait"}


def any_item(container: ast.expr, key: ast.expr | None = None) -> ast.Subscript:
    """Return the expression ``container[key]``; without a key, the key is unknown."""
    key = key or ast.copy_location(ast.Name("", ast.Load()), container)
    return ast.copy_location(ast.Subscript(container, key, ast.Load()), container)


def is_item_made(node: ast.Subscript) -> bool:
    """Return whether `any_item` made an expression, whose key the program lacks."""
    container = node.value
    end = (container.end_lineno, container.end_col_offset)
    return (node.end_lineno, node.end_col_offset) == end


def owner_of_items(node: ast.expr) -> ast.expr | None:
    """Return the dict of a call such as ``tensors.items()``; None for others."""
    func = node.func if isinstance(node, ast.Call) else None
    is_method = isinstance(func, ast.Attribute) and func.attr in _OF_OWNER
    return func.value if is_method and isinstance(func, ast.Attribute) else None


def looped_over(
    node: ast.expr, parts: Sequence[Part]
) -> tuple[ast.expr, Sequence[Part]] | None:
    """Return the expression whose items a call such as ``enumerate(x)`` passes on.

    It comes with the rest of the path to the value.  None for other calls.
    """
    if not isinstance(node, ast.Call) or not node.args:
        return None
    name, step = last_name(node.func), parts[0] if parts else None
    at = step.key if step is not None and step.kind is ITEM else None
    if name == "zip":
        if isinstance(at, int) and at < len(node.args):
            return node.args[at], parts[1:]
        return None
    if name not in PASS_ON:
        return None
    is_item = name == "enumerate" and at == 1
    return node.args[0], parts[1:] if is_item else parts


def is_empty(node: ast.expr) -> bool:
    """Return whether an expression creates an empty container."""
    if isinstance(node, ast.Call):
        is_container = last_name(node.func) in _CONTAINERS
        return is_container and not node.args and not node.keywords
    return isinstance(node, (ast.List, ast.Tuple)) and not node.elts


def item_of(node: ast.expr, key: object) -> ast.expr | None:
    """Return an item of a display or list comprehension; None if it is unclear."""
    if isinstance(node, ast.Dict):
        for one, value in zip(node.keys, node.values):
            if isinstance(one, ast.Constant) and one.value == key:
                return value
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(key, int):
        plain = not any(isinstance(one, ast.Starred) for one in node.elts)
        return node.elts[key] if plain and key < len(node.elts) else None
    if isinstance(node, ast.ListComp) and isinstance(key, int):
        return node.elt
    if isinstance(node, ast.Call) and last_name(node.func) == "dict":
        return next((one.value for one in node.keywords if one.arg == key), None)
    return None


def bound_argument(node: ast.Call, key: object) -> ast.expr | None:
    """Return the argument that a call of `partial` binds, by name or index."""
    if isinstance(key, int):
        at = key + 1  # the function comes first
        plain = not any(isinstance(one, ast.Starred) for one in node.args)
        return node.args[at] if plain and at < len(node.args) else None
    return next((one.value for one in node.keywords if one.arg == key), None)


def default_of(function: Function, key: object) -> ast.expr | None:
    """Return the default of the parameter of a name; None if it has none."""
    args = function.args
    named = [*getattr(args, "posonlyargs", ()), *args.args]
    pairs = list(zip(named[len(named) - len(args.defaults) :], args.defaults))
    pairs += [(a, d) for a, d in zip(args.kwonlyargs, args.kw_defaults) if d]
    return next((value for arg, value in pairs if arg.arg == key), None)


def default_place(function: ast.AST, key: object) -> object:
    """Return a default's key in its function: an index in `__defaults__`, or a name."""
    args: ast.arguments | None = getattr(function, "args", None)
    if args is None:
        return key
    named = [one.arg for one in (*getattr(args, "posonlyargs", ()), *args.args)]
    first = len(named) - len(args.defaults)
    return named.index(str(key)) - first if key in named else key


def passed_to(
    function: Function, call: ast.Call, name: str, *, is_bound: bool
) -> ast.expr | None:
    """Return the expression that a call passes for a parameter; None if unclear."""
    args = function.args
    given = [one.arg for one in (*getattr(args, "posonlyargs", ()), *args.args)]
    given = given[1:] if is_bound else given
    return passed_at(call, name, given.index(name) if name in given else None)


def passed_at(call: ast.Call, name: str, position: int | None) -> ast.expr | None:
    """Return the argument that a call passes by name or position; None if unclear."""
    is_spread = any(isinstance(one, ast.Starred) for one in call.args)
    if is_spread or any(one.arg is None for one in call.keywords):
        return next((one.value for one in call.keywords if one.arg == name), None)
    return given_at(call, name, position)


def given_at(
    call: ast.Call, name: str, position: int | None, count: int | None = None
) -> ast.expr | None:
    """Return an argument like `passed_at`, or else an item of ``*args`` or ``**kw``.

    Args:
        call: the call.
        name: the name of the parameter.
        position: its position; None if only a keyword passes it.
        count: the number of positional arguments of all calls, if it is always the
            same.  It shows which arguments stand behind ``*args``.
    """
    for one in call.keywords:
        if one.arg == name:
            return one.value
    at = -1 if position is None else position
    for number, given in enumerate(call.args[: at + 1]):
        if isinstance(given, ast.Starred):
            behind = len(call.args) - number - 1
            if behind and count is None:
                return None
            if count is not None and count - at <= behind:
                return call.args[at - count]
            return any_item(given.value, ast.Constant(at - number))
        if number == at:
            return given
    spread = [one.value for one in call.keywords if one.arg is None]
    return any_item(spread[0], ast.Constant(name)) if len(spread) == 1 else None


def fixed_count(function: Function, *, is_bound: bool) -> int | None:
    """Return the number of positional arguments of all calls; None if it varies."""
    args = function.args
    if args.defaults or args.vararg is not None:
        return None
    return len(getattr(args, "posonlyargs", ())) + len(args.args) - is_bound


def parameter_in(
    function: Function, name: str, parts: Sequence[Part], *, is_bound: bool
) -> tuple[str, int | None, Sequence[Part]] | None:
    """Return the name and position of the argument that a parameter holds.

    An item of ``*args`` or ``**options`` is an argument of its own.

    Returns:
        The name, the position or None, and the remaining path; None if unclear.
    """
    args = function.args
    named = [one.arg for one in (*getattr(args, "posonlyargs", ()), *args.args)]
    if name in named:
        return name, named.index(name) - is_bound, parts
    if name in [one.arg for one in args.kwonlyargs]:
        return name, None, parts
    key = parts[0].key if parts and parts[0].kind is ITEM else None
    if args.kwarg is not None and args.kwarg.arg == name and isinstance(key, str):
        return key, None, parts[1:]
    if args.vararg is not None and args.vararg.arg == name and isinstance(key, int):
        return "", len(named) - is_bound + key, parts[1:]
    return None


def as_function(node: ast.Lambda) -> Function:
    """Convert a lambda to a function that returns its expression."""
    end = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.FunctionDef("<lambda>", node.args, [end], [])
    return ast.copy_location(made, node)


def ends_of(function: Function) -> list[ast.Return | ast.Yield | ast.YieldFrom]:
    """Return the statements with which a function returns or yields a value."""
    ends = [
        node
        for node in own_nodes(function)
        if isinstance(node, _ENDS) and node.value is not None
    ]
    return sorted(ends, key=lambda one: one.lineno)


def only_name(node: ast.expr) -> ast.expr | None:
    """Return the one variable or attribute that an expression is computed from.

    Or the one call of a method of `self` without arguments: it is likelier to vary than
    the attributes beside it, as in ``self.peak * self.factor()``.
    """
    found: dict[str, ast.expr] = {}
    calls: dict[str, ast.expr] = {}
    left: list[ast.AST] = [node]
    while left:
        one = left.pop()
        if isinstance(one, (ast.Name, ast.Attribute)):
            found.setdefault(ast.dump(one), one)
        elif isinstance(one, ast.Call):
            left += [*one.args, *(each.value for each in one.keywords)]
            if not one.args and dotted(one.func).startswith("self."):
                calls.setdefault(ast.dump(one), one)
        else:
            left += ast.iter_child_nodes(one)
    sure = calls or found
    return next(iter(sure.values())) if len(sure) == 1 else None


def items_made(node: ast.expr) -> list[ast.expr]:
    """Return the expression of the items of a comprehension, or of a single item."""
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return [node.elt]
    is_display = isinstance(node, (ast.List, ast.Tuple, ast.Set))
    items = node.elts if is_display else []  # type: ignore[attr-defined]
    return items if len(items) == 1 else []


def listed(value: ast.AST | None) -> list[ast.AST | None]:
    """Return the items of a list display or container call; ``[None]`` if unclear."""
    if isinstance(value, ast.Call) and last_name(value.func) in _CONTAINERS:
        return [made for one in value.args for made in listed(one)] or [None]
    if isinstance(value, (ast.List, ast.Tuple)):
        return list(value.elts)
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return [value.elt]
    if isinstance(value, ast.Call):
        return [value]
    return [None]
