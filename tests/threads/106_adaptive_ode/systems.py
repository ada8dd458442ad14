import torch


def lotka_volterra(y, a=1.1, b=0.1, c=0.4, d=0.05):
    prey, pred = y[:, 0], y[:, 1]
    return torch.stack([a * prey - b * prey * pred, d * prey * pred - c * pred], dim=1)
