import torch
from torch import nn

from rltools import timeit


class Torso(nn.Module):
    def __init__(self, obs, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())

    def forward(self, obs):
        with timeit("torso"):
            return self.net(obs)


class Agent(nn.Module):
    def __init__(self, obs=4, actions=3, width=24):
        super().__init__()
        self.torso = Torso(obs, width)
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def forward(self, obs, mask=None):
        h = self.torso(obs)
        logits = self.policy(h)
        if mask is not None:
            logits = logits.masked_fill(~mask, -1e9)
        return logits.log_softmax(-1), self.value(h).squeeze(-1)
