"""Modules and their parts that docstrings name in backticks exist."""

from __future__ import annotations

import ast
import importlib.util
import re

import pytest

import depyf

from .source_tree import ROOT, all_modules, each_module

MODULES = all_modules()
TREES = {module.name: module.tree for module in MODULES}
PUBLIC = {f"depyf.{name}" for name in depyf.__all__}
FIRST_WORDS = {part for name in TREES for part in name.split(".")}
_IN_BACKTICKS = re.compile(r"(?<!`)`([A-Za-z_][\w./]*[./]\w+)`(?!`)")


def names_in_docstrings(tree):
    """Yield what stands between backticks and has a dot or a slash in it."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield from _IN_BACKTICKS.findall(ast.get_docstring(node) or "")


def is_of_depyf(name):
    """Return whether a name begins with a module or folder of depyf, and no other."""
    first = re.split(r"[./]", name)[0]
    is_installed = first != "depyf" and importlib.util.find_spec(first) is not None
    return first in FIRST_WORDS and not is_installed


def exists(name):
    """Return whether it is a module or folder, or what one of them defines.

    Docstrings leave out the folders that the reader is in.
    """
    if (ROOT / name).exists() or name in PUBLIC:
        return True
    dotted = "." + name.replace("/", ".")
    if any(f".{module}".endswith(dotted) for module in TREES):
        return True
    owner, _, attribute = dotted.rpartition(".")
    while owner:
        homes = {one for one in TREES if f".{one}".endswith(owner)}
        homes |= {one for one in TREES if one.rpartition(".")[0] in homes}
        if any(attribute in defined(TREES[one].body) for one in homes):
            return True  # of a class, that it has such an attribute is not looked at
        owner, _, attribute = owner.rpartition(".")
    return False


def defined(body):
    """Return the names that a module itself defines, imports aside."""
    found = set()
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        elif isinstance(node, (ast.If, ast.Try)):
            found |= defined(node.body)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            found |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found


@each_module()
def test_what_a_docstring_names_exists(module):
    named = filter(is_of_depyf, names_in_docstrings(module.tree))
    assert not {one for one in named if not exists(one)}


@pytest.mark.parametrize(
    ("name", "is_there"),
    [
        ("model.facts", True),
        ("model/facts", True),
        ("facts.Keeping", True),
        ("model.Keeping", True),
        ("events.Keeping", False),  # imported there
        ("render.rows", False),
        ("model.rows.Keeping", False),
    ],
)
def test_it_sees_what_is_gone(name, is_there):
    assert exists(name) == is_there
