import torch
from torch import nn

from stats import Tracker


class Tracked(nn.Module):
    def __init__(self, name, layer):
        super().__init__()
        self.layer = layer
        self.tracker = Tracker(name, layer.out_features)

    def forward(self, x):
        y = self.layer(x)
        self.observe(y)
        return y

    def observe(self, y):
        self.tracker.update(y.detach())


class Net(nn.Module):
    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.first = Tracked("first", nn.Linear(inputs, hidden))
        self.second = Tracked("second", nn.Linear(hidden, hidden))
        self.out = nn.Linear(hidden, outputs)

    def trackers(self):
        return [m for m in self.modules() if isinstance(m, Tracker)]

    def forward(self, x):
        x = torch.relu(self.first(x))
        x = x + torch.relu(self.second(x))
        return self.out(x).softmax(-1)
