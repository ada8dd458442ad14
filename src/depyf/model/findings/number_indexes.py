"""Replace an index that is a varying number by `select`.

torch compiles the number in ``x[:, i]`` as a constant, even if it is a symbol before.
With ``x.select(1, i)``, which is the same, the number stays a symbol.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.events import SourceLine
from depyf.model.findings import conditions
from depyf.model.findings.followed_values import names_in
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_index import last_line
from depyf.model.findings.program_text import file_of, index_of, line_of, set_from
from depyf.model.findings.recompile_cures import INTEGERS_VARY, MODULE_INTEGER
from depyf.model.findings.rewriting import source_in, with_parts_replaced
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import indexes_of, last_name
from depyf.model.findings.user_names import reached
from depyf.model.guard_facts import classes_of
from depyf.torch_text.path_names import readable

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

_IN_WORDS = (
    "torch compiles an index as a constant; for an index of a tensor, use "
    "`tensor.select(dimension, index)`, which keeps the index a symbol"
)
_NAMES = (ast.Name, ast.Attribute)


class Indexing(NamedTuple):
    """The lines on which a function uses a varying number as an index.

    Attributes:
        file: the path of the file.
        places: the expressions such as ``x[:, i]``, from the top.
        lines: the number of each of these lines, and the line with `select`.
    """

    file: str
    places: tuple[ast.Subscript, ...]
    lines: tuple[tuple[int, str], ...]


class _Position(NamedTuple):
    """An index that is a number, its dimension, and the expression's other indexes."""

    number: ast.expr
    dimension: int
    others: tuple[ast.expr, ...]


def is_key(group: Group) -> bool:
    """Return whether the function that needs a number looks it up in a container."""
    _, line, function = needing(group)
    if line is None or function is None:
        return False
    names, others = _names(group, function), _no_tensors(group)
    return any(
        _reads(node.left, names) and isinstance(node.ops[0], (ast.In, ast.NotIn))
        if isinstance(node, ast.Compare)
        else isinstance(node, ast.Subscript)
        and last_name(node.value) in others
        and any(_reads(one, names) for one in indexes_of(node))
        for node in ast.walk(function)
    )


@once_each
def indexing(group: Group) -> Indexing | None:
    """Return the lines on which a function uses the number as an index, or None."""
    file, line, function = needing(group)
    if file is None or line is None or function is None:
        return None
    names = _names(group, function)
    if _is_counted_to(function, names):
        return None  # `range` makes the number a constant, whatever the index does
    found = _places(function, lambda index: _reads(index, names))
    if not found and not _knows(function, names):
        # A parameter of a helper gets the number under another name.
        found = _places(function, _is_variable)
        found = [one for one in found if one.lineno == line.line]
        if len(found) != 1:
            return None
    others = _no_tensors(group)
    found = [one for one in found if last_name(one.value) not in others]
    if not found:
        return None
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    lines = tuple(with_parts_replaced(found, index_of(file).lines, _selected))
    return Indexing(file.file, tuple(found), lines)


def indexes_tensors(group: Group) -> bool:
    """Return whether the number only indexes values that guards check to be tensors."""
    found = indexing(group)
    return found is not None and _are_tensors(group, found.places)


def selected(group: Group) -> Cure:
    """Return the edit of the first line that indexes, with a note on the others."""
    found = indexing(group)
    if found is None or not _are_tensors(group, found.places):
        return Cure("", _IN_WORDS) if found is not None else Cure()
    cure = first_of_lines(group, found.file, found.lines)
    if MODULE_INTEGER in group.first.hint:
        also = f". Also `{INTEGERS_VARY}` before the first call"
        cure = cure._replace(note=cure.note + also)
    return cure


def first_of_lines(group: Group, file: str, lines: Sequence[tuple[int, str]]) -> Cure:
    """Return the edit of the first line, with a note on the other lines."""
    (first, new), *others = lines
    source = file_of(group.run, SourceLine(file, first))
    note = f"instead of {place(line_of(source, first))}" if source else ""
    if others:
        note += f", and so in {_lines([at for at, _ in others])}"
    return Cure(new.strip(), note)


def _lines(numbers: Sequence[int]) -> str:
    return f"line{'s' * (len(numbers) > 1)} {joined(map(str, numbers))}"


def _are_tensors(group: Group, places: Sequence[ast.Subscript]) -> bool:
    """Return whether guards check that all indexed objects are tensors."""
    tensors = {
        readable(guard.asks.tensor.subject)
        for entry in group.frame.entries
        for guard in entry.guards
        if guard.asks.tensor is not None
    }
    known = {one.rpartition(".")[2] for one in tensors}
    return all(last_name(node.value) in known for node in places)


