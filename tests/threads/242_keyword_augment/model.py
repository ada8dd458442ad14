import torch
from torch import nn

from augment import Chain, GainJitter, NoiseFloor, PreEmphasis


class KeywordNet(nn.Module):
    def __init__(self, classes, n_filters=16, width=32):
        super().__init__()
        self.front = Chain([GainJitter(), NoiseFloor()], [PreEmphasis()])
        self.filters = nn.Conv1d(1, n_filters, 40, stride=20)
        self.body = nn.Conv1d(n_filters, width, 3, padding=1)
        self.head = nn.Linear(width, classes)

    def forward(self, wave):
        spec = self.filters(self.front(wave)[:, None]).abs()
        spec = torch.log1p(10.0 * spec)
        h = torch.relu(self.body(spec)).mean(-1)
        return self.head(h)


def tone_batch(n, length, classes, gen):
    labels = torch.randint(0, classes, (n,), generator=gen)
    t = torch.arange(length) / length
    phase = torch.rand(n, 1, generator=gen)
    freq = 4.0 * (labels[:, None] + 1)
    return torch.sin(2 * torch.pi * (freq * t + phase)), labels
