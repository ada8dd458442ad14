import torch
from torch import nn


def centred(x):
    return x - x.mean(0)


class Cohort(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(7, 14), nn.Tanh(), nn.Linear(14, 6))
        self.head = nn.Linear(6, 1)
        self.prepare = [centred]
        self.taps = []

    def forward(self, x):
        for fn in self.prepare:
            x = fn(x)
        h = torch.tanh(self.body(x))
        for tap in self.taps:
            tap(h)
        return self.head(h).squeeze(-1)


def fresh_model():
    model = Cohort()
    # features come in very different units
    model.prepare.append(lambda x: x * 0.5)
    return model


def average(states):
    return {k: torch.stack([s[k] for s in states]).mean(0) for k in states[0]}
