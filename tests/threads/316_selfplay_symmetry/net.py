import torch
from torch import nn

from game import SIZE


class PolicyValueNet(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.body = nn.Conv2d(width, width, 3, padding=1)
        self.policy = nn.Conv2d(width, 1, 1)
        self.value = nn.Linear(width, 1)

    def forward(self, planes):
        h = torch.relu(self.stem(planes.unsqueeze(0)))
        h = torch.relu(h + self.body(h))
        value = torch.tanh(self.value(h.mean((2, 3))))
        return self.policy(h).view(SIZE, SIZE), value.squeeze()
