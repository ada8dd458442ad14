import torch
from torch import nn


class Trim(nn.Module):
    def __init__(self, lead, trail):
        super().__init__()
        self.lead, self.trail = lead, trail

    def forward(self, frames):
        head = frames[:, :self.lead].mean(dim=1, keepdim=True)
        rest = frames[:, self.lead:]
        return rest - head, rest.flip(1)[:, :self.trail]


class Frontend(nn.Module):
    def __init__(self, config, mels=8):
        super().__init__()
        self.trim = Trim(config.lead, config.trail)
        self.project = nn.Linear(mels, config.width)
        self.score = nn.Linear(config.width, 3)

    def forward(self, frames):
        body, tail = self.trim(frames)
        hidden = torch.relu(self.project(body)).mean(1) + self.project(tail).mean(1)
        return self.score(hidden)
