"""A model of the gallery as a program: what `depyf cure` is tried on.

python gallery/one.py NAME CASE
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from gallery.models import MODELS

importlib.import_module(MODELS[sys.argv[1]].library)  # as a program does at its top
from gallery.digest import sums  # noqa: E402
from gallery.program import BATCHING, CALLS, MAKING, step  # noqa: E402

#: Dynamo breaks graphs and recompiles before a backend sees a graph.
BACKEND = "aot_eager"

name, case = sys.argv[1:]
row = MODELS[name]
torch.manual_seed(MAKING)
model = row.make()
torch.manual_seed(BATCHING)
batch = row.batch()
compiled = torch.compile(model, backend=BACKEND)
for _ in range(CALLS):
    print(*sums(step(model, compiled, batch, trains=case == "train")))
