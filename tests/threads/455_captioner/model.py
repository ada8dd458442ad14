"""Attention over image regions with a small autoregressive word mixer."""
import torch
import torch.nn as nn


class Captioner(nn.Module):
    def __init__(self, vocab, regions_dim, dim=32):
        super().__init__()
        self.words = nn.Embedding(vocab, dim, padding_idx=0)
        self.regions = nn.Linear(regions_dim, dim)
        self.mix = nn.Conv1d(dim, dim, 3)
        self.head = nn.Linear(2 * dim, vocab)

    def forward(self, regions, captions):
        keys = self.regions(regions)
        h = self.words(captions).transpose(1, 2)
        h = self.mix(nn.functional.pad(h, (2, 0))).relu().transpose(1, 2)
        alphas = torch.softmax(h @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5, dim=-1)
        return self.head(torch.cat([h, alphas @ keys], dim=-1)), alphas
