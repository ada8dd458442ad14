import torch
from torch.nn import functional as F

from model import Mixer, make_batches
from optimizer import Adam, AdamConfig


def fit(model, optimizer, batches):
    losses = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(11)
    model = Mixer(features=6, hidden=16, depth=2)
    optimizer = Adam(model.parameters(), AdamConfig())
    losses = fit(model, optimizer, make_batches(7, 32, 6))
    print("losses", [f"{v:.4f}" for v in losses])
    print("moments", "%.4f %.4f" % optimizer.report())
    print("weights", f"{sum(p.abs().sum().item() for p in model.parameters()):.3f}")


if __name__ == "__main__":
    main()
