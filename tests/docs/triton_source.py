"""Prints kernels that Inductor writes in Triton, on a machine without a GPU.

Chapter 13 of the walk-through shows the first of them. They are written, not compiled:
torch fails where it would hand them to Triton. Needs torch 2.13 and triton 3.9.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import sys

import torch
import torch._inductor.config
from torch._inductor.exc import InductorError
from torch._inductor.graph import GraphLowering
from torch.nn.functional import gelu

LONG = 1_000_000


def layer(x, weight, bias):
    """The function of chapter 13."""
    hidden = gelu(x)
    scaled = hidden * 2 + bias
    return scaled @ weight


def total(x):
    """A reduction."""
    return x.sum(dim=1)


def kernels(function, *inputs):
    """Return the Triton kernels of a function: name to source."""
    written = []
    kept = GraphLowering.save_output_code
    GraphLowering.save_output_code = staticmethod(written.append)
    try:
        with contextlib.suppress(InductorError):  # no device to compile for
            torch.compile(function)(*inputs)
    finally:
        GraphLowering.save_output_code = kept
    found = re.findall(r"(?ms)^(@triton\.jit\ndef (triton_\w+).*?)^'''", written[0])
    return {name: source for source, name in found}


def without_driver():
    """Replace the one question that torch asks a driver while it writes a kernel."""
    torch._inductor.config.cpu_backend = "triton"
    importlib.import_module("torch._inductor.codegen.triton")

    asks = "triton_hash_with_backend"
    for module in list(sys.modules.values()):
        if asks in vars(module):
            setattr(module, asks, lambda *_: "0")


if __name__ == "__main__":
    without_driver()
    rows = torch.randn(64, 128)
    print(
        json.dumps(
            {
                **kernels(layer, rows, torch.randn(128, 128), torch.randn(128)),
                **kernels(total, rows),
                **kernels(total, torch.randn(4, LONG)),
            }
        )
    )
