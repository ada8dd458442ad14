"""Runs one model compiled, with or without depyf, and writes down what came out.

That is a JSON file, written anew after each case: digests of all that two calls
computed and, under depyf, what torch itself told of each compilation while it ran,
heard by a handler that is not depyf's. A plain run never imports depyf.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any, Callable, ContextManager, Sequence

import torch

from gallery.digest import differentiated, digest
from gallery.examine import DEPYF

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn

    from gallery.models.row import Batch, Row

CALLS = 2
MAKING, BATCHING, CALLING = 0, 1, 2  # seeds


def program(row: Row, cases: Sequence[str], mode: str, out: Path) -> None:
    """Runs cases of a row, each on a model of its own; `mode` is one of `examine`."""
    report: dict[str, Any] = {}
    run = under_depyf if mode == DEPYF else plainly
    for case in cases:
        sys.argv = ["gallery", row.name, case]  # what the dump says it is of
        try:
            report[case] = run(row, case)
        except Exception:  # whatever a model raises is told
            report[case] = {"error": traceback.format_exc()}
        out.write_text(json.dumps(report), encoding="utf-8")


def plainly(row: Row, case: str) -> dict[str, Any]:
    """Runs a case as anybody would."""
    return results(row, case, contextlib.nullcontext())


def under_depyf(row: Row, case: str) -> dict[str, Any]:
    """Runs a case inside `prepare_debug`, and hears what torch tells meanwhile."""
    from torch._dynamo.convert_frame import register_bytecode_hook

    import depyf
    from gallery.listener import Listener

    listener = Listener()
    # First, so that it hears what is told before any other handler may change it.
    trace = logging.getLogger("torch.__trace")
    trace.handlers.insert(0, listener)
    handle = register_bytecode_hook(listener.entry)
    # Where kernels come from is recorded only when asked for.
    block = depyf.prepare_debug(f"dump/{case}", provenance=row.backend == "inductor")
    try:
        return {**results(row, case, block), "told": dict(listener.told)}
    finally:
        trace.removeHandler(listener)
        handle.remove()


def results(row: Row, case: str, block: ContextManager[object]) -> dict[str, Any]:
    """Makes the model, and calls it compiled."""
    torch.compiler.reset()
    torch.manual_seed(MAKING)
    model = row.make()
    torch.manual_seed(BATCHING)
    batch = row.batch()
    compiled = torch.compile(model, backend=row.backend)
    trains = case == "train"
    with block:
        began = time.process_time()
        found = [
            digest(step(model, compiled, batch, trains=trains)) for _ in range(CALLS)
        ]
        processor = time.process_time() - began
    weights = [*model.parameters(), *model.buffers()]
    return {
        "results": found,
        "state": digest(weights),
        # Of this process: what C++ compilers take is not in it.
        "processor_seconds": round(processor, 2),
        "parameter_bytes": sum(
            p.numel() * p.element_size() for p in model.parameters()
        ),
    }


def step(
    model: nn.Module, compiled: Callable[..., Any], batch: Batch, *, trains: bool
) -> list[Any]:
    """One call, and its backward; returns all that it computes."""
    torch.manual_seed(CALLING)
    model.train(trains)
    model.zero_grad()
    with torch.set_grad_enabled(trains):
        out = compiled(**batch)
    gradients: list[Any] = []
    if trains:
        differentiated(out).backward()
        gradients = [parameter.grad for parameter in model.parameters()]
    return [out, gradients]
