import torch
from torch import nn


def pair_features(positions, centers):
    delta = positions.unsqueeze(2) - positions.unsqueeze(1)
    distance = (delta.square().sum(-1) + 1e-6).sqrt()
    radial = torch.exp(-(distance.unsqueeze(-1) - centers) ** 2)
    return delta, radial


class PairDenoiser(nn.Module):
    def __init__(self, kinds=4, radial=8, width=32):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.0, 5.0, radial))
        self.kinds = nn.Embedding(kinds, width)
        self.edge = nn.Sequential(nn.Linear(radial + width + 1, width), nn.SiLU(), nn.Linear(width, 1))

    def forward(self, positions, numbers, sigma):
        delta, radial = pair_features(positions, self.centers)
        kinds = self.kinds(numbers)
        pair = kinds.unsqueeze(2) + kinds.unsqueeze(1)
        level = torch.zeros_like(radial[..., :1]) + sigma
        weight = self.edge(torch.cat([radial, pair, level], dim=-1))
        return positions - 0.1 * sigma * (weight * delta).sum(dim=2)
