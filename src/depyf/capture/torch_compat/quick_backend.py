"""Leave out Inductor, whose compiling takes most of the time.

Graph breaks, guards and recompiles come from Dynamo, so a program has the same ones.
"""

from __future__ import annotations

from typing import Any


def leave_out_inductor() -> None:
    """Run AOTAutograd's graphs as they are wherever a program asks for Inductor."""
    from torch._dynamo.backends.debugging import aot_eager
    from torch._inductor import compile_fx

    def run_as_it_is(
        graph: Any,
        inputs: Any,
        *_args: object,
        **_options: object,
    ) -> Any:
        return aot_eager(graph, inputs)

    # Each call of Inductor imports this function by name.
    compile_fx.compile_fx = run_as_it_is
