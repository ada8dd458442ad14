import torch

from model import Forecaster
from patching import PatchConfig

CONTEXTS = (48, 64, 72, 96, 112, 128)


def seasonal_batch(length: int, batch: int = 6) -> torch.Tensor:
    t = torch.arange(length, dtype=torch.float32)
    phase = torch.rand(batch, 1) * 6.28
    return torch.sin(t / 12 * 6.28 + phase) + 0.02 * t + 0.1 * torch.randn(batch, length)


def backtest(model, contexts):
    rows = []
    for length in contexts:
        data = seasonal_batch(length + 12)
        forecast = model(data[:, :length])
        error = (forecast - data[:, length:]).abs().mean()
        rows.append((length, error.item(), forecast.sum().item()))
    return rows


def main():
    torch.manual_seed(3)
    model = Forecaster(PatchConfig(), horizon=12).eval()
    compiled = torch.compile(model, backend="aot_eager", dynamic=True)
    with torch.no_grad():
        for length, mae, total in backtest(compiled, CONTEXTS):
            print(f"context {length:4d}  mae {mae:.4f}  sum {total:.4f}")


if __name__ == "__main__":
    main()
