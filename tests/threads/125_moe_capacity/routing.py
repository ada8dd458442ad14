"""Top-1 routing."""
import torch
from torch import nn


class Router(nn.Module):
    def __init__(self, width, experts):
        super().__init__()
        self.gate = nn.Linear(width, experts, bias=False)

    def forward(self, x):
        prob = torch.softmax(self.gate(x), -1)
        weight, choice = prob.max(-1)
        return weight, choice


def members(choice, expert):
    """Indices of the tokens that go to `expert`."""
    return torch.where(choice == expert)[0]


def load(choice, experts):
    """Share of the tokens each expert gets."""
    one_hot = torch.nn.functional.one_hot(choice, experts)
    return one_hot.float().mean(0)
