import math

import torch

from filtering import KalmanFilter, TrendModel


def simulate(length, dim, generator):
    t = torch.arange(length).unsqueeze(1)
    phase = torch.linspace(0, 1, dim)
    signal = 0.1 * t + torch.sin(2 * math.pi * (t / 12 + phase))
    return signal + 0.3 * torch.randn(length, dim, generator=generator)


def forecast(model, state, horizon):
    path = []
    for _ in range(horizon):
        state = model.transition @ state
        path.append(model.emission @ state)
    return torch.stack(path)


def main():
    generator = torch.Generator().manual_seed(17)
    model = TrendModel(dim=3)
    kalman = KalmanFilter(model)
    for name in ("north", "south"):
        series = simulate(14, 3, generator)
        means, ll = kalman.run(series)
        ahead = forecast(model, means[-1], 4)
        print(f"{name} loglik {ll.item():.4f} state {means[-1].sum():.5f} forecast {ahead.mean():.5f}")


if __name__ == "__main__":
    main()
