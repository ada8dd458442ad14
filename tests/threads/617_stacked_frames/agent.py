import torch
from torch import nn


class QNet(nn.Module):
    def __init__(self, size, depth, width=24, actions=3):
        super().__init__()
        self.frame = nn.Linear(size, width)
        self.order = nn.Parameter(torch.linspace(0.5, 1.5, depth).unsqueeze(1))
        self.value = nn.Linear(width, actions)

    def forward(self, frames):
        seen = torch.stack([torch.relu(self.frame(frame)) for frame in frames])
        return self.value((seen * self.order).mean(0))


class Agent:
    def __init__(self, net, optimizer):
        self.net = torch.compile(net, backend="aot_eager")
        self.optimizer = optimizer

    def learn(self, values, action, reward):
        loss = (values[action] - reward) ** 2
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
