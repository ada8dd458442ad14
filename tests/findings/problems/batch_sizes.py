import torch
from torch import nn


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    compiled = torch.compile(model, backend="eager")
    for batch, length in ((4, 10), (3, 10), (4, 12), (5, 14)):
        y = compiled(torch.randn(batch, length, 8))
    print(y.dim())


main()
