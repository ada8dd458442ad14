import random

import torch
from torch import nn

from forecaster import Forecaster
from sampling import SamplingConfig, ScheduledSampling

PAST, HORIZON, BATCH = 16, 4, 8


def make_windows(gen):
    phase = torch.rand(BATCH, 1, generator=gen) * 6.28
    grid = torch.arange(PAST + HORIZON) * 0.4
    series = torch.sin(grid + phase) + 0.05 * torch.randn(BATCH, PAST + HORIZON, generator=gen)
    return series[:, :PAST].contiguous(), series[:, PAST:].contiguous()


def main():
    random.seed(7)
    torch.manual_seed(7)
    gen = torch.Generator().manual_seed(7)
    sampling = ScheduledSampling(SamplingConfig())
    model = Forecaster(16, sampling)
    net = torch.compile(model, backend="eager")
    opt = torch.optim.Adam(model.parameters(), lr=2e-2)
    for step in range(6):
        sampling.set_step(step)
        past, future = make_windows(gen)
        loss = nn.functional.l1_loss(net(past, future), future)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} ratio {sampling.ratio:.2f} mae {loss.item():.5f}")


if __name__ == "__main__":
    main()
