import torch
from torch import nn

from ops import crossings, envelope


class Frontend(nn.Module):
    def __init__(self, hop, decay=0.6):
        super().__init__()
        self.hop = hop
        self.decay = decay

    def forward(self, waves):
        return torch.stack([crossings(waves, self.hop), envelope(waves, self.hop, self.decay)], 1)


class SoundClassifier(nn.Module):
    def __init__(self, classes, hop, frames):
        super().__init__()
        self.frontend = Frontend(hop)
        self.conv = nn.Conv1d(2, 12, 5, padding=2)
        self.head = nn.Linear(12 * frames, classes)

    def forward(self, waves):
        features = self.frontend(waves)
        return self.head(torch.relu(self.conv(features)).flatten(1))
