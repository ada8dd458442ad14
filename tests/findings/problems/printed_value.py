import torch
from torch import nn


class Probe(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, x):
        x = torch.relu(self.first(x))
        print("mean", x.mean())
        return self.second(x)


def main():
    torch.manual_seed(0)
    model = torch.compile(Probe(8), backend="eager")
    for _ in range(3):
        y = model(torch.randn(4, 8))
    print(tuple(y.shape))


main()
