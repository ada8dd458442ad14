"""Which lines of the program made the value that failed a guard, read from its source.

A guard tells where a value was noticed: the argument, attribute or global that torch
looked at.  The recorded files are followed back from there: from the call to the
variable that it passes, to its assignment, into the helper that returned it; for an
attribute or global to the lines that set it; for a setting of torch to the calls that
change it.  What is not clear from the source ends the chain: nothing is guessed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, Sequence, Union

from depyf.model.detail_events import ProgramFile
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.names import is_compiled, parameters
from depyf.model.findings.program_text import (
    called,
    calls_of,
    function_at,
    line_of,
    tree_of,
)
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run

MOST = 4  # lines of a chain
_STEPS = 12  # from a value to what it was made from
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Scope = Union[ast.Module, ast.FunctionDef, ast.AsyncFunctionDef]
# Guards on values that an object holds, in an attribute or under a key.
_OF_OBJECTS = {
    GuardKind.NUMBER,
    GuardKind.TEXT,
    GuardKind.FLAG,
    GuardKind.NONE,
    GuardKind.LENGTH,
    GuardKind.OBJECT,
}
_OF_FUNCTIONS = (".__closure__", ".__defaults__", ".__kwdefaults__")
# Guards on how many items a container has, and under which keys.
_OF_CONTAINERS = {
    GuardKind.LENGTH,
    GuardKind.KEY,
    GuardKind.DICT_KEYS,
}
_CHANGES = {
    "append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault",
    "popitem", "add", "discard", "appendleft", "popleft",
}  # fmt: skip
# Calls that give the items of their first argument.
_PASS_ON = {"enumerate", "iter", "list", "tuple", "reversed", "sorted", "tqdm"}
# The functions that change what guards on torch's state look at.
_SETTERS = {
    "grad_mode": ("no_grad", "enable_grad", "set_grad_enabled", "inference_mode"),
    "num_threads": ("set_num_threads",),
    "default_dtype": ("set_default_dtype",),
    "deterministic": ("use_deterministic_algorithms",),
    "autocast": ("autocast",),
    "tf32": ("set_float32_matmul_precision",),
}


def origin(group: Group) -> tuple[SourceLine, ...]:
    """Return the lines that made the value of a group, the nearest to the call first.

    For an attribute or a global these are the lines that set it, in the files' order.
    Empty where the source does not tell, or was not recorded.
    """
    files = group.run.facts.all(ProgramFile)
    first = group.first
    if not files:
        return ()
    if first.kind in {GuardKind.GRAD_MODE, GuardKind.SETTING}:
        return _setters(group.run, first.guard.expression + group.source)
    holder = _holder(group.source)
    if holder != group.source:
        if "." in holder:
            return _settings_of(files, holder.rpartition(".")[2])
        return _shortened(_of_argument(group))
    if first.kind in _OF_CONTAINERS:
        name = group.attribute if "." in group.source else root_name(group.source)
        changed = tuple(dict.fromkeys(_changed_at(files, name)))
        if changed:
            return changed[:MOST]
    if first.scope in {Scope.ATTRIBUTE, Scope.CLASS} and group.attribute:
        return _settings_of(files, group.attribute)
    if first.scope is Scope.GLOBAL:
        return _settings_of(files, group.source.rpartition(".")[2])
    is_inside = group.source != root_name(group.source)
    if is_inside and first.kind in _OF_OBJECTS and group.attribute.isidentifier():
        return _settings_of(files, group.attribute)
    if first.scope is Scope.ARGUMENT:
        return _shortened(_of_argument(group))
    return ()


def _holder(source: str) -> str:
    """Return the function whose default or closure a path leads to, else the path.

    >>> _holder("self.act.__closure__[0].cell_contents"), _holder("self.act")
    ('self.act', 'self.act')
    """
    ends = (source.find(mark) for mark in _OF_FUNCTIONS)
    return source[: min((end for end in ends if end >= 0), default=len(source))]


def _shortened(chain: Iterable[SourceLine]) -> tuple[SourceLine, ...]:
    """Return the call and the lines that are nearest to where a value is made."""
    lines = tuple(chain)
    return lines if len(lines) <= MOST else (lines[0], *lines[1 - MOST :])


def _setters(run: Run, words: str) -> tuple[SourceLine, ...]:
    names = {
        name
        for key, setters in _SETTERS.items()
        if key in words.lower()
        for name in setters
    }
    found: dict[SourceLine, None] = {}
    for file in run.facts.all(ProgramFile):
        tree = tree_of(file.text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in names:
                found[line_of(file, node.lineno)] = None
                around = function_at(tree, node.lineno)
                is_given = around is not None and _is_returned(around, node)
                for line in calls_of(run, around.name) if around and is_given else ():
                    found[line] = None
    return tuple(found)[:MOST]


def _is_returned(function: ast.AST, call: ast.Call) -> bool:
    """Return whether a function returns what a call gives: a context, for example."""
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(call in set(ast.walk(node)) for node in returns)


def _settings_of(files: Sequence[ProgramFile], name: str) -> tuple[SourceLine, ...]:
    """Return the lines that set an attribute or a global of this name.

    Where some do so outside of `__init__`, only these: they make it change.
    """
    first: list[SourceLine] = []
    later: list[SourceLine] = []
    for file in files:
        tree = tree_of(file.text)
        for node in ast.walk(tree):
            if name in set(_targets(node)):
                around = function_at(tree, getattr(node, "lineno", 0))
                is_first = around is None or around.name == "__init__"
                (first if is_first else later).append(line_of(file, node.lineno))  # type: ignore[attr-defined]
    found = later or first or list(_given_by_name(files, name))
    return tuple(dict.fromkeys(found))[:MOST]


def _given_by_name(files: Sequence[ProgramFile], name: str) -> Iterator[SourceLine]:
    """Yield the calls that pass a value by this name, as to the class of a config."""
    for file in files:
        for node in ast.walk(tree_of(file.text)):
            if isinstance(node, ast.Call):
                if any(one.arg == name for one in node.keywords):
                    yield line_of(file, node.lineno)


def _changed_at(files: Sequence[ProgramFile], name: str) -> Iterator[SourceLine]:
    """Yield the lines that add items to a container of this name, or take some out."""
    for file in files:
        for node in ast.walk(tree_of(file.text)):
            changed: ast.AST | None = None
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                changed = node.value
            elif isinstance(node, ast.Call) and called(node) in _CHANGES:
                changed = getattr(node.func, "value", None)
            if changed is not None and name in {
                getattr(changed, "attr", None),
                getattr(changed, "id", None),
            }:
                yield line_of(file, node.lineno)  # type: ignore[attr-defined]


def _targets(node: ast.AST) -> Iterator[str]:
    """Yield the names and attributes that a statement gives a value."""
    targets = getattr(node, "targets", None)
    if not isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return
    if node.value is None:  # the field of a dataclass
        return
    for target in targets or [node.target]:  # type: ignore[union-attr]
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        for part in parts:
            if isinstance(part, ast.Subscript):
                key: ast.AST = part.slice
                key = getattr(key, "value", key) if _is_index(key) else key
                yield str(getattr(key, "value", ""))
                continue
            yield getattr(part, "attr", getattr(part, "id", ""))


def _is_index(node: ast.AST) -> bool:
    """Return whether a node wraps a key, as up to Python 3.8."""
    return type(node).__name__ == "Index"


# --- arguments ------------------------------------------------------------------------


def _of_argument(group: Group) -> Iterator[SourceLine]:
    """Yield the call, the line that made what it passes, and so on."""
    line = group.called_at
    if line is None or is_compiled(group.run, line):
        return
    file = _file(group.run, line.file)
    found = _passed(group, file, line.line) if file is not None else None
    if file is None or found is None:
        return
    yield line
    seen = {(line.file, line.line)}
    for one in _made(group.run, file, found, line.line):
        if (one.file, one.line) not in seen:
            seen.add((one.file, one.line))
            yield one


def _file(run: Run, name: str) -> ProgramFile | None:
    return next((one for one in run.facts.all(ProgramFile) if one.file == name), None)


def _passed(group: Group, file: ProgramFile, line: int) -> ast.expr | None:
    """Return what the call on a line passes for the argument of a group."""
    name = root_name(group.source)
    given = [one for one in parameters(group.frame) if one != "self"]
    if name not in given:
        return None
    found: list[ast.expr] = []
    for node in ast.walk(tree_of(file.text)):
        if not isinstance(node, ast.Call) or node.lineno != line:
            continue
        by_name = [one.value for one in node.keywords if one.arg == name]
        is_plain = not any(isinstance(one, ast.Starred) for one in node.args)
        at = given.index(name)
        if by_name or (is_plain and len(node.args) > at):
            found.append(by_name[0] if by_name else node.args[at])
    return found[0] if len(found) == 1 else None


def _made(
    run: Run, file: ProgramFile, value: ast.expr, line: int
) -> Iterator[SourceLine]:
    """Yield the lines that made a value which stands on a line of a file."""
    tree = tree_of(file.text)
    around: _Scope = function_at(tree, line) or tree
    for _ in range(_STEPS):
        if isinstance(value, ast.Name):
            found = _binding(around, value.id, line)
            if found is None:
                return
            statement, value = found
            line = statement.lineno
            yield line_of(file, line)
        elif isinstance(value, ast.Attribute) and _is_self(value):
            yield from _settings_of(run.facts.all(ProgramFile), value.attr)
            return
        elif isinstance(value, ast.Call) and called(value) in _PASS_ON and value.args:
            value = value.args[0]
        elif isinstance(value, ast.Call):
            ends = list(_returned(run, value))
            yield from (line_of(where, node.lineno) for where, _, node in ends)
            if len(ends) != 1:
                return
            file, around, end = ends[0]
            value, line = end.value or end, end.lineno  # type: ignore[assignment]
        elif isinstance(value, (ast.Subscript, ast.Attribute)):
            value = value.value
        else:
            return


def _is_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _binding(around: _Scope, name: str, line: int) -> tuple[ast.stmt, ast.expr] | None:
    """Return the last statement before a line that gives a variable a value."""
    found: tuple[ast.stmt, ast.expr] | None = None
    for node in ast.walk(around):
        value: ast.expr | None = None
        if isinstance(node, _FUNCTIONS) and node.name == name and node is not around:
            value = ast.Constant(value=None)  # the chain ends at its definition
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and name in set(
            _targets(node)
        ):
            value = node.value
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            if any(getattr(one, "id", "") == name for one in ast.walk(node.target)):
                value = node.iter
        if value is None or not isinstance(node, ast.stmt) or node.lineno >= line:
            continue
        if found is None or node.lineno > found[0].lineno:
            found = node, value
    return found


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without those of functions inside of it."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.Lambda)):
            yield from _own_nodes(node)


def _returned(
    run: Run, call: ast.Call
) -> Iterator[tuple[ProgramFile, _Scope, ast.Return | ast.Yield]]:
    """Yield where a function of the program returns, if one alone has this name."""
    name = called(call)
    found = [
        (file, node)
        for file in run.facts.all(ProgramFile)
        for node in ast.walk(tree_of(file.text))
        if isinstance(node, _FUNCTIONS) and node.name == name
    ]
    if len(found) != 1:
        return
    file, function = found[0]
    ends = [
        node
        for node in _own_nodes(function)
        if isinstance(node, (ast.Return, ast.Yield)) and node.value is not None
    ]
    for node in sorted(ends, key=lambda one: one.lineno):
        yield file, function, node
