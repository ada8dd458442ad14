"""Fit a small harmonic regressor to tide gauge levels."""
from dataclasses import dataclass

import torch
from torch import nn

from callbacks import BestWeights, PlateauDecay
from lion import Lion

PERIODS = torch.tensor([12.42, 12.0, 25.82, 23.93])


@dataclass
class FitConfig:
    epochs: int = 12
    hidden: int = 16
    lr: float = 0.03
    weight_decay: float = 0.01


def gauge(hours, noise=0.05):
    phase = 2 * torch.pi * hours[:, None] / PERIODS
    level = (torch.tensor([1.1, 0.4, 0.3, 0.2]) * torch.cos(phase + 0.3)).sum(1, keepdim=True)
    feats = torch.cat([phase.cos(), phase.sin()], dim=1)
    return feats, level + noise * torch.randn_like(level)


class Trainer:
    def __init__(self, model, optimizer, callbacks):
        self.model, self.optimizer, self.callbacks = model, optimizer, callbacks

    def fit(self, train, val, epochs):
        for epoch in range(epochs):
            for x, y in zip(train[0].split(96), train[1].split(96)):
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            with torch.no_grad():
                metric = nn.functional.mse_loss(self.model(val[0]), val[1]).item()
            for cb in self.callbacks:
                cb.on_epoch_end(self, epoch, metric)
            lr = float(self.optimizer.param_groups[0]["lr"])
            print(f"epoch {epoch:2d}  val {metric:.6f}  lr {lr:.6f}")


def main():
    torch.manual_seed(3)
    cfg = FitConfig()
    train, val = gauge(torch.arange(0.0, 384.0)), gauge(torch.arange(400.0, 500.0))
    model = nn.Sequential(nn.Linear(8, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, 1))
    best = BestWeights()
    optimizer = Lion(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
    Trainer(model, optimizer, [PlateauDecay(), best]).fit(train, val, cfg.epochs)
    total = sum(v.double().abs().sum() for v in best.state.values()).item()
    print(f"best epoch {best.epoch}  val {best.best:.6f}  |w| {total:.6f}")


if __name__ == "__main__":
    main()
