import torch
from torch import nn

from filters import Chain, Clip, Scale


class Agent(nn.Module):
    def __init__(self, obs, width):
        super().__init__()
        self.filter = Chain(Scale(0.5), Clip(3.0))
        self.body = nn.Sequential(nn.Linear(obs, width), nn.Tanh())
        self.mean = nn.Linear(width, 1)
        self.log_std = nn.Parameter(torch.zeros(1))

    def act(self, obs, noise):
        h = self.body(self.filter(obs))
        mean, std = self.mean(h), self.log_std.exp()
        push = mean + std * noise
        logp = -0.5 * ((push.detach() - mean) / std) ** 2 - self.log_std
        return push, logp.squeeze(1)
