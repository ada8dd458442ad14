from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class Settings:
    lr: float = 0.1
    compile: bool = True
    warmup: int = 0


class Trainer:
    def __init__(self, model, settings):
        self.model, self.settings = model, settings
        self.opt = torch.optim.SGD(model.parameters(), lr=settings.lr)
        self.count = 0
        if settings.compile:
            model.compile(backend="aot_eager")

    def _lr(self):
        w = self.settings.warmup
        return self.settings.lr * min(1.0, (self.count + 1) / (w + 1))

    def step(self, x, y):
        for g in self.opt.param_groups:
            g["lr"] = self._lr()
        loss = F.cross_entropy(self.model(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.count += 1
        return loss.item()
