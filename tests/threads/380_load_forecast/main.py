import math

import torch

from forecaster import ForecastConfig, LoadForecaster


def series(steps, generator):
    t = torch.arange(steps)
    daily = torch.sin(2 * math.pi * t / 24)
    weekly = 0.4 * torch.cos(2 * math.pi * t / 168)
    return 3.0 + daily + weekly + 0.1 * torch.randn(steps, generator=generator)


class WindowLoader:
    """Batches of windows; feeders that were installed late have a shorter history."""

    def __init__(self, load, cfg, lengths, batch_size=16, seed=0):
        self.load, self.cfg, self.lengths, self.batch_size = load, cfg, lengths, batch_size
        self.generator = torch.Generator().manual_seed(seed)

    def __iter__(self):
        for length in self.lengths:
            last = len(self.load) - length - self.cfg.horizon
            start = torch.randint(last, (self.batch_size, 1), generator=self.generator)
            hours = start + torch.arange(length + self.cfg.horizon)
            window = self.load[hours]
            yield window[:, :length].contiguous(), hours[:, :length].contiguous(), window[:, length:]


def main():
    torch.manual_seed(0)
    cfg = ForecastConfig()
    load = series(1500, torch.Generator().manual_seed(2))
    model = LoadForecaster(cfg)
    forecast = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for step, (past, hours, future) in enumerate(WindowLoader(load, cfg, [48, 36, 48, 60, 42, 48])):
        torch._dynamo.mark_dynamic(past, 1)
        torch._dynamo.mark_dynamic(hours, 1)
        loss = (forecast(past, hours) - future).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} history {past.shape[1]} mae {loss.item():.5f}")


if __name__ == "__main__":
    main()
