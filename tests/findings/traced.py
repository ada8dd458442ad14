"""A function that was compiled twice, as data: its program, guards and what failed."""

from __future__ import annotations

import ast

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.events import (
    FrameStarted,
    GraphReported,
    GuardsReported,
    Recompile,
    RecompileReason,
    TransformedCode,
)
from depyf.model.findings import findings
from depyf.torch_text.access_paths import bare
from depyf.torch_text.names import CompileId
from depyf.torch_text.source_lines import SourceLine

FOLDER = "/home/user"


def told(  # noqa: PLR0917 - a program in few words
    files, function, failed, types=(), call="", times=1, said="", guards=(), graph=""
):
    """Return what is said of a function of which one guard failed.

    Args:
        files: the text of each file by its name without ending.
        function: that was compiled, as ``Net.forward``.
        failed: the guard as torch has it, with what stands behind it; or that of each
            entry, which the next one failed.
        types: path and class of guards on types.
        call: the text of the line at the top of a file that calls it, or of several
            lines that lead there.
        times: how often it failed.
        said: torch's words for how it failed, where that is not the guard.
        guards: further guards, as torch has them; `{n}` is the number of the entry.
        graph: the text of the first entry's graph.
    """
    name, node, text = _defined(files, function)
    each = [failed] * (times + 1) if isinstance(failed, str) else failed
    types_met = [
        f"TYPE_MATCH: ___check_type_id({path}, 7), type=<class '{kind}'>"
        for path, kind in types
    ]
    events = [
        ProgramFile(None, file=_path(one), text=text) for one, text in files.items()
    ]
    stack = _stack(files, call) if call else ()
    for number, own in enumerate(each):
        at = CompileId(0, number)
        events += [
            FrameStarted(
                at, co_name=node.name, file=_path(name), first_line=node.lineno,
                stack=(*stack, SourceLine(_path(name), node.lineno, node.name)),
            ),
            TransformedCode(
                at, co_name=node.name, index=number, source="def f():\n    pass\n",
                quality="exact", qualified_name=function, code_key="f0",
                original_file=_path(name), original_first_line=node.lineno,
                original_source=ast.get_source_segment(text, node),
            ),
            GuardsReported(
                at, leaves=(f"EQUALS_MATCH: {own}", *types_met, *(
                    one.replace("{n}", str(number)) for one in guards
                )),
            ),
        ]  # fmt: skip
        if graph and not number:
            events.append(GraphReported(at, stage="Captured_Graph", text=graph))
        if number:
            guard, _, behind = each[number - 1].partition("  # ")
            reason = f"{bare(guard)}  # {behind}" if behind else said or bare(guard)
            reasons = (RecompileReason(reason, CompileId(0, number - 1)),)
            events.append(Recompile(at, reasons=reasons))
    found = findings(fold(events))
    return [*found.findings, *found.expected][0]


def lines(one):
    """Return the texts of the lines that made a value."""
    return [line.text for line in one.origin]


def _path(name):
    return f"{FOLDER}/{name}.py"


def _defined(files, function):
    *owner, name = function.split(".")
    for file, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) == bool(owner) or not owner:
                body = node.body if isinstance(node, (ast.ClassDef, ast.Module)) else ()
                if owner and getattr(node, "name", "") != owner[-1]:
                    continue
                for one in body:
                    if isinstance(one, ast.FunctionDef) and one.name == name:
                        return file, one, text
    raise AssertionError(function)


def _stack(files, call):
    calls = (call,) if isinstance(call, str) else call
    return tuple(_line(files, one) for one in calls)


def _line(files, call):
    for name, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() == call:
                return SourceLine(_path(name), number, "<module>", line.strip())
    raise AssertionError(call)
