"""The modules of depyf as syntax trees, for the tests of its architecture."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "depyf"


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, path, text and syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The part of `depyf` that the module belongs to ("" for the root).

        That is a folder or a module at the top; of the decompiler, one in its folder.
        """
        parts = self.name.split(".")[1:]
        return ".".join(parts[: 2 if parts[:1] == ["decompiler"] else 1])

    @property
    def relative(self) -> str:
        return self.path.relative_to(PACKAGE).as_posix()


@lru_cache(maxsize=None)
def all_modules() -> tuple[Module, ...]:
    return tuple(_read(path) for path in sorted(PACKAGE.rglob("*.py")))


def each_module(chosen=lambda _: True):
    """Make a test of one module a single test of all of them that names the failures.

    Thousands of tests of a millisecond take minutes to hand out and to count.
    """

    def of_all(test):
        def test_of_all():
            failures = {}
            for module in filter(chosen, all_modules()):
                try:
                    test(module)
                except AssertionError as error:
                    failures[module.relative] = str(error)
            assert not failures

        test_of_all.__name__, test_of_all.__doc__ = test.__name__, test.__doc__
        return test_of_all

    return of_all


def _read(path: Path) -> Module:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[-1] == "__init__":
        parts = parts[:-1]
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text, str(path))
    return Module(".".join(("depyf", *parts)), path, text, tree)


def imported_names(module: Module) -> Iterator[str]:
    """Every dotted name that the module imports, at any depth, made absolute."""
    is_package = module.path.name == "__init__.py"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module.name, is_package, node)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif _is_import_module_call(node):
            yield node.args[0].value


def _absolute(name: str, is_package: bool, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    parts = name.split(".")
    drop = node.level - 1 if is_package else node.level
    base = parts[: len(parts) - drop]
    return ".".join(base + ([node.module] if node.module else []))


def _is_import_module_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", ""))
        in {"import_module", "__import__"}
        and bool(node.args)
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    )


def docstrings(tree: ast.Module) -> set:
    """The ids of the constants that are docstrings."""
    found = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            found.add(id(body[0].value))
    return found
