import torch
from torch import nn


def clip(x, limit):
    norm = x.norm().item()
    if norm > limit:
        x = x * (limit / norm)
    return x


class Stack(nn.Module):
    def __init__(self, depth, width):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = clip(torch.relu(layer(x)), 1.0)
        return x


def main():
    torch.manual_seed(0)
    model = torch.compile(Stack(4, 8), backend="eager")
    for _ in range(3):
        y = model(torch.randn(4, 8))
    print(tuple(y.shape))


main()
