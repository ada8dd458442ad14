import torch
from torch import nn


class FrameEncoder(nn.Module):
    def __init__(self, channels=6, width=20, classes=5):
        super().__init__()
        self.mix = nn.Linear(channels, width, bias=False)
        self.time = nn.Linear(12, 10, bias=False)
        self.squeeze = nn.Linear(width, 8, bias=False)
        self.head = nn.Linear(80, classes, bias=False)

    def forward(self, clip):
        h = torch.relu(self.mix(clip))
        h = torch.tanh(self.time(h.transpose(1, 2))).transpose(1, 2)
        return self.head(self.squeeze(h).flatten(1))


def count_weights(model):
    return sum(p.numel() for p in model.parameters())
