"""What a function of the decompiler that is no row of the table does to its argument.

A source is decompiled on every way that there is while the function is watched.
"""

from __future__ import annotations

import sys
import types
import typing
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from unittest import mock

from depyf.decompiler import decompile_code, tiers
from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.emit.function_text import FunctionText
from depyf.decompiler.emit.settings import EmitSettings
from depyf.decompiler.emit.writer import Written, write
from depyf.decompiler.ir.function import BasicBlock, Function
from depyf.decompiler.ir.printer import (
    print_block,
    print_function,
    print_tree,
    print_value,
)
from depyf.decompiler.ir.statement import Statement
from depyf.decompiler.ir.value import Value
from depyf.decompiler.structure.loop_extent import LoopExtent

MACHINES = [one for one in tiers.TIERS if one[0] == "dispatch"]


def happens(module, name, source):
    """Return what is printed before and after the first call that changes something.

    Args:
        module: of the function.
        name: of the function in it, or of a class and a method.
        source: what is decompiled.

    Returns:
        None if no call changes anything. If no argument can be printed, the first text
        is empty.
    """
    seen = []
    with _watched(module, name, seen):
        for _ in _decompiled(source):
            if seen:
                return seen[0]
    return None


# -- watching ----------------------------------------------------------------------


@contextmanager
def _watched(module, name, seen):
    """Has what calls of a function change appended to a list."""
    owner, _, attribute = name.rpartition(".")
    home = sys.modules[module]
    home = getattr(home, owner) if owner else home
    function = getattr(home, attribute)
    watching = _watching(function, seen)
    with ExitStack() as stack:
        for place in [home, *_modules()]:
            if vars(place).get(attribute) is function:
                stack.enter_context(mock.patch.object(place, attribute, watching))
        yield


def _modules():
    return [one for name, one in list(sys.modules.items()) if "depyf" in name]


def _watching(function, seen):
    def watch(*arguments, **named):
        given = next((one for one in arguments if _print(one) is not None), None)
        before = _print(given)
        result = function(*arguments, **named)
        after = _print(result if given is None or _is_new(result, given) else given)
        if after not in (before, None):
            seen.append((before or "", after))
        return result

    return watch


def _is_new(result, given):
    """True for what a function returns in the place of what it was given."""
    return isinstance(given, (list, Value, FunctionText)) and result is not None


def _print(given):
    """Return what stands for an argument; None for what has no text."""
    if isinstance(given, list):
        values = bool(given) and isinstance(given[0], Value)
        return _lines(map(print_value, given)) if values else print_tree(given)
    fitting = (show for kind, show in _PRINTERS if isinstance(given, kind))
    show = next(fitting, None)
    return show and show(given)


def _print_text(text):
    return write(text, EmitSettings(version=RUNNING), lambda _: text).source


def _print_loop(loop):
    blocks = [print_block(loop._function.blocks[one]) for one in sorted(loop._blocks)]
    return _lines([f"entry {loop.header}", *chain.from_iterable(blocks)])


def _lines(lines):
    return "".join(f"{line}\n" for line in lines)


_PRINTERS = [
    (Function, print_function),
    (BasicBlock, lambda block: _lines(print_block(block))),
    (LoopExtent, _print_loop),
    (Value, lambda value: f"{print_value(value)}\n"),
    (typing.get_args(Statement), lambda statement: print_tree([statement])),
    (FunctionText, _print_text),
    (Written, lambda written: written.source),
]


# -- decompiling -------------------------------------------------------------------


def _decompiled(source):
    """Decompile on one way after the other; yields None behind each."""
    module = compile(source, "example.py", "exec", dont_inherit=True)
    codes = [*_codes(module)]
    parameters = {one.co_name: one.co_varnames[: one.co_argcount] for one in codes}
    for code in [*codes[1:], module]:
        yield decompile_code(code)
        with mock.patch.object(tiers, "TIERS", MACHINES):
            yield decompile_code(code)
        yield decompile_code(code, view=True, parameter_names=parameters)
        with mock.patch.object(tiers, "TIERS", [(tiers.Quality.EXACT, _no_text)]):
            yield decompile_code(code)
    for function in _functions(module):
        yield decompile_code(function)


def _no_text(_function):
    raise StructureError


def _codes(code):
    yield code
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _codes(one)


def _functions(module):
    names = {}
    with suppress(Exception):  # it reads what is not there
        exec(module, names)
    return [one for one in names.values() if isinstance(one, types.FunctionType)]
