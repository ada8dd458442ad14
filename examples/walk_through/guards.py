import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.scale = 0.5

    def forward(self, x, target, activation):
        y = activation(self.linear(x)) * self.scale
        if x.shape[0] > 3:
            y = y - y.mean()
        return (y - target).square().sum()


torch.manual_seed(0)
head = torch.compile(Head(), backend="eager")
for batch in (4, 6):
    head(torch.randn(batch, 8), torch.zeros(8), torch.tanh)
