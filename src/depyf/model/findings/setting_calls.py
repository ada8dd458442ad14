"""Find the program's calls that change a setting of torch."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.findings.program_index import last_line, own_nodes
from depyf.model.findings.program_text import (
    calls_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.environment import FUNCTION_MODES

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function, ProgramIndex
    from depyf.model.findings.recompile_groups import Group

_MODE, _OF_MODES = "device", "TorchFunctionMode"  # a `with` of it sets a mode
_INFERENCE = "inference_mode"
_GRAD_MODES = ("no_grad", "enable_grad", "set_grad_enabled", _INFERENCE)
# For words in a guard on torch's state: the functions that change that state.
_SETTERS = {
    "grad_mode": _GRAD_MODES,
    "inference": _GRAD_MODES,
    "num_threads": ("set_num_threads",),
    "default_dtype": ("set_default_dtype",),
    "deterministic": ("use_deterministic_algorithms",),
    "autocast": ("autocast",),
    "tf32": ("set_float32_matmul_precision",),
    "current_device": ("set_default_device",),
    FUNCTION_MODES: ("set_default_device", _MODE),
}


def setters(group: Group, words: str) -> tuple[SourceLine, ...]:
    """Return the program's calls that change a setting of torch.

    A `with` block or a decorated function counts only if some compiled calls are inside
    and others are not. A context manager of the program may change the setting. Then
    the lines lead from the call to the `with`, and into the context manager. If an
    argument decides the setting, the calls follow at which the ways to the compiled
    function part.

    Args:
        group: the recompiles.
        words: torch's text about the failed guard, which names the setting.
    """
    files = program_files(group.run)
    names = _setters_of(files, words)
    found: dict[SourceLine, None] = {}
    inner: dict[SourceLine, None] = {}  # inside of context managers of the program
    is_decided = False
    for file in files:
        index = index_of(file)
        calls = [
            node
            for name in names
            for node in (*index.calls.get(name, ()), *index.decorators.get(name, ()))
        ]
        for call in sorted(calls, key=lambda one: one.lineno):
            block = index.blocks.get(id(call))
            if block is None and _name(call) == _MODE:
                continue  # it only makes a device
            if block is not None and not _matters(group, file, call, block):
                continue
            own = own_context(index, call)
            led_here = list(_through(group, own.name)) if own is not None else []
            if own is not None and led_here and own.is_left:
                continue  # it restores the previous setting
            inner.update(dict.fromkeys(led_here))
            (inner if led_here else found)[line_of(file, call.lineno)] = None
            around = index.function_around(call)
            is_given = around is not None and _is_returned(around, call)
            if around is not None and is_given:
                entered = [line for _, line in _entered(group, around.name)]
                lines = entered or list(calls_of(group.run, around.name))
                found.update(dict.fromkeys(lines))
                is_decided |= bool(entered) and not _is_fixed(call)
    if inner and _is_around_all(group, inner):
        found.clear()  # what is set outside does not last until a compiled call
    return (*inner, *found, *(_parting(group) if is_decided else ()))


def _is_around_all(group: Group, inner: Iterable[SourceLine]) -> bool:
    """Return whether all compiled calls are inside of `with` blocks with these lines.

    Args:
        group: the recompiles.
        inner: the lines of `_through` for these blocks.
    """
    places = {(line.file, line.line) for line in inner}
    stacks = [one.stack for one in group.frame.compilations if one.stack]
    return all(places & {(line.file, line.line) for line in one} for one in stacks)


def _setters_of(files: Sequence[ProgramFile], words: str) -> list[str]:
    """Return the functions and classes whose calls change a setting of torch."""
    names = {
        name
        for key, setters in _SETTERS.items()
        if key in words.lower()
        for name in setters
    }
    own = [
        node.name
        for file in files
        for nodes in index_of(file).classes.values()
        for node in nodes
        if _MODE in names and any(last_name(base) == _OF_MODES for base in node.bases)
    ]
    return [*sorted(names), *own]


def _parting(group: Group) -> Iterator[SourceLine]:
    """Yield the calls at which the ways to two compilations of a function part."""
    stacks = [one.stack for one in group.frame.compilations if one.stack]
    for first, second in zip(stacks, stacks[1:]):
        for one, other in zip(first, second):
            if (one.file, one.line) != (other.file, other.line):
                if (one.file, one.function) == (other.file, other.function):
                    yield from (one, other)
                return


def inference_around(
    files: Sequence[ProgramFile], lines: Iterable[SourceLine]
) -> list[SourceLine]:
    """Return the lines that enter inference mode for some lines of the program.

    If these are not known, and the program enters it at one line only, it is that line.

    Args:
        files: the program's files.
        lines: lines that create a tensor.
    """
    made = {(line.file, line.line) for line in lines}
    every, around = [], []
    for file in files:
        index = index_of(file)
        found = (index.calls.get(_INFERENCE, ()), index.decorators.get(_INFERENCE, ()))
        for node in (node for nodes in found for node in nodes):
            block = index.blocks.get(id(node))
            numbers = range(block.lineno, last_line(block) + 1) if block else ()
            every.append(line_of(file, node.lineno))
            if any((file.file, number) in made for number in numbers):
                around.append(every[-1])
    return around or (every if len(set(every)) == 1 else [])


def _through(group: Group, name: str) -> Iterator[SourceLine]:
    """Yield the lines inside a `with` block that led to compilations, then the `with`.

    Args:
        group: the recompiles.
        name: the name of the context manager.
    """
    for inside, entered in _entered(group, name):
        yield from (*inside, entered)


def _entered(group: Group, name: str) -> Iterator[tuple[list[SourceLine], SourceLine]]:
    """Yield each `with` of a context manager, and its lines that led to compilations.

    Only those with such lines.
    """
    for file in program_files(group.run):
        index = index_of(file)
        for call in index.calls.get(name, ()):
            block = index.blocks.get(id(call))
            if block is None:
                continue
            first, last = block.lineno, last_line(block)
            inside = dict.fromkeys(
                line.line
                for one in group.frame.compilations
                for line in one.stack
                if line.file == file.file and first < line.line <= last
            )
            if inside:
                lines = [line_of(file, number) for number in inside]
                yield lines, line_of(file, call.lineno)


def _matters(group: Group, file: ProgramFile, call: ast.expr, block: ast.stmt) -> bool:
    """Return whether a `with` block may let compiled calls differ in a setting."""
    if any(isinstance(node, ast.Yield) for node in ast.walk(block)):
        return True  # a context manager for other `with` blocks
    last = last_line(block)
    inside = [
        any(
            block.lineno <= line.line <= last and line.file == file.file
            for line in one.stack
        )
        for one in group.frame.compilations
        if one.stack
    ]
    if not inside or not all(inside):
        return any(inside) or not inside
    # Around all calls, a call with constants sets the same value for each.
    return len(inside) == 1 or not _is_fixed(call)


def _is_fixed(call: ast.expr) -> bool:
    """Return whether all arguments of a call are constants."""
    keywords = [one.value for one in getattr(call, "keywords", ())]
    given = [*getattr(call, "args", ()), *keywords]
    return all(isinstance(one, ast.Constant) for one in given)


def _is_returned(function: ast.AST, call: ast.expr) -> bool:
    """Return whether a function returns the result of a call, such as a context."""
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(call in set(ast.walk(node)) for node in returns)


# --- context managers of the program --------------------------------------------------

# The decorators and methods that make a context manager.
_MAKES_ONE = {"contextmanager", "asynccontextmanager"}
_ENTERS = {"__enter__", "__aenter__"}
_LEAVES = {"__exit__", "__aexit__"}


class OwnContext(NamedTuple):
    """A context manager, defined in the program, whose body contains a statement.

    Attributes:
        name: the function or class that `with` calls.
        is_left: whether the statement runs at the end of the `with` block.
    """

    name: str
    is_left: bool


def own_context(index: ProgramIndex, node: ast.expr) -> OwnContext | None:
    """Return the context manager whose code contains a node; None if there is none."""
    function, own = index.function_around(node), index.class_around(node)
    if function is None:
        return None
    if own is not None and function.name in _ENTERS | _LEAVES:
        return OwnContext(own.name, function.name in _LEAVES)
    if not any(_name(one) in _MAKES_ONE for one in function.decorator_list):
        return None
    return OwnContext(function.name, _is_behind_yield(function, node))


def _name(node: ast.expr) -> str:
    """Return the last name of a call's function, or of a decorator without a call."""
    return last_name(node.func if isinstance(node, ast.Call) else node)


def _is_behind_yield(function: Function, node: ast.expr) -> bool:
    """Return whether a node runs after the `yield` of a function."""
    yields = [one.lineno for one in own_nodes(function) if isinstance(one, ast.Yield)]
    return bool(yields) and node.lineno > max(yields)
