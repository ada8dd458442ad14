import torch
from torch import nn

import losses
from meter import Meter


class MultiTaskTrainer:
    def __init__(self, width, lr):
        self.trunk = nn.Sequential(nn.Linear(6, width), nn.Tanh())
        self.heads = nn.ModuleDict({k: nn.Linear(width, 3) for k in ("depth", "normals")})
        self.opt = torch.optim.SGD([*self.trunk.parameters(), *self.heads.parameters()], lr=lr)
        self.losses = torch.compile(losses.compute, backend="aot_eager")
        self.meter = Meter()

    def train_step(self, task, x, y):
        tag = self.meter.tag(task)
        pred = self.heads[task](self.trunk(x))
        terms = self.losses(pred, y, tag)
        total = terms[f"{tag}/total"]
        total.backward()
        self.opt.step()
        self.opt.zero_grad()
        self.meter.add(terms)
        return total.item()
