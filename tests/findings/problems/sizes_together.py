import torch
from torch import nn


class Masked(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(width, width)

    def forward(self, x, mask):
        return self.proj(x) * mask


def main():
    torch.manual_seed(0)
    model = torch.compile(Masked(4), backend="eager", dynamic=False)
    for length in (3, 5, 7, 9, 11):
        x, mask = torch.randn(length, 4), torch.ones(length, 1)
        y = model(x, mask)
    print(y.dim())


main()
