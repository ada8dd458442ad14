import torch
from torch import nn


class Mixer(nn.Module):
    def __init__(self, tokens, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.token = nn.Linear(tokens, tokens)
        self.channel = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        x = x + self.token(self.norm(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channel(x)


class Classifier(nn.Module):
    def __init__(self, depth, dim=24, tokens=6, inputs=10, classes=4):
        super().__init__()
        self.stem = nn.Linear(inputs, dim)
        self.layers = nn.Sequential(*[Mixer(tokens, dim) for _ in range(depth)])
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        return self.head(self.layers(self.stem(x)).mean(1))


def freeze(model):
    for p in model.parameters():
        p.requires_grad_(False)
    return model.eval()
