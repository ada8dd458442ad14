import torch
import torch.nn as nn


def mlp(*widths):
    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [nn.Linear(a, b), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Adversaries:
    def __init__(self, noise, dim, hidden):
        self.noise = noise
        self.generator = mlp(noise, hidden, dim)
        self.critic = mlp(dim, hidden, 1)
        self.sampler = torch.compile(self.generator, backend="aot_eager")
        self.judge = torch.compile(self.critic, backend="aot_eager")

    def sample(self, n):
        return self.sampler(torch.randn(n, self.noise))
