import torch
from torch import nn


class DropNet(nn.Module):
    def __init__(self, dim, width, classes, members=4):
        super().__init__()
        self.inp = nn.Linear(dim, width)
        self.mid = nn.Linear(width, width)
        self.out = nn.Linear(width, classes)
        g = torch.Generator().manual_seed(0)
        self.register_buffer("keep", (torch.rand(members, width, generator=g) > 0.3).float() / 0.7)

    def features(self, x):
        return torch.relu(self.mid(torch.relu(self.inp(x))))

    def forward(self, x):
        return self.out(self.features(x))

    def ensemble(self, x):
        h = self.features(x)
        return self.out(h[None] * self.keep[:, None]).softmax(-1)


def scorer(net):
    """Mean class probabilities and mutual information of the mask ensemble."""

    def score(x):
        p = net.ensemble(x)
        mean = p.mean(0)
        entropy = -(mean * (mean + 1e-9).log()).sum(-1)
        inner = -(p * (p + 1e-9).log()).sum(-1).mean(0)
        return mean, entropy - inner

    return torch.compile(score, backend="inductor")
