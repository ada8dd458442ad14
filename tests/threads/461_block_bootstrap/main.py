import torch

from forecaster import BootstrapForecaster


def make_series(length, period, drift):
    t = torch.arange(length, dtype=torch.float32)
    wave = torch.sin(2 * torch.pi * t / period)
    return wave + drift * t + 0.2 * torch.randn(length)


def evaluate(model, series_set):
    for name, series in series_set.items():
        history, target = series[: -model.horizon], series[-model.horizon :]
        with torch.no_grad():
            mean, spread = model(history)
        error = (mean - target).abs().mean()
        inside = ((mean - target).abs() <= 2 * spread).float().mean()
        print(f"{name}: mae={error:.4f} spread={spread.mean():.4f} cover={inside:.2f}")


def main():
    torch.manual_seed(21)
    model = BootstrapForecaster(lags=4, horizon=6)
    model.compile(backend="aot_eager")
    series_set = {
        "load": make_series(66, 12, 0.02),
        "traffic": make_series(66, 7, -0.01),
        "solar": make_series(66, 24, 0.0),
    }
    evaluate(model, series_set)


if __name__ == "__main__":
    main()
