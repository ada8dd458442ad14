"""Runs one model compiled, with or without depyf, and says what came out.

    program.py NAME CASES yes|no       CASES like eager-infer,aot_eager-train

Prints one JSON object: digests of outputs and gradients for every case and, for the
judge, what torch itself told of each compilation while it ran, heard by handlers that
are not depyf's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import sys
from collections import defaultdict

import torch
import torch._dynamo
from torch._dynamo.convert_frame import register_bytecode_hook
from torch._guards import CompileContext

from tests.torch.models import zoo


class Listener(logging.Handler):
    """Keeps what torch tells, by compile id: the witness that depyf is held against."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.told = defaultdict(lambda: {"graphs": [], "records": []})

    def emit(self, record):
        about = getattr(record, "metadata", {})
        if about.get("frame_id") is None:
            return
        kind = next(iter(about))
        if kind == "artifact":
            kind = about["artifact"]["name"]
        if kind.startswith(KEPT) and about.get("has_payload"):
            name = f"{about['frame_id']}/{about['frame_compile_id']}"
            self.told[name]["records"].append([kind, record.payload])

    def entry(self, original, new):
        name = str(CompileContext.current_compile_id())
        self.told[name]["graphs"] += [
            name for name in new.co_names if name.startswith("__compiled_fn_")
        ]


KEPT = (
    "dynamo_output_graph",
    "aot_forward_graph",
    "aot_backward_graph",
    "aot_inference_graph",
    "inductor_post_grad_graph",
    "inductor_output_code",
    "inductor_provenance_tracking_node_mappings",
)


def digest(tensors):
    found = hashlib.sha256()
    for tensor in tensors:
        if tensor is not None:
            plain = tensor.detach().contiguous().reshape(-1).view(torch.uint8)
            found.update(plain.numpy().tobytes())
    return found.hexdigest()


def tensors_in(value):
    leaves, _ = torch.utils._pytree.tree_flatten(
        dict(value) if isinstance(value, dict) else value
    )
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


def step(model, compiled, batch, *, trains):
    """One call; returns the digest of all that it computes."""
    torch.manual_seed(2)
    model.train(trains)
    model.zero_grad()
    with torch.set_grad_enabled(trains):
        out = compiled(**batch)
    found = tensors_in(out)
    if trains:
        out.loss.backward()
        found += [parameter.grad for parameter in model.parameters()]
    return digest(found)


def run(name, case, block, listener):
    backend, _, mode = case.partition("-")
    torch._dynamo.reset()
    listener.told.clear()
    model, batch = zoo.made(name), zoo.inputs(name)
    compiled = torch.compile(model, backend=backend)
    with block:
        results = [
            step(model, compiled, batch, trains=mode == "train") for _ in range(2)
        ]
    return {"results": results, "told": dict(listener.told)}


def main(name, cases, capture):
    listener = Listener()
    logging.getLogger("torch.__trace").handlers.insert(0, listener)
    handle = register_bytecode_hook(listener.entry)
    report = {}
    for case in cases.split(","):
        block = contextlib.nullcontext()
        if capture == "yes":
            import depyf

            block = depyf.prepare_debug(
                f"dump/{case}", provenance=case.startswith("inductor")
            )
        elif case.startswith("inductor"):
            torch._inductor.config.trace.provenance_tracking_level = 1
        report[case] = run(name, case, block, listener)
    handle.remove()
    print(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
