import torch
from torch import nn


class DuelingNet(nn.Module):
    def __init__(self, states, actions, width):
        super().__init__()
        self.body = nn.Linear(states, width)
        self.value = nn.Linear(width, 1)
        self.adv = nn.Linear(width, actions)

    def forward(self, obs):
        h = torch.relu(self.body(obs))
        adv = self.adv(h)
        return self.value(h) + adv - adv.mean(1, keepdim=True)
