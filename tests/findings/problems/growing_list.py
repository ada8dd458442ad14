import torch
from torch import nn


class Smoother(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(width, width)
        self.history = []

    def forward(self, x):
        y = self.proj(x)
        self.history.append(y.detach())
        return torch.stack(self.history).mean(0)


def main():
    torch.manual_seed(0)
    model = torch.compile(Smoother(8), backend="eager")
    for _ in range(6):
        y = model(torch.randn(2, 8))
    print(tuple(y.shape))


main()
