from dataclasses import dataclass

import torch


@dataclass
class OptimConfig:
    lr: float = 0.25
    momentum: float = 0.9
    weight_decay: float = 1e-4
    backend: str = "aot_eager"


class NesterovSGD:
    def __init__(self, named_params, cfg):
        self.decay, self.plain = [], []
        for name, p in named_params:
            (self.plain if name.endswith("bias") else self.decay).append(p)
        lr = torch.tensor(cfg.lr)
        self.groups = [
            {"params": self.decay, "lr": lr.clone(), "weight_decay": cfg.weight_decay},
            {"params": self.plain, "lr": lr.clone(), "weight_decay": 0.0},
        ]
        self.momentum = cfg.momentum
        self.buffers = {id(g): [torch.zeros_like(p) for p in g["params"]] for g in self.groups}
        self._apply = torch.compile(update_groups, backend=cfg.backend)

    @torch.no_grad()
    def step(self):
        self._apply([
            (g["params"], [p.grad for p in g["params"]], self.buffers[id(g)],
             g["lr"], g["weight_decay"])
            for g in self.groups
        ], self.momentum)

    def zero_grad(self):
        for p in self.decay + self.plain:
            p.grad = None


def nesterov_update(params, grads, buffers, lr, momentum, weight_decay):
    for p, g, buf in zip(params, grads, buffers):
        if weight_decay:
            g = g + weight_decay * p
        buf.mul_(momentum).add_(g)
        p.sub_(lr * (g + momentum * buf))


def update_groups(work, momentum):
    for params, grads, buffers, lr, weight_decay in work:
        nesterov_update(params, grads, buffers, lr, momentum, weight_decay)
