import torch
from torch import nn

from resample import difference, normalise, to_rate


class ClipEncoder(nn.Module):
    def __init__(self, channels=10, width=24, labels=6):
        super().__init__()
        self.first = nn.Conv1d(2 * channels, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, padding=1)
        self.head = nn.Linear(width, labels)

    def forward(self, x, ratio):
        x = to_rate(normalise(x), ratio)
        h = torch.cat([x, difference(x)], dim=1)
        h = torch.relu(self.first(h))
        h = h + torch.relu(self.second(h))
        return self.head(h.mean(-1))


def top_label(logits):
    score, index = logits.softmax(-1).max(-1)
    return index.item(), score.item()
