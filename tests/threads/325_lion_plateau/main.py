import torch
from torch import nn

from optim import Lion, clip_by_norm
from plateau import PlateauDecay


class Regressor(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU())
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(-1)


def build_optimizer(model, lr):
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.05}, {"params": plain}]
    return Lion(groups, lr=lr)


class Trainer:
    def __init__(self, model, lr=0.02, max_norm=1.0):
        self.model = model
        self.optimizer = build_optimizer(model, lr)
        self.plateau = PlateauDecay(self.optimizer, threshold=0.05, patience=0)
        self.params = list(model.parameters())
        self.max_norm = max_norm
        self.update = torch.compile(self._update, backend="aot_eager")

    def _update(self):
        norm = clip_by_norm(self.params, self.max_norm)
        self.optimizer.step()
        return norm

    def epoch(self, x, y):
        for xb, yb in zip(x.split(32), y.split(32)):
            loss = nn.functional.mse_loss(self.model(xb), yb)
            loss.backward()
            norm = self.update()
            self.optimizer.zero_grad(set_to_none=False)
        with torch.no_grad():
            value = nn.functional.mse_loss(self.model(x), y).item()
        self.plateau.step(value)
        return value, norm.item()


def main():
    torch.manual_seed(8)
    x = torch.randn(128, 6)
    y = torch.sin(x[:, 0]) + 0.5 * x[:, 1] * x[:, 2] + 0.1 * torch.randn(128)
    trainer = Trainer(Regressor())
    for i in range(20):
        value, norm = trainer.epoch(x, y)
        if i % 3 == 1:
            print(f"epoch {i} mse {value:.4f} norm {norm:.3f} lr {trainer.plateau.last_lr()[0]:.5f}")
    print("drops", trainer.plateau.drops)


if __name__ == "__main__":
    main()
