"""Flow over a clip; each refinement block is compiled by itself."""
import logging

import torch
from torch import nn

from grids import base_grid
from nets import Encoder, Refine

log = logging.getLogger("flow.tracker")


class FlowTracker(nn.Module):
    def __init__(self, ch=16, rounds=3, backend="eager"):
        super().__init__()
        self.encoder = Encoder(ch)
        self.rounds = nn.ModuleList(Refine(ch) for _ in range(rounds))
        self.memory = [None] * rounds
        for r in self.rounds:
            r.compile(backend=backend)
        log.info("%d rounds compiled with %s", rounds, backend)

    def forward(self, a, b):
        fa, fb = self.encoder(a), self.encoder(b)
        h, w = fa.shape[-2:]
        grid = base_grid(h, w)
        flow = torch.zeros(fa.shape[0], 2, h, w)
        flows = []
        for i, r in enumerate(self.rounds):
            flow, self.memory[i] = r(fa, fb, flow, grid, self.memory[i])
            flows.append(flow)
        log.debug("flow done, %d rounds", len(flows))
        return flows

    def residual(self, a, b, flow):
        f = nn.functional.interpolate(flow, size=a.shape[-2:], mode="bilinear", align_corners=True) * 2
        from grids import warp
        return (warp(b, f, base_grid(*a.shape[-2:])) - a).abs().mean()
