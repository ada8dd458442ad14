import torch
from torch import nn


class Scaled(nn.Module):
    strength = 3

    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        return self.proj(x) * self.strength


def main():
    torch.manual_seed(0)
    model = torch.compile(Scaled(8), backend="eager")
    for strength in range(3, 9):
        Scaled.strength += strength
        y = model(torch.randn(2, 8))
    print(tuple(y.shape))


main()
