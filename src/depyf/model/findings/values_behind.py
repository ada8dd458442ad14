"""Find the expressions that the values on the line of a graph break come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Tuple

from depyf.model.findings.break_ways import is_within, stacks_to
from depyf.model.findings.names import program_stack
from depyf.model.findings.origin_trace import tracer_of
from depyf.model.findings.program_text import file_of, index_of, program_files
from depyf.model.findings.spots import is_traced, met_from, values_at

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.findings.spots import Spot

# An expression, its spot, and whether torch compiles it.
Behind = Tuple["ast.expr", "Spot", bool]


def values_behind(one: Break, line: SourceLine) -> Iterator[list[Behind]]:
    """Yield, for each value on a line, the expressions that it comes from.

    Args:
        one: the break, or a failure as one.
        line: a line on its stack.

    Yields:
        The value itself and the expressions behind it, the nearest first.
    """
    file = file_of(one.run, line)
    tracer, stacks = tracer_of(program_files(one.run)), stacks_to(one)
    for value, at in values_at(file, line.line) if file is not None else ():
        follower = tracer.along(stacks)
        yield [
            (node, spot, is_traced(one.run, spot) or _is_met(one, spot, follower))
            for node, spot in met_from(follower, value, at)
        ]


def _is_met(one: Break, spot: Spot, tracer: Tracer) -> bool:
    """Return whether a function is on the stack of a break, or called from there only.

    Of a function that fails to compile, depyf knows no inlined functions.
    """
    stack = program_stack(one.event.user_stack)
    own = [at for at, line in enumerate(stack) if is_within(one, line)]
    met = {(line.file, line.function) for line in stack[own[0] if own else 0 :]}
    function = spot.function
    if function is None or (spot.file.file, function.name) in met:
        return function is not None
    around = [
        (file.file, index_of(file).function_around(call))
        for file, call, _ in tracer.on_the_way(function, spot.file)
    ]
    return bool(around) and all(
        caller is not None and (file, caller.name) in met for file, caller in around
    )
