import torch
from torch import nn


def truncated_like(mean, std, clip):
    noise = torch.empty_like(mean)
    nn.init.trunc_normal_(noise, mean=0.0, std=std, a=-clip, b=clip)
    return noise


class StdSchedule:
    def __init__(self, start, stop, steps):
        self.values = torch.linspace(start, stop, steps)

    def __call__(self, step):
        return self.values[min(step, len(self.values) - 1)]
