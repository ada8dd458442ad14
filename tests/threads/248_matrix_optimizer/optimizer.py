from collections import defaultdict
from dataclasses import dataclass

import torch

from kernels import newton_schulz, post_orthogonalize


@dataclass
class MatrixOptConfig:
    lr: float = 0.03
    momentum: float = 0.9
    weight_decay: float = 0.01
    vector_lr: float = 0.01


class MatrixOptimizer:
    """Orthogonalized momentum for matrices, plain momentum for the rest."""

    def __init__(self, params, cfg):
        self.cfg = cfg
        self.lr = torch.tensor(cfg.lr)
        self.weight_decay = torch.tensor(cfg.weight_decay)
        self.buckets = defaultdict(list)
        self.vectors = []
        for p in params:
            if p.ndim >= 2:
                self.buckets[tuple(p.shape)].append(p)
            else:
                self.vectors.append(p)
        self.momenta = {}

    def _momentum(self, p):
        m = self.momenta.setdefault(p, torch.zeros_like(p))
        m.mul_(self.cfg.momentum).add_(p.grad)
        return m

    def _scale(self, shape):
        rows, cols = shape
        return torch.tensor(max(1.0, rows / cols) ** 0.5)

    @torch.no_grad()
    def step(self):
        for shape, bucket in self.buckets.items():
            scale = self._scale(shape)
            for p in bucket:
                u = torch.empty_like(p).copy_(newton_schulz(self._momentum(p)))
                post_orthogonalize(p, u, self.lr, scale, self.weight_decay)
        for p in self.vectors:
            p.sub_(self.cfg.vector_lr * self._momentum(p))

    def zero_grad(self):
        for bucket in self.buckets.values():
            for p in bucket:
                p.grad = None
        for p in self.vectors:
            p.grad = None
