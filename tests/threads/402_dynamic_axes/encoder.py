import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, feats=10, dim=24, speaker_dim=6, vocab=9):
        super().__init__()
        self.inp = nn.Linear(feats, dim)
        self.gate = nn.Linear(speaker_dim, dim)
        self.mix = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def condition(self, h, speaker):
        return h * torch.sigmoid(self.gate(speaker))[:, None, :]

    def pool(self, h, lengths):
        steps = torch.arange(h.shape[1], device=h.device)
        mask = (steps[None, :] < lengths[:, None]).to(h.dtype)
        return (h * mask[..., None]).sum(1) / lengths[:, None]

    def forward(self, features, lengths, speaker):
        h = torch.relu(self.inp(features))
        h = self.condition(h, speaker)
        h = h + torch.tanh(self.mix(h))
        return self.out(self.pool(h, lengths)).log_softmax(-1)
