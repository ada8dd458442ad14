from dataclasses import dataclass

import torch

from hub import MetricHub
from towers import TwoTower


@dataclass
class Config:
    items: int = 60
    dim: int = 12
    batch: int = 32
    history: int = 5
    steps: int = 8
    lr: float = 0.02


class Interactions:
    """Users that stay within a few neighbouring items."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.popularity = torch.softmax(torch.randn(cfg.items), dim=0)

    def batch(self):
        anchor = torch.multinomial(self.popularity, self.cfg.batch)
        offset = torch.randint(-2, 3, (self.cfg.batch, self.cfg.history))
        history = (anchor[:, None] + offset) % self.cfg.items
        return history, anchor, self.popularity[anchor].log()


def train(cfg):
    data, hub = Interactions(cfg), MetricHub()
    model = TwoTower(cfg.items, cfg.items, cfg.dim, hub)
    compiled = torch.compile(model, backend="eager")
    optim = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for step in range(cfg.steps):
        loss = compiled(*data.batch())
        optim.zero_grad()
        loss.backward()
        optim.step()
        line = " ".join(f"{k} {now:.4f} ({mean:.4f})" for k, (now, mean) in hub.report().items())
        print(f"step {step} loss {loss.item():.5f} {line}")


if __name__ == "__main__":
    torch.manual_seed(0)
    train(Config())
