import math

import torch


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0):
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["m"] = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            (b1, b2), lr = group["betas"], group["lr"]
            for p in group["params"]:
                m = self.state[p]["m"]
                p.mul_(1.0 - lr * group["weight_decay"])
                p.sub_(torch.sign(b1 * m + (1 - b1) * p.grad) * lr)
                m.lerp_(p.grad, 1 - b2)


class WarmupCosine:
    def __init__(self, optimizer, peak, warmup, total, floor=0.05):
        self.optimizer = optimizer
        self.peak, self.floor = peak, floor
        self.warmup, self.total = warmup, total
        self.t = 0
        self.apply()

    def factor(self):
        if self.t < self.warmup:
            return (self.t + 1) / self.warmup
        done = (self.t - self.warmup) / max(1, self.total - self.warmup)
        return self.floor + (1 - self.floor) * 0.5 * (1 + math.cos(math.pi * done))

    def apply(self):
        for group in self.optimizer.param_groups:
            group["lr"] = self.peak * self.factor() * group.get("lr_scale", 1.0)

    def step(self):
        self.t += 1
        self.apply()
