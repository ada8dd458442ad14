import logging

import torch
from torch import nn

log = logging.getLogger("model")


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, 2)

    def forward(self, x):
        x = torch.relu(self.first(x))
        log.info("hidden %s", tuple(x.shape))
        return self.second(x)


def main():
    torch.manual_seed(0)
    model = torch.compile(Head(8), backend="eager")
    for _ in range(3):
        y = model(torch.randn(4, 8))
    print(tuple(y.shape))


main()
