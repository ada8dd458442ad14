import torch
from torch import nn


class Adaptive(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.small = nn.Linear(width, width)
        self.large = nn.Linear(width, width)

    def forward(self, x):
        if x.shape[0] > 16:
            return self.large(x).relu()
        if x.shape[0] % 4 == 0:
            x = x.view(4, -1, x.shape[1]).flatten(0, 1)
        return self.small(x).relu()


def main():
    torch.manual_seed(0)
    model = torch.compile(Adaptive(8), backend="eager")
    for batch in (5, 6, 7, 8, 12, 17, 20, 31):
        y = model(torch.randn(batch, 8))
    print(y.dim())


main()
