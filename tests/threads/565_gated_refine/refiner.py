import torch
from torch import nn

from paths import lookup


class Refiner(nn.Module):
    def __init__(self, size=12, tolerance=0.4, settled="keep"):
        super().__init__()
        self.mix = nn.Linear(size, size)
        self.tolerance = tolerance
        self.settled = lookup(settled)

    def residual(self, state, target):
        return (state - target).abs().mean()

    def correct(self, state):
        return state - 0.3 * torch.sin(self.mix(state))

    def forward(self, state, target):
        unsettled = self.residual(state, target) > self.tolerance
        return torch.cond(unsettled, self.correct, self.settled, (state,))


class Chain(nn.Module):
    def __init__(self, rounds=3, **kw):
        super().__init__()
        self.rounds = nn.ModuleList(Refiner(**kw) for _ in range(rounds))

    def forward(self, state, target):
        for refine in self.rounds:
            state = refine(state, target)
        return state
