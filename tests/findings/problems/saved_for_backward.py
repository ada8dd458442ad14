import torch
from torch import nn


class PairwiseHead(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.left = nn.Linear(width, width)
        self.right = nn.Linear(width, width)

    def forward(self, x):
        pairs = self.left(x)[:, :, None] + self.right(x)[:, None]
        return torch.tanh(pairs).sin().exp().mean((1, 2))


def main():
    torch.manual_seed(0)
    model = torch.compile(PairwiseHead(32), backend="aot_eager")
    for _ in range(2):
        y = model(torch.randn(2, 128, 32))
        y.pow(2).mean().backward()
    print(tuple(y.shape))


main()
