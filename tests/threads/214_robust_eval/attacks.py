from dataclasses import dataclass

import torch


@dataclass
class AttackConfig:
    eps: float = 0.10
    step_size: float = 0.03
    steps: int = 3
    random_start: bool = True


class PGD:
    def __init__(self, grad_fn, cfg, seed=0):
        self.grad_fn = grad_fn
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def project(self, adv, clean):
        delta = (adv - clean).clamp(-self.cfg.eps, self.cfg.eps)
        return (clean + delta).clamp(0.0, 1.0)

    def perturb(self, x, y):
        adv = x.clone()
        if self.cfg.random_start:
            noise = torch.empty_like(adv).uniform_(-1, 1, generator=self.gen)
            adv = self.project(adv + self.cfg.eps * noise, x)
        adv.requires_grad_(True)
        for _ in range(self.cfg.steps):
            grad = self.grad_fn(adv, y)
            with torch.no_grad():
                adv.copy_(self.project(adv + self.cfg.step_size * grad.sign(), x))
        return adv


class Identity:
    def perturb(self, x, y):
        return x
