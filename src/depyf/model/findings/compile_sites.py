"""Find the lines of a program that compile a function, and add options to them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.names import program_stack
from depyf.model.findings.program_text import (
    function_of,
    index_of,
    line_of,
    program_files,
)
from depyf.model.findings.syntax_parts import last_name, names_called
from depyf.model.python_text import dotted, text_of

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Run

_NAMES = {"torch.compile", "compile"}
_OPTIONS = {"backend", "mode", "fullgraph", "dynamic", "options"}
_DYNAMIC = "dynamic"
_LONGEST = 100  # characters of an edit


class CompileSite(NamedTuple):
    """A call of `torch.compile`, or ``@torch.compile`` without a call.

    Attributes:
        node: the call, or the decorator.
        of: the names of the compiled function or module.
        assigned: the names that the result is assigned to.
        is_decorator: whether it decorates the function that it compiles.
    """

    node: ast.expr
    of: tuple[str, ...] = ()
    assigned: tuple[str, ...] = ()
    is_decorator: bool = False

    @property
    def names(self) -> set[str]:
        """All names by which a program may call the compiled function or module."""
        return {*self.of, *self.assigned}


class SitePlace(NamedTuple):
    """A site and its file."""

    file: ProgramFile
    site: CompileSite

    @property
    def line(self) -> SourceLine:
        """The line of the site."""
        return line_of(self.file, self.site.node.lineno)


def compile_sites(tree: ast.Module) -> Iterator[CompileSite]:
    """Yield the sites at which a file compiles a function or module."""
    nodes = list(ast.walk(tree))
    wanted = _NAMES if any(map(_imports_compile, nodes)) else {"torch.compile"}
    targets: dict[int, tuple[str, ...]] = {}
    decorated: dict[int, str] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            targets[id(node.value)] = tuple(map(last_name, node.targets))
        elif isinstance(node, ast.AnnAssign):
            targets[id(node.value)] = (last_name(node.target),)
        for decorator in getattr(node, "decorator_list", ()):
            decorated[id(decorator)] = getattr(node, "name", "")
    for node in nodes:
        of = decorated.get(id(node))
        if of is not None and isinstance(node, ast.expr) and dotted(node) in wanted:
            yield CompileSite(node, (of,), is_decorator=True)
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        if of is not None:
            if name in wanted:
                yield CompileSite(node, (of,), is_decorator=True)
        elif name in wanted:
            given = [last_name(one) for one in node.args[:1]]
            yield CompileSite(node, tuple(given), targets.get(id(node), ()))
        elif _is_method(node, name):
            owner = name.rpartition(".")[0].rpartition(".")[2]
            yield CompileSite(node, (owner,), targets.get(id(node), ()))


def _imports_compile(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "torch"
        and any(alias.name == "compile" for alias in node.names)
    )


def _is_method(node: ast.Call, name: str) -> bool:
    """Return whether a call is `Module.compile`, by its name and options."""
    owner, _, method = name.rpartition(".")
    is_other = owner in {"", "re", "torch"}
    options = all(one.arg in _OPTIONS for one in node.keywords)
    return method == "compile" and not is_other and not node.args and options


# --- the option -----------------------------------------------------------------------


def with_dynamic(
    node: ast.expr, source: Callable[[ast.expr], str], value: str = "True"
) -> tuple[ast.expr, str] | None:
    """Return the replacement that makes a site compile with ``dynamic=True``.

    Args:
        node: the call or decorator of the site.
        source: returns the source of a part of the node.
        value: the value of the option.

    Returns:
        The part of the node to replace, and its new source; None if the option has the
        value already.
    """
    if not isinstance(node, ast.Call):
        return node, f"{source(node)}(dynamic={value})"
    for option in node.keywords:
        if option.arg == _DYNAMIC:
            is_set = source(option.value) == value
            return None if is_set else (option.value, value)
    for option in node.keywords:
        if option.arg is None:  # the dict may have `dynamic`; passing it twice fails
            return option.value, f'{{**{source(option.value)}, "dynamic": {value}}}'
    return node, with_argument(source(node), f"dynamic={value}")


def with_argument(call: str, argument: str) -> str:
    """Return the source of a call with one more argument.

    >>> with_argument("torch.compile(fn)", "dynamic=True")
    'torch.compile(fn, dynamic=True)'
    """
    inner = call.rstrip()[:-1].rstrip()
    comma = "" if inner.endswith(("(", ",")) else ","
    blank = "" if inner.endswith("(") else " "
    return f"{inner}{comma}{blank}{argument})"


def dynamic_text(place: SitePlace, value: str = "True") -> str | None:
    """Return the source of a site with ``dynamic=True``; None if it already has it.

    A call of several lines is shortened to ``torch.compile(..., dynamic=True)``.
    """
    node, text = place.site.node, place.file.text
    at = "@" if place.site.is_decorator else ""
    short = f"{at}{dotted(getattr(node, 'func', node))}(..., dynamic={value})"
    found = with_dynamic(node, lambda part: text_of(part, text), value)
    if found is None:
        return None
    if node.end_lineno != node.lineno:
        return short
    part, new = found
    line = index_of(place.file).lines[node.lineno - 1].encode()
    before = line[node.col_offset : part.col_offset].decode()
    after = line[part.end_col_offset : node.end_col_offset].decode()
    whole = f"{before}{new}{after}"
    return f"{at}{whole}" if len(whole) <= _LONGEST else short


def site_text(place: SitePlace) -> str:
    """Return the source of a site in one line; blanks of several lines become one."""
    at = "@" if place.site.is_decorator else ""
    return at + " ".join(text_of(place.site.node, place.file.text).split())


# --- the site of a finding ------------------------------------------------------------


def site_of(run: Run, compilations: Iterable[Compilation]) -> SitePlace | None:
    """Return the site that compiles a function; None if it is unclear.

    The stack is followed outwards, because torch also compiles the callees of a
    compiled function.  It ends at the first function that a site names, or that is
    called by a name that a site assigns.  If there is none, the program's only site is
    returned, unless it decorates a function: then a library compiles.
    """
    found = _every_site(run)
    stack = next((program_stack(one.stack) for one in compilations if one.stack), [])
    for caller, line in zip([None, *stack[:-1]][::-1], reversed(stack)):
        named = _meant(run, found, line, caller)
        if named:
            return named[0] if len(named) == 1 else None
    is_other = bool(stack) and any(one.site.is_decorator for one in found)
    return found[0] if len(found) == 1 and not is_other else None


@once_each
def _every_site(run: Run) -> Sequence[SitePlace]:
    """Return all sites of the program, in the order of its files."""
    return [
        SitePlace(file, site)
        for file in program_files(run)
        for site in compile_sites(index_of(file).tree)
    ]


def _meant(
    run: Run, found: Sequence[SitePlace], line: SourceLine, caller: SourceLine | None
) -> list[SitePlace]:
    """Return the sites that may compile the function of a line.

    Args:
        run: the run.
        found: all sites.
        line: a line of the function.
        caller: the line that called the function, if known.
    """
    function = function_of(run, line)
    decorators = [id(one) for one in function.decorator_list] if function else []
    own = [one for one in found if id(one.site.node) in decorators]
    if own:
        return own
    name = function.name if function else ""
    others = [one for one in found if not one.site.is_decorator]
    named = [one for one in others if name in one.site.of]
    calls = names_called(caller.text) if caller else set()
    called = [one for one in others if one.site.names & calls]
    return [one for one in called if one in named] or named or called
