from dataclasses import dataclass

import torch


def split_decay(model):
    decay, rest = [], []
    for p in model.parameters():
        (decay if p.ndim > 1 else rest).append(p)
    return decay, rest


@dataclass
class Group:
    params: list
    weight_decay: float
    lr: float
    momentum: list


class Lion:
    """Sign of the momentum, after Chen et al."""

    def __init__(self, model, lr, betas=(0.9, 0.99)):
        self.betas = betas
        self.groups = []
        for params, decay in zip(split_decay(model), (1e-3, 0.0)):
            momentum = [torch.zeros_like(p) for p in params]
            self.groups.append(Group(params, decay, lr, momentum))

    def step(self):
        b1, b2 = self.betas
        with torch.no_grad():
            for group in self.groups:
                for p, m in zip(group.params, group.momentum):
                    move = torch.sign(b1 * m + (1 - b1) * p.grad)
                    p.sub_(group.lr * (move + group.weight_decay * p))
                    m.mul_(b2).add_(p.grad, alpha=1 - b2)

    def zero_grad(self):
        for group in self.groups:
            for p in group.params:
                p.grad = None
