"""Find the functions that edits take out of compiled code.

An edit that excludes a function also removes its graph breaks, and torch does not meet
the function any more. So no other figure of a run shows it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.curing.program_files import original_text
from depyf.model.edit_tried import PlainFunction
from depyf.model.findings.compile_sites import compile_sites
from depyf.model.findings.program_index import FUNCTIONS
from depyf.model.findings.program_text import tree_of
from depyf.model.findings.syntax_parts import last_name
from depyf.model.python_text import dotted

if TYPE_CHECKING:
    from depyf.curing.program_files import ProgramFiles
    from depyf.model.findings.compile_sites import CompileSite
    from depyf.model.findings.program_index import Function

_DISABLE = ("compiler.disable", "dynamo.disable")


def excluded_functions(files: ProgramFiles) -> Mapping[str, Sequence[PlainFunction]]:
    """Return the functions of a program that its edits made plain Python, by file.

    These are functions that got ``disable``. Others lost their ``torch.compile`` and
    now call a compiled part that the edit made.
    """
    trees = {
        file: (tree_of(original_text(file)), files.tree(file)) for file in files.texts
    }
    pairs = trees.values()
    old = [site for one, _ in pairs for site in compile_sites(one)]
    new = [site for _, one in pairs for site in compile_sites(one)]
    known = {function.name for one, _ in pairs for _, function in _functions(one)}
    parts = {name for site in new for name in site.of} - known
    found: dict[str, list[PlainFunction]] = {}
    for file, (before, after) in trees.items():
        earlier = dict(_functions(before))
        for name, function in _functions(after):
            if name in earlier:
                one = earlier[name]
                is_new = _is_disabled(function) and not _is_disabled(one)
                is_lost = _is_compiled(one, old) and not _is_compiled(function, new)
                if is_new or (is_lost and _calls(function, parts)):
                    plain = PlainFunction(name, function.lineno)
                    found.setdefault(file, []).append(plain)
    return found


def _is_compiled(function: Function, sites: Sequence[CompileSite]) -> bool:
    """Return whether a decorator or a call that names the function compiles it."""
    own = set(map(id, function.decorator_list))
    return any(
        id(site.node) in own if site.is_decorator else function.name in site.of
        for site in sites
    )


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Yield each function of a tree with its qualified name."""
    for node in ast.iter_child_nodes(tree):
        named = isinstance(node, (*FUNCTIONS, ast.ClassDef))
        name = f"{prefix}{node.name}" if named else ""  # type: ignore[attr-defined]
        if isinstance(node, FUNCTIONS):
            yield name, node
        yield from _functions(node, f"{name}." if named else prefix)


def _is_disabled(function: Function) -> bool:
    return any(
        dotted(getattr(one, "func", one)).endswith(_DISABLE)
        for one in function.decorator_list
    )


def _calls(function: Function, names: set[str]) -> bool:
    return any(
        isinstance(node, ast.Call) and last_name(node.func) in names
        for node in ast.walk(function)
    )
