"""Which lines of dumped files a debugger can stop on."""

from __future__ import annotations

import ast
import os
import re

from tests.warm import SOURCE

ENTRANCES = {"forward", "call"}


def statements(path):
    """The first lines of the statements of the function that runs.

    None of functions in it: they run on their own (resume functions up to torch 2.11).
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and (node.name in ENTRANCES or node.name == path.stem)
    ]
    nodes = [node for function in functions for node in own_nodes(function)]
    return sorted(
        {
            node.lineno
            for node in nodes
            if isinstance(node, ast.stmt)
            and not isinstance(node, (ast.Global, ast.Nonlocal, ast.Try))
        }
    )


def own_nodes(function):
    """The nodes under a function that are not of a function in it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from own_nodes(node)


def kernel_lines(path):
    """The lines of the `call` wrapper of an Inductor module that launch kernels."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        number
        for number, line in enumerate(lines, 1)
        if re.match(r"\s+(cpp_fused_\w+|extern_kernels\.\w+)\(", line)
    ]


def environment(**more):
    """The environment of a program under a debugger: depyf found, no colours."""
    found = {**os.environ, "TERM": "dumb", "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    paths = [str(SOURCE), os.environ.get("PYTHONPATH", "")]
    found["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return {**found, **more}
