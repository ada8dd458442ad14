import torch
from torch import nn

from stats import summarize


class NumericalEncoder(nn.Module):
    def __init__(self, means, channels):
        super().__init__()
        self.register_buffer("means", means)
        self.weight = nn.Parameter(torch.randn(means.numel(), channels) * 0.1)
        self.bias = nn.Parameter(torch.zeros(means.numel(), channels))

    def fill_missing(self, feat):
        summary = summarize(feat, self.means)
        if summary.has_missing:
            feat = torch.where(summary.mask, summary.fill, feat)
        return feat

    def forward(self, feat):
        feat = self.fill_missing(feat) - self.means
        return feat.unsqueeze(-1) * self.weight + self.bias


class CategoricalEncoder(nn.Module):
    def __init__(self, sizes, channels):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(n, channels) for n in sizes)

    def forward(self, feat):
        return torch.stack([t(feat[:, i]) for i, t in enumerate(self.tables)], dim=1)
