import torch
import torch.nn as nn
import torch.nn.functional as F

from lion import Lion
from schedules import PlateauConfig, PlateauDecay, Warmup


class Surrogate(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.inp = nn.Linear(5, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(F.silu(self.inp(x))).squeeze(-1)


class Trainer:
    def __init__(self, model, lr=2.0 ** -6):
        self.model = model
        groups = [
            {"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": 0.01},
            {"params": [p for p in model.parameters() if p.ndim <= 1]},
        ]
        self.optimizer = Lion(groups, lr)
        self.warmup = Warmup(self.optimizer, steps=4)
        self.plateau = PlateauDecay(self.optimizer, PlateauConfig())
        self._apply = torch.compile(self.optimizer.step, backend="eager")

    def train_epoch(self, batches):
        for x, y in batches:
            loss = F.mse_loss(self.model(x), y)
            loss.backward()
            self.warmup.step()
            self._apply()
            self.model.zero_grad(set_to_none=False)

    @torch.no_grad()
    def validate(self, x, y):
        return F.mse_loss(self.model(x), y).item()


def main():
    torch.manual_seed(3)
    x = torch.randn(96, 5)
    y = torch.sin(x[:, 0]) + 0.3 * x[:, 1] * x[:, 2] + 0.4 * torch.randn(96)
    trainer = Trainer(Surrogate())
    batches = [(x[i:i + 16], y[i:i + 16]) for i in range(0, 64, 16)]
    for epoch in range(16):
        trainer.train_epoch(batches)
        val = trainer.validate(x[64:], y[64:])
        reduced = trainer.plateau.step(val)
        lr = float(trainer.optimizer.param_groups[0]["lr"])
        print(f"epoch {epoch:2d} val {val:.5f} lr {lr:.6f}{' *' if reduced else ''}")


if __name__ == "__main__":
    main()
