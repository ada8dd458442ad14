import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, cells):
        super().__init__()
        self.mix = nn.Linear(cells, cells)

    def forward(self, past):
        trend = extrapolate(past)
        return trend + self.mix(past[-1].to(self.mix.weight.dtype))


@torch.compile(backend="eager")
def extrapolate(past):
    steps = past[1:] - past[:-1]
    return past[-1] + steps.mean(0)
