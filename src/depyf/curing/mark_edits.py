"""Propose to mark sizes of arguments, let sizes vary, or compile submodules separately.

Proposals may be wrong, because each one is tried on the program.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import before
from depyf.curing.case import Case
from depyf.curing.compile_calls import assigned_names
from depyf.curing.program_files import Edit, are_apart
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import (
    calls_at,
    functions_named,
    has_own_variables,
    replaced,
    source_of,
    statement_at,
)
from depyf.model.findings.causes import root_name
from depyf.model.findings.conditions import is_small, is_small_bound, varying_sizes
from depyf.model.findings.expression_parts import passed_at
from depyf.model.findings.names import call_line, is_compiled, passed_names
from depyf.model.findings.static_option import not_dynamic
from depyf.model.findings.syntax_parts import constant
from depyf.model.python_text import dotted
from depyf.reading.numbers import is_number
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.events import SourceLine
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.recompile_groups import Group

_SIZES = {GuardKind.SIZE, GuardKind.CONDITION}
_PLAIN = (ast.Name, ast.Attribute)
# Names of node types: up to Python 3.8 an index is a node of its own.
_STEPS = {
    "Expression", "Name", "Attribute", "Subscript", "Constant", "Index", "Load",
}  # fmt: skip
_MARK = "torch._dynamo.maybe_mark_dynamic"
_ANY_SIZE = "torch._dynamo.decorators.mark_unbacked"
_AUTOMATIC = "automatic_dynamic_shapes"
_FEW_RECOMPILES = 3  # with fewer, a submodule is not compiled separately


def marked(
    group: Group, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield edits that mark varying sizes, and that set options to let them vary."""
    case = Case(files, group, finding, tuple(known))
    if case.kind in _SIZES:
        yield from _of_any_size(case)
    if case.kind is GuardKind.SIZE:
        yield from _marked_argument(case)
    if case.kind in _SIZES or case.kind is GuardKind.NUMBER:
        yield from _not_static(case)


# --- marks ----------------------------------------------------------------------------


def _marked_argument(case: Case) -> Iterator[Proposal]:
    """Yield the edit that marks an argument at each call."""
    steps = _steps(case.group.source)
    indexes = sorted({one.index for one in case.group.causes if one.index >= 0})
    if steps is None or not indexes:
        return
    edits: list[Edit] = []
    lines = _call_lines(case)
    is_known = len(lines) == 1 and not steps  # `recompile_edits` marks plain names
    for line in lines:
        found = _argument(case, line)
        if found is None or (is_known and isinstance(found[1], _PLAIN)):
            return
        edits += _marks(case, line, found, [f"{steps}, {one}" for one in indexes])
    if edits:
        dimensions = ", ".join(map(str, indexes))
        what = f"mark dimension {dimensions} of `{case.group.source}` as dynamic"
        if len(lines) > 1:
            what += f", at all {len(lines)} calls"
        yield with_torch(case.files, case.finding, what, edits)


def _of_any_size(case: Case) -> Iterator[Proposal]:
    """Yield the edit that marks sizes so that torch treats 0 and 1 as any other size.

    All arguments with varying sizes are marked, because torch may require equal sizes.
    """
    small = [size for one in case.group.causes for size in _small(one)]
    if not small:
        return
    sizes: dict[str, list[int]] = {}
    for source, index in dict.fromkeys([*small, *varying_sizes(case.group)]):
        sizes.setdefault(source, []).append(index)
    edits: list[Edit] = []
    for line in _call_lines(case):
        for source, indexes in sizes.items():
            found, steps = _argument(case, line, source), _steps(source)
            # Two new variables would be for expressions on one line.
            is_plain = found is not None and isinstance(found[1], _PLAIN)
            if found is None or steps is None or not (is_plain or len(sizes) == 1):
                return
            marks = [f"{steps}, {index}" for index in indexes]
            edits += _marks(case, line, found, marks, _ANY_SIZE)
    names = ", ".join(f"`{source}`" for source in sizes)
    what = f"let {names} have any size, 0 and 1 included (`mark_unbacked`)"
    if edits:
        yield with_torch(case.files, case.finding, what, _as_one(edits))


def _small(cause: Cause) -> Iterator[tuple[str, int]]:
    """Yield the tensor and dimension whose size 0 or 1 caused an entry."""
    if is_small(cause):
        yield cause.source, cause.index
    name, _, rest = cause.source.partition(".size()[")
    if is_small_bound(cause) and is_number(rest.rstrip("]")):
        yield name, int(rest.rstrip("]"))


def _as_one(edits: Sequence[Edit]) -> list[Edit]:
    """Return edits, with edits of the same lines merged into one."""
    found: dict[tuple[str, int, int], Edit] = {}
    for one in edits:
        place = one.file, one.first, one.last
        earlier = found[place].lines if place in found else ()
        found[place] = replace(one, lines=(*earlier, *one.lines))
    return list(found.values())


def _call_lines(case: Case) -> list[SourceLine]:
    """Return the user's lines that called the function when torch compiled it."""
    found = [call_line(one) for one in case.group.frame.compilations]
    known = [one for one in (*found, case.group.called_at) if one is not None]
    by_place = {(one.file, one.line): one for one in known}
    return list(by_place.values())


