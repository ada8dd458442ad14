"""Read the program's recorded source: its files, functions, and uses of a name."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, AbstractSet, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.findings.program_index import (
    FUNCTIONS,
    Kind,
    extent,
    index_of_text,
    parameters_of,
)
from depyf.model.findings.rewriting import names_in
from depyf.model.findings.syntax_parts import last_name

if TYPE_CHECKING:
    from depyf.model.findings.program_index import Function, ProgramIndex
    from depyf.model.run import Run

_NAMES = (ast.Name, ast.Attribute)
# Code that needs a Python number: a tensor instead breaks the graph, or is an error.
_TESTS = (ast.If, ast.While, ast.IfExp, ast.Assert)
_TAKE_NUMBERS = {"range"}
# These accept a tensor only outside of compiled code.
_LOOPS = (ast.For, ast.comprehension)
_CONTAINERS = (
    ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp,
)  # fmt: skip
_MAKE_CONTAINERS = {"dict", "list", "set", "defaultdict", "Counter", "OrderedDict"}
_TAKE_KEYS = {"get", "setdefault", "pop", "add", "index", "count", "remove"}
_READ_NUMBERS = {"min", "max", "int", "round"}


def tree_of(text: str) -> ast.Module:
    """Return the syntax tree of a file; empty if it is not Python."""
    return index_of_text(text).tree


def index_of(file: ProgramFile) -> ProgramIndex:
    """Return the index of a recorded file."""
    return index_of_text(file.text)


def program_files(run: Run) -> tuple[ProgramFile, ...]:
    """Return the program's own files, as recorded."""
    return run.facts.all(ProgramFile)


def are_alike(values: Sequence[tuple[ast.expr, ProgramFile]]) -> bool:
    """Return whether expressions have the same text, and are of one function."""
    forms = {
        (file.file, index_of(file).function_around(node), ast.dump(node))
        for node, file in values
    }
    return len(forms) == 1


def file_of(run: Run, line: SourceLine | None) -> ProgramFile | None:
    """Return the recorded file of a line."""
    file = "" if line is None else line.file
    return next((one for one in program_files(run) if one.file == file), None)


def function_of(run: Run, line: SourceLine) -> Function | None:
    """Return the innermost function of a recorded file around a line, or None."""
    file = file_of(run, line)
    return index_of(file).function_at(line.line) if file is not None else None


def function_source(run: Run, file: str, line: int) -> tuple[str, int] | None:
    """Return the source and first line of the function around a recorded line."""
    for one in run.facts.all(ProgramFile):
        if one.file != file:
            continue
        found = index_of(one).function_at(line)
        if found is not None:
            first, last = extent(found)
            lines = one.text.split("\n")[first - 1 : last]
            return "\n".join(lines) + "\n", first
    return None


def function_at(tree: ast.AST, line: int) -> Function | None:
    """Return the innermost function of a tree around a line, or None."""
    found = None
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and extent(node)[0] <= line <= extent(node)[1]:
            if found is None or node.lineno >= found.lineno:
                found = node
    return found


def lines_with(run: Run, text: str) -> Iterator[SourceLine]:
    """Yield the program's lines that contain a string."""
    for one in run.facts.all(ProgramFile):
        for number, line in enumerate(one.text.split("\n"), 1):
            if text in line and not line.lstrip().startswith("#"):
                yield SourceLine(one.file, number, text=line.strip())


def calls_of(run: Run, name: str) -> Iterator[SourceLine]:
    """Yield the program's lines that call a function of this name."""
    for one in program_files(run):
        for node in index_of(one).calls.get(name, ()):
            yield line_of(one, node.lineno)


def called(node: ast.Call) -> str:
    """Return the last name of the called function, such as ``relu``."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def line_of(file: ProgramFile, number: int) -> SourceLine:
    """Return a line of a recorded file by its number, from 1."""
    return SourceLine(file.file, number, text=index_of(file).lines[number - 1].strip())


class Uses(NamedTuple):
    """How a program uses an attribute.

    Attributes:
        known: whether any source of the program was recorded.
        set_at: the assignments outside of `__init__`.
        needed_at: the lines that need it as a Python number: in a test, an index, a
            length.
    """

    known: bool
    set_at: tuple[SourceLine, ...] = ()
    needed_at: tuple[SourceLine, ...] = ()


def attribute_uses(run: Run, attribute: str) -> Uses:
    """Return how the program's files use an attribute of this name."""
    files = program_files(run)
    set_at: list[SourceLine] = []
    needed_at: list[SourceLine] = []
    for one in files:
        set_at += (line_of(one, line) for line in _assigned(index_of(one), attribute))
        needed_at += (line_of(one, line) for line in _needed(one.text, attribute))
    return Uses(bool(files), tuple(set_at), tuple(needed_at))


def _assigned(index: ProgramIndex, attribute: str) -> Iterator[int]:
    """Yield the lines outside `__init__` that assign an attribute."""
    for one in index.at(Kind.ATTRIBUTE, attribute):
        is_first = one.function is not None and one.function.name == "__init__"
        if isinstance(one.node, (ast.Assign, ast.AnnAssign)) and not is_first:
            yield one.line


