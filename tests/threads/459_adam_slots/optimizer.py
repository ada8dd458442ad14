from dataclasses import dataclass

import torch

from slots import Slot, debias


@dataclass(frozen=True)
class AdamConfig:
    lr: float = 2e-2
    beta1: float = 0.9
    beta2: float = 0.99
    eps: float = 1e-8
    weight_decay: float = 1e-3


def apply_update(params, grads, slots, cfg):
    with torch.no_grad():
        for param, grad, slot in zip(params, grads, slots):
            step = slot.advance()
            slot.mean.lerp_(grad, 1.0 - cfg.beta1)
            slot.var.mul_(cfg.beta2).addcmul_(grad, grad, value=1.0 - cfg.beta2)
            mean = slot.mean / debias(cfg.beta1, step)
            var = slot.var / debias(cfg.beta2, step)
            param.mul_(1.0 - cfg.lr * cfg.weight_decay)
            param.sub_(cfg.lr * mean / (var.sqrt() + cfg.eps))


class Adam:
    def __init__(self, params, cfg, backend="eager"):
        self.params = [p for p in params if p.requires_grad]
        self.slots = [Slot.like(p) for p in self.params]
        self.cfg = cfg
        self._apply = torch.compile(apply_update, backend=backend)

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        grads = [p.grad for p in self.params]
        self._apply(self.params, grads, self.slots, self.cfg)

    def report(self):
        pairs = [slot.norms() for slot in self.slots]
        return sum(m for m, _ in pairs), sum(v for _, v in pairs)