def _selected(node: ast.Subscript, line: str) -> str:
    """Return the source of an index expression, rewritten with `select`."""
    found = _position(node, _is_variable)
    if found is None:
        return source_in(node, line)
    value, number = source_in(node.value, line), source_in(found.number, line)
    chosen = f"{value}.select({found.dimension}, {number})"
    if not all(map(_is_whole, found.others)):
        rest = ", ".join(source_in(one, line) for one in found.others)
        return f"{chosen}[{rest}]"
    return chosen if isinstance(node.ctx, ast.Load) else f"{chosen}[...]"


def needing(
    group: Group,
) -> tuple[ProgramFile | None, SourceLine | None, Function | None]:
    """Return the line that needs a number, with its file and function."""
    line = conditions.fixed_by(group) or group.needed_by
    file = file_of(group.run, line)
    function = index_of(file).function_at(line.line) if file and line else None
    return file, line, function


def _names(group: Group, function: Function) -> set[str]:
    """Return the names of a group's varying number in a function."""
    value = reached(group.run, group.frame, group.first)
    name = value.name if value is not None else group.attribute
    frame = group.frame
    passed = names_in(group.run, frame.file, frame.first_line, group.source, function)
    return {name, *set_from(function, name), *passed - {"self"}}


@once_each
def _no_tensors(group: Group) -> set[str]:
    """Return the names of values that are no tensors, according to type guards."""
    found: set[str] = set()
    for entry in group.frame.entries:
        for path, name in classes_of(entry.guards).items():
            if name.rpartition(".")[2] not in {"Tensor", "Parameter"}:
                found.add(readable(path).rpartition(".")[2])
    return found


def _places(
    function: ast.AST, is_number: Callable[[ast.expr], bool]
) -> list[ast.Subscript]:
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and not isinstance(node.ctx, ast.Del)
        and node.lineno == last_line(node)
        and _position(node, is_number) is not None
    ]


def _knows(function: ast.AST, names: set[str]) -> bool:
    """Return whether a function uses a value of one of these names."""
    nodes = ast.walk(function)
    return any(isinstance(one, _NAMES) and last_name(one) in names for one in nodes)


def _is_counted_to(function: Function, names: set[str]) -> bool:
    """Return whether a function gives the number to `range`."""
    return any(
        isinstance(node, ast.Call)
        and last_name(node.func) == "range"
        and any(_reads(one, names) for one in node.args)
        for node in ast.walk(function)
    )


def _position(
    node: ast.Subscript, is_number: Callable[[ast.expr], bool]
) -> _Position | None:
    """Return the only index that is a number, if the others are slices or constants."""
    indexes = indexes_of(node)
    at = [place for place, one in enumerate(indexes) if is_number(one)]
    if len(at) != 1:
        return None
    others = (*indexes[: at[0]], *indexes[at[0] + 1 :])
    if not all(map(_is_basic, others)) or any(map(_adds_one, others)):
        return None
    is_counted_back = any(map(_is_ellipsis, indexes[: at[0]]))
    dimension = at[0] - len(indexes) if is_counted_back else at[0]
    return _Position(indexes[at[0]], dimension, others)


def _reads(index: ast.expr, names: set[str]) -> bool:
    """Return whether an index is computed from a number with one of these names."""
    nodes = [*ast.walk(index)]
    return _is_variable(index) and any(
        isinstance(one, _NAMES) and last_name(one) in names for one in nodes
    )


def _is_variable(index: ast.expr) -> bool:
    """Return whether an index may be a varying number: a name, or made from names."""
    if isinstance(index, ast.Slice):
        return False  # which is no expression on Python 3.8
    parts = [one for one in ast.walk(index) if isinstance(one, ast.expr)]
    kinds = (*_NAMES, ast.BinOp, ast.UnaryOp, ast.Constant)
    return any(isinstance(one, _NAMES) for one in parts) and all(
        isinstance(one, kinds) for one in parts
    )


def _is_basic(index: ast.expr) -> bool:
    return isinstance(index, (ast.Slice, ast.Constant))


def _adds_one(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and index.value is None


def _is_ellipsis(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and index.value is ...


def _is_whole(index: ast.expr) -> bool:
    """Return whether an index selects the whole dimension: ``:`` or ``...``."""
    if isinstance(index, ast.Slice):
        return not (index.lower or index.upper or index.step)
    return _is_ellipsis(index)