@lru_cache(maxsize=256)
def _needed(text: str, attribute: str) -> tuple[int, ...]:
    """Return the distinct lines that need an attribute as a Python number."""
    return tuple(_needed_in(index_of_text(text).tree, attribute))


def _needed_in(tree: ast.AST, attribute: str) -> Iterator[int]:
    """Yield the lines of a tree that need an attribute as a Python number."""
    seen: set[int] = set()
    for node in ast.walk(tree):
        for part in _number_places(node, _TAKE_NUMBERS):
            for inner in ast.walk(part):
                if isinstance(inner, ast.Attribute) and inner.attr == attribute:
                    if isinstance(inner.ctx, ast.Load) and inner.lineno not in seen:
                        seen.add(inner.lineno)
                        yield inner.lineno


def _container_attributes(run: Run) -> frozenset[str]:
    """Return the names of attributes to which the program only assigns containers."""
    made: set[str] = set()
    others: set[str] = set()
    for one in program_files(run):
        for name, stores in index_of(one).stores.items():
            for store in stores:
                if store.kind is Kind.ATTRIBUTE and store.value is not None:
                    (made if is_container(store.value) else others).add(name)
    return frozenset(made - others)


def needs_number(run: Run, tree: ast.AST, names: set[str]) -> bool:
    """Return whether a function needs one of these variables as a Python number."""
    lines = lines_in_need(tree, names, _container_attributes(run))
    return next(lines, None) is not None


def lines_in_need(
    tree: ast.AST, names: set[str], containers: AbstractSet[str] = frozenset()
) -> Iterator[int]:
    """Yield the lines that need one of these variables, or an item, as a number.

    Args:
        tree: the function.
        names: the names of the variables.
        containers: the names of attributes that hold a dict, list or set.
    """
    names = names | _items_of(tree, names)
    for part in (*_parts(ast.walk(tree), _TAKE_NUMBERS), *_keys(tree, containers)):
        for inner in ast.walk(part):
            if isinstance(inner, ast.Name) and inner.id in names:
                yield inner.lineno


def _items_of(tree: ast.AST, names: set[str]) -> set[str]:
    """Return the loop variables that are items of these variables, or of such items."""
    loops = [one for one in ast.walk(tree) if isinstance(one, _LOOPS)]
    found: set[str] = set()
    for _ in loops:
        for one in loops:
            if names_in(one.iter) & (names | found):
                found |= names_in(one.target)
    return found


def _keys(tree: ast.AST, containers: AbstractSet[str]) -> Iterator[ast.AST]:
    """Yield the expressions that a function uses as keys of containers."""
    nodes = list(ast.walk(tree))
    own = {*containers} | {
        name
        for one in nodes
        if isinstance(one, ast.Assign) and is_container(one.value)
        for target in one.targets
        for name in names_in(target)
    }
    for node in nodes:
        if isinstance(node, ast.Subscript) and last_name(node.value) in own:
            yield node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _TAKE_KEYS and last_name(node.func.value) in own:
                yield from node.args[:1]
        elif isinstance(node, ast.Compare) and isinstance(
            node.ops[0], (ast.In, ast.NotIn)
        ):
            if last_name(node.comparators[0]) in own:
                yield node.left


def is_container(node: ast.expr) -> bool:
    """Return whether an expression makes a dict, list or set."""
    called = last_name(node.func) if isinstance(node, ast.Call) else ""
    return isinstance(node, _CONTAINERS) or called in _MAKE_CONTAINERS


def takes_number(file: ProgramFile, line: int, name: str) -> bool:
    """Return whether a line needs a value as a Python number.

    Args:
        file: the recorded file.
        line: the number of the line, counted from 1.
        name: the variable or attribute.  If the line does not contain the name, the
            variables that get its value are used, or else all parameters.
    """
    function = index_of(file).function_at(line)
    if function is None:
        return False
    nodes = [one for one in ast.walk(function) if getattr(one, "lineno", 0) == line]
    read = {last_name(one) for one in nodes if isinstance(one, _NAMES)}
    names = {name} if name in read else set_from(function, name)
    names = names or set(parameters_of(function))
    return any(
        isinstance(inner, _NAMES) and last_name(inner) in names
        for part in _parts(nodes, _TAKE_NUMBERS | _READ_NUMBERS)
        for inner in ast.walk(part)
    )


def set_from(function: ast.AST, name: str) -> set[str]:
    """Return the variables that a function assigns from a variable or attribute."""
    return {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, _NAMES)
        and last_name(node.value) == name
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _parts(nodes: Iterable[ast.AST], callees: set[str]) -> Iterator[ast.AST]:
    """Yield the parts of nodes that need numbers, except the bounds of slices.

    torch captures slices whose bounds are tensors.
    """
    for node in nodes:
        if not isinstance(node, ast.Slice):
            yield from _number_places(node, callees)


def _number_places(node: ast.AST, callees: set[str]) -> Iterator[ast.AST]:
    """Yield the parts of a node that need a Python number, not a tensor.

    Args:
        node: any node.
        callees: the functions whose arguments must be Python numbers.
    """
    if isinstance(node, _TESTS):
        yield node.test
    elif isinstance(node, ast.Slice):
        yield from (one for one in (node.lower, node.upper, node.step) if one)
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.Call):
        if getattr(node.func, "id", "") in callees:
            yield from node.args
