"""Rolling-origin evaluation: the history grows as new observations come in."""
from dataclasses import dataclass

import torch

from model import ForecastConfig, PatchForecaster


@dataclass
class BacktestConfig:
    first: int = 64
    stride: int = 10
    folds: int = 7
    series: int = 6


def synthetic(n, length, seed=0):
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(length)
    period = 6 + 18 * torch.rand(n, 1, generator=gen)
    trend = 0.02 * torch.randn(n, 1, generator=gen)
    noise = 0.1 * torch.randn(n, length, generator=gen)
    return torch.sin(6.2832 * t / period) + trend * t + noise


def folds(data, cfg, horizon):
    for k in range(cfg.folds):
        cut = cfg.first + k * cfg.stride
        yield data[:, :cut].clone(), data[:, cut:cut + horizon]


def mase(pred, true, history):
    naive = (history[:, 1:] - history[:, :-1]).abs().mean(-1)
    return ((pred - true).abs().mean(-1) / naive).mean()


def main():
    torch.manual_seed(0)
    cfg, bt = ForecastConfig(), BacktestConfig()
    model = PatchForecaster(cfg).eval()
    forecast = torch.compile(model, backend="eager", dynamic=True)
    length = bt.first + bt.folds * bt.stride + cfg.horizon
    data = synthetic(bt.series, length)
    scores = []
    with torch.no_grad():
        for history, true in folds(data, bt, cfg.horizon):
            pred = forecast(history)
            scores.append(mase(pred, true, history))
            print(f"{history.shape[1]:4d} mase {scores[-1].item():.5f} last {pred[0, -1].item():+.5f}")
    print(f"mean {torch.stack(scores).mean().item():.5f}")


if __name__ == "__main__":
    main()