def _marks(
    case: Case,
    line: SourceLine,
    found: tuple[str, ast.expr],
    marks: Sequence[str],
    mark: str = _MARK,
) -> list[Edit]:
    """Return the edits that mark an argument on the line before the call."""
    file, node = found
    tree = case.files.tree(file)
    statement = statement_at(tree, line.line)
    if statement is None or has_own_variables(statement, node):
        return []
    edits, new = [], []
    name = source_of(case.files.lines(file), node)
    if not isinstance(node, _PLAIN):
        source, name = name, _free_name(tree, f"{root_name(case.group.source)}_input")
        new.append(f"{name} = {_in_one_line(source)}")
        edits.append(replaced(case.files, file, node, name))
    new += [f"{mark}({name}{one})" for one in marks]
    return [before(case.files, file, statement, *new), *edits]


def _argument(
    case: Case, line: SourceLine, source: str = ""
) -> tuple[str, ast.expr] | None:
    """Return the file and expression of an argument in a call of the function."""
    group = case.group
    name = root_name(source or group.source)
    given = passed_names(group.frame)
    if name not in given or not case.files.is_own(line.file):
        return None
    if is_compiled(group.run, line):
        return None
    for call in _likely_calls(case, line):
        is_fitting = len(call.args) <= len(given)
        passed = passed_at(call, name, given.index(name)) if is_fitting else None
        if passed is not None and not isinstance(passed, ast.Constant):
            return line.file, passed
    return None


def _likely_calls(case: Case, line: SourceLine) -> Iterator[ast.Call]:
    """Yield the calls on a line that may call the function, the likeliest first."""
    names = _names(case)
    calls = [
        (dotted(call.func), call)
        for call in calls_at(case.files.tree(line.file), line.line)
    ]
    for name, call in calls:
        if name.rpartition(".")[2] in names:
            yield call
    for name, call in calls:
        if name and not hasattr(builtins, name) and not name.startswith("torch."):
            yield call


def _names(case: Case) -> set[str]:
    """Return the names by which a program calls a function.

    These are its own name, and names such as `twice` in
    ``twice = torch.compile(double)``.
    """
    function = case.group.frame.co_name
    own: set[str] = {function}
    others: set[str] = set()
    for name, of in assigned_names(case.files, case.known):
        (own if function in of else others).add(name)
    return own if len(own) > 1 else own | others


def _steps(source: str) -> str | None:
    """Return the source of the path from an argument to a value; None if it is no path.

    >>> _steps("batch['ids'][0]"), _steps("x"), _steps("f(x).y")
    ("['ids'][0]", '', None)
    """
    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError:
        return None
    if not all(type(node).__name__ in _STEPS for node in ast.walk(tree)):
        return None
    return source[len(root_name(source)) :]


def _free_name(tree: ast.AST, name: str) -> str:
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    while name in used:
        name += "_"
    return name


def _in_one_line(source: str) -> str:
    """Return an expression that can follow ``name =``, in brackets if it has lines."""
    return f"({source})" if "\n" in source else source


# --- options --------------------------------------------------------------------------


def _not_static(case: Case) -> Iterator[Proposal]:
    """Yield the edits that replace all ``dynamic=False``, and restore defaults."""
    found = [
        (file, value)
        for file in case.known
        for _, value in not_dynamic(case.files.tree(file))
    ]
    for new in ("True", "None"):
        edits = tuple(replaced(case.files, file, node, new) for file, node in found)
        if edits and are_apart(edits):
            what = f"`dynamic={new}` instead of `dynamic=False`"
            yield Proposal(case.finding, what, edits)
    for file in case.known:
        yield from _switched_on(case, file)


def _switched_on(case: Case, file: str) -> Iterator[Proposal]:
    """Yield the edits that restore torch's default settings for sizes."""
    for node in ast.walk(case.files.tree(file)):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        name = dotted(node.targets[0]).rpartition(".")[2]
        if name == _AUTOMATIC and constant(node.value) is False:
            edit = replaced(case.files, file, node.value, "True")
            yield Proposal(case.finding, f"`{name} = True`, the default", (edit,))


# --- separate compilation -------------------------------------------------------------

_APART = (
    ("torch.compiler.nested_compile_region", "compile `{}` as a separate region"),
    ("torch.compiler.disable", "do not compile `{}`, so that torch compiles the rest"),
)


def kept_apart(
    group: Group, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield edits that compile a submodule separately if it recompiles its caller.

    This is the last resort, because an excluded submodule runs as plain Python.
    """
    many = group.limit_reached or len(group.compilations) >= _FEW_RECOMPILES
    owner, _, rest = group.source.partition(".")
    attribute, _, inner = rest.partition(".")
    attribute = attribute.partition("[")[0]
    if not many or owner != "self" or not inner:
        return
    for file, function in _forwards(files, known, attribute):
        names = map(dotted, function.decorator_list)
        if any(name.startswith("torch.compiler.") for name in names):
            continue
        for decorator, what in _APART:
            edit = before(files, file, function, f"@{decorator}")
            yield with_torch(files, finding, what.format(f"self.{attribute}"), [edit])
        return


def _forwards(
    files: ProgramFiles, known: Sequence[str], attribute: str
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the file and `forward` of each class that an attribute may hold."""
    made = {
        name
        for file in known
        for function in functions_named(files.tree(file), "__init__")
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and any(getattr(one, "attr", "") == attribute for one in node.targets)
        for name in _called(node.value)
    }
    for file in known:
        for node in ast.walk(files.tree(file)):
            if isinstance(node, ast.ClassDef) and node.name in made:
                for one in node.body:
                    if isinstance(one, ast.FunctionDef) and one.name == "forward":
                        yield file, one


def _called(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        if isinstance(node, ast.Call):
            yield dotted(node.func).rpartition(".")[2]
