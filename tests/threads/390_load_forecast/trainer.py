from dataclasses import dataclass

import torch
import torch.nn.functional as F

from optim import Lion, WarmupCosine


@dataclass
class TrainConfig:
    peak_lr: float = 4e-3
    head_scale: float = 0.5
    weight_decay: float = 0.01
    warmup: int = 2
    steps: int = 6
    batch: int = 16


class Trainer:
    def __init__(self, model, cfg: TrainConfig):
        self.model, self.cfg = model, cfg
        body = [p for n, p in model.named_parameters() if not n.startswith("head")]
        groups = [{"params": body}, {"params": model.head.parameters(), "lr_scale": cfg.head_scale}]
        self.optimizer = Lion(groups, weight_decay=cfg.weight_decay)
        self.schedule = WarmupCosine(self.optimizer, cfg.peak_lr, cfg.warmup, cfg.steps)
        self.update = torch.compile(self.optimizer.step, backend="eager")

    def train_step(self, x, y):
        loss = F.huber_loss(self.model(x), y)
        loss.backward()
        self.update()
        self.optimizer.zero_grad()
        self.schedule.step()
        return loss.detach()
