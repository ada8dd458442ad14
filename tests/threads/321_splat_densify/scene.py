from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class SceneConfig:
    init_points: int = 40
    max_points: int = 160
    grad_threshold: float = 2e-4
    min_opacity: float = 0.05
    split_jitter: float = 0.02


class SplatScene:
    """Isotropic 2D splats: position, log radius, colour and opacity logit."""

    FIELDS = ("xy", "log_radius", "color", "opacity")

    def __init__(self, cfg, generator):
        self.cfg = cfg
        self.generator = generator
        n = cfg.init_points
        self.store({
            "xy": torch.rand(n, 2, generator=generator),
            "log_radius": torch.full((n,), -2.2),
            "color": torch.rand(n, 3, generator=generator),
            "opacity": torch.zeros(n),
        })

    def store(self, values):
        for name in self.FIELDS:
            setattr(self, name, nn.Parameter(values[name].detach().clone()))
        self.grad_accum = torch.zeros(len(self))

    def __len__(self):
        return self.xy.shape[0]

    def tensors(self):
        return {name: getattr(self, name) for name in self.FIELDS}

    def track(self):
        self.grad_accum += self.xy.grad.norm(dim=-1)

    @torch.no_grad()
    def densify_and_prune(self):
        keep = torch.sigmoid(self.opacity) > self.cfg.min_opacity
        hot = keep & (self.grad_accum > self.cfg.grad_threshold)
        room = max(0, self.cfg.max_points - int(keep.sum()))
        chosen = self.grad_accum.masked_fill(~hot, -1.0).topk(min(room, int(hot.sum()), 9)).indices
        children = {k: v[chosen] for k, v in self.tensors().items()}
        noise = torch.randn(children["xy"].shape, generator=self.generator)
        children["xy"] = children["xy"] + self.cfg.split_jitter * noise
        children["log_radius"] = children["log_radius"] - 0.3
        merged = {k: torch.cat([v[keep], children[k]]) for k, v in self.tensors().items()}
        self.store(merged)
        return len(self)
