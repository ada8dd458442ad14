"""Find out whether compiled code computes what a call gets that breaks the graph.

Such a call cannot move out of the compiled code alone.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from depyf.model.findings.expression_parts import passed_at
from depyf.model.findings.names import is_compiled, is_library, program_stack
from depyf.model.findings.program_index import Function, parameters_of
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Run

# Calls that compute no tensor, or only give one another form.
_PLAIN = {
    "numpy", "detach", "cpu", "clone",
    "len", "int", "float", "bool", "str", "range", "zip", "enumerate", "list", "tuple",
    "dict", "set", "sorted", "reversed", "getattr", "isinstance", "size", "dim",
    "numel", "items", "keys", "values", "get", "parameters", "named_parameters",
    "modules", "named_modules", "children", "buffers", "state_dict", "super",
    # Methods of strings; those that tensors have, too, make views.
    "partition", "rpartition", "split", "rsplit", "splitlines", "strip", "lstrip",
    "rstrip", "format", "join", "lower", "upper", "replace", "startswith", "endswith",
    "removeprefix", "removesuffix", "title", "capitalize", "encode", "decode",
}  # fmt: skip
_CALLED_AS_OBJECT = {"forward", "__call__"}
_SELF = "self"


class _Level(NamedTuple):
    """A function on the stack of a break, and the line in it.

    Attributes:
        function: the function's syntax tree.
        line: the number of the line.
        calls: the calls on this line.
    """

    function: Function
    line: int
    calls: Sequence[ast.Call]


def is_computed_inside(one: Break, name: str) -> bool:
    """Return whether compiled code computes what a broken call gets.

    Each argument is followed back through variables and the functions on the stack.
    False if the source is not known.

    Args:
        one: the graph break.
        name: the name of the function that the broken line calls; may be empty.
    """
    levels = _levels(one.run, one)
    last = name.rpartition(".")[2]
    while levels:
        given = [*_given(levels[-1], last)]
        if given:
            return any(_is_computed(levels, part) for part in given)
        levels = levels[:-1]
    return False


def _given(level: _Level, name: str) -> Iterator[ast.expr]:
    """Yield what the calls of a function on a line get, and the object of a method.

    Without a name, yield what the innermost calls get, and the objects of which the
    line sets an attribute.
    """
    for call in level.calls:
        parts = [*call.args, *(one.value for one in call.keywords)]
        owner = _owner(call)
        if last_name(call.func) == name:
            yield from ([owner, *parts] if owner is not None else parts)
        elif not name and not any(map(_has_call, parts)):
            yield from parts
    for node in ast.walk(level.function) if not name else ():
        is_set = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node, ast.Attribute) and is_set and node.lineno == level.line:
            yield node.value


def _has_call(node: ast.AST) -> bool:
    return any(_computes(part) for part in ast.walk(node))


def _computes(node: ast.AST) -> bool:
    """Return whether an expression is a call that may compute a tensor."""
    return isinstance(node, ast.Call) and last_name(node.func) not in _PLAIN


def _owner(call: ast.Call) -> ast.expr | None:
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _levels(run: Run, one: Break) -> list[_Level]:
    """Return the functions on the deepest stack of a break, the outermost first.

    The functions around the compiled one are left out.
    """
    deepest = max((event.user_stack for event in one.events), key=len, default=())
    stack = program_stack(deepest)
    entered = [at for at, line in enumerate(stack) if is_compiled(run, line)]
    found = []
    for line in stack[min(entered, default=0) :]:
        file = None if is_library(line.file) else file_of(run, line)
        function = index_of(file).function_at(line.line) if file else None
        if file is not None and function is not None:
            found.append(
                _Level(function, line.line, index_of(file).calls_at(line.line))
            )
    return found


def _is_computed(levels: Sequence[_Level], node: ast.expr) -> bool:
    """Return whether an expression in the innermost function is computed there.

    It is, too, if one of the functions further out computes it.
    """
    level, outer = levels[-1], levels[:-1]
    waiting: list[ast.AST] = [node]
    seen: set[str] = set()
    while waiting:
        for part in ast.walk(waiting.pop()):
            if _computes(part):
                return True
            if not isinstance(part, ast.Name) or part.id in seen:
                continue
            seen.add(part.id)
            stored = [*_stored(level, part.id)]
            if any(map(_is_collected, stored)):
                return True
            waiting += stored
            is_given = part.id in parameters_of(level.function)
            passed = _passed(outer, level.function, part.id) if is_given else None
            if passed is not None and _is_computed(outer, passed):
                return True
    return False


def _is_collected(node: ast.expr) -> bool:
    """Return whether an expression makes a container that other code fills or reads."""
    if isinstance(node, (ast.List, ast.Set, ast.Dict)):
        return not getattr(node, "elts", getattr(node, "keys", ()))
    return isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp))


def _stored(level: _Level, name: str) -> Iterator[ast.expr]:
    """Yield what a function stores in a variable up to a line."""
    for node in ast.walk(level.function):
        targets = [getattr(node, "target", None), *getattr(node, "targets", ())]
        value = getattr(node, "value", getattr(node, "iter", None))
        names = {
            part.id
            for target in targets
            if target is not None
            for part in ast.walk(target)
            if isinstance(part, ast.Name)
        }
        is_before = getattr(node, "lineno", level.line) <= level.line
        if name in names and is_before and isinstance(value, ast.expr):
            yield value


def _passed(levels: Sequence[_Level], inner: Function, name: str) -> ast.expr | None:
    """Return what the next outer function passes for a parameter, if it is clear."""
    given = parameters_of(inner)
    for call in levels[-1].calls if levels else ():
        called = last_name(call.func)
        if called != inner.name and inner.name not in _CALLED_AS_OBJECT:
            continue
        is_method = given[:1] == [_SELF]
        if name == _SELF and is_method:
            owner = _owner(call)
            return owner if called == inner.name else call.func
        return passed_at(call, name, given.index(name) - is_method)
    return None
