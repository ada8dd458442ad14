from dataclasses import dataclass
from functools import partial
from typing import Optional

import torch

from patching import select_embedding, select_static


@dataclass
class SamplerConfig:
    steps: int = 4
    sigma_max: float = 8.0
    sigma_min: float = 0.1


class PatchSampler:
    def __init__(self, net, patching, cfg: SamplerConfig):
        self.net, self.patching, self.cfg = net, patching, cfg

    def sigmas(self):
        ramp = torch.linspace(0, 1, self.cfg.steps)
        low, high = self.cfg.sigma_min, self.cfg.sigma_max
        return torch.cat([high * (low / high) ** ramp, torch.zeros(1)])

    def selector(self, lead_hours: Optional[float]):
        if lead_hours is None:
            return partial(select_static, patching=self.patching)
        return partial(select_embedding, patching=self.patching, lead_hours=lead_hours)

    @torch.no_grad()
    def sample(self, coarse, noise, lead_hours=None):
        choose = self.selector(lead_hours)
        cond, sig = self.patching.apply(coarse), self.sigmas()
        x = self.patching.apply(noise) * sig[0]
        for now, nxt in zip(sig[:-1], sig[1:]):
            clean = self.net(x, cond, now.clone(), choose)
            x = clean + (x - clean) * (nxt / now)
        return self.patching.fuse(x)
