import torch
import torch.nn.functional as F
from torch import nn

from guarded import GuardConfig
from optimiser import GuardedMomentum


def regression_task(samples: int = 96, features: int = 6):
    x = torch.randn(samples, features)
    y = torch.sin(x @ torch.randn(features, 1)) + 3.0 * x[:, :1]
    return x, y


def fit(model: nn.Module, optimiser: GuardedMomentum, x, y, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(21)
    x, y = regression_task()
    model = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 1))
    optimiser = GuardedMomentum(list(model.parameters()), lr=0.2, cfg=GuardConfig(limit=2.0))
    losses = fit(model, optimiser, x, y, steps=40)
    for step in (0, 9, 19, 39):
        print(f"step {step:2d}  loss {losses[step]:.4f}  norm {optimiser.norms[step]:.4f}")
    limited = sum(n > optimiser.cfg.limit for n in optimiser.norms)
    print("limited", limited, "of", len(optimiser.norms))


if __name__ == "__main__":
    main()
