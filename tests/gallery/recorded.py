"""A small recorded result, and how to change it: what the pages are tested on."""

from __future__ import annotations

import copy

BREAK = {
    "reason": "Call to `torch._dynamo.graph_break()`",
    "file": "timm/layers/mlp.py",
    "function": "forward",
    "line": 41,
    "text": "x = self.act(x)",
}
FIGURES = {
    "entries": 1,
    "quality": {"exact": 1},
    "breaks": [],
    "recompiles": [],
    "skipped": [],
    "guards": 100,
    "guard_kinds": {"TENSOR_MATCH": 60, "ID_MATCH": 40},
    "guards_about": {"modules": 50, "arguments": 50},
    "graphs": 1,
    "captured_operators": 20,
    "operators": 40,
    "most_used": {"aten.mm": 8, "aten.view": 6},
    "kernels": {"generated": 3, "external": 4, "most_fused": 5, "called": {}},
    "saved_bytes": 1000,
    "equal_modules": {},
    "seconds": {"all": 2.0},
    "dump": {"files": 9, "bytes": 90000},
    "parameter_bytes": 1000,
    "judged": {"functions": 1},
    "processor_seconds": {"plain": 4.0, "depyf": 5.0},
}
RESULT = {
    "kind": "encoder",
    "library": "timm",
    "backend": "inductor",
    "why": "",
    "made_of": {"row": "r1", "depyf": "d1", "versions": {"torch": "2.13.0"}},
    "versions": {"python": "3.11.7", "timm": "1.0.31", "torch": "2.13.0"},
    "machine": "a processor, 2 cores",
    "revision": "abc",
    "date": "2026-11-25",
    "cases": {"infer": FIGURES, "train": FIGURES},
    "faults": [],
    "packed": {"bytes": 40000},
}


def result(training=None, **changes):
    """A result with other figures of training, or other facts."""
    made = {**copy.deepcopy(RESULT), **changes}
    if made.get("cases"):
        made["cases"]["train"].update(training or {})
    return made
