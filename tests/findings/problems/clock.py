import time

import torch
from torch import nn


class Timed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
        self.seconds = 0.0

    def forward(self, x):
        begin = time.time()
        for layer in self.layers:
            x = torch.relu(layer(x))
        self.seconds = time.time() - begin
        return x


def main():
    torch.manual_seed(0)
    model = torch.compile(Timed(8), backend="eager")
    for _ in range(4):
        y = model(torch.randn(4, 8))
    print(tuple(y.shape))


main()
