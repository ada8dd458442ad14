"""What torch says where CUDA graphs were asked for and could not be used."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from depyf.capture.torch_compat.compiling import Restore

# Warned of here by default; on the second, before there was the first, if asked for.
_LOGGERS = (
    "torch._inductor.cudagraph_utils.__cudagraphs",
    "torch._inductor.cudagraph_utils.__perf_hints",
)


def hear_cuda_graphs(take: Callable[[str], None]) -> Restore:
    """Have `take` get each of torch's messages about CUDA graphs.

    By a filter that lets everything pass: with a handler, logging would no longer print
    what no other handler prints.

    Args:
        take: gets a message, in the thread that compiles or runs.
    """

    def hear(record: logging.LogRecord) -> bool:
        take(record.getMessage())
        return True

    stack = ExitStack()
    for name in _LOGGERS:
        heard = logging.getLogger(name)
        heard.addFilter(hear)
        stack.callback(heard.removeFilter, hear)
    return stack.close
