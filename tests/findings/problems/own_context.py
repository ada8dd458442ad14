import os
from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def stage(name):
    os.environ["STAGE"] = name
    yield
    os.environ.pop("STAGE")


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.encoder = nn.Linear(width, width)
        self.decoder = nn.Linear(width, width)

    def forward(self, x):
        with stage("encoder"):
            x = torch.relu(self.encoder(x))
        with stage("decoder"):
            x = self.decoder(x)
        return x


def main():
    torch.manual_seed(0)
    model = torch.compile(Net(8), backend="eager")
    for _ in range(3):
        y = model(torch.randn(2, 8))
    print(tuple(y.shape))


main()
