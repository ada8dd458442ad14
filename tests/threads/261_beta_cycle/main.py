import torch
from torch import nn

from schedule import CycleConfig, OneCycle
from update import SmoothLion


def make_data(n=128):
    x = torch.randn(n, 8)
    w = torch.linspace(-1.0, 1.0, 8)
    return x, torch.sin(x @ w).unsqueeze(1)


class Trainer:
    def __init__(self, model, cfg):
        self.model = model
        self.optimizer = SmoothLion(model.parameters(), lr=cfg.max_lr)
        self.schedule = OneCycle(self.optimizer, cfg)
        self.cfg = cfg

    def fit(self, x, y):
        for step in range(self.cfg.total_steps):
            loss = nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            print(f"step {step:2d} loss {loss.item():.5f} lr {float(self.optimizer.group['lr']):.5f}")


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
    trainer = Trainer(model, CycleConfig())
    trainer.fit(*make_data())
    print("norm", f"{sum(p.norm() for p in model.parameters()).item():.5f}")


if __name__ == "__main__":
    main()
