import torch
from torch import nn


def check(x, name):
    if torch.isnan(x).any():
        print(f"nan in {name}")
    return x


class Encoder(nn.Module):
    def __init__(self, depth, width):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for number, layer in enumerate(self.layers):
            x = check(torch.tanh(layer(x)), f"layer {number}")
        return x


def main():
    torch.manual_seed(0)
    model = torch.compile(Encoder(3, 8), backend="eager")
    for _ in range(3):
        y = model(torch.randn(4, 8))
    print(tuple(y.shape))


main()
