import torch
from torch import nn


class Scan(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.cell = nn.Linear(2 * width, width)

    def forward(self, x):
        state = torch.zeros_like(x[:, 0])
        for step in range(x.shape[1]):
            state = torch.tanh(self.cell(torch.cat([x[:, step], state], -1)))
        return state


def main():
    torch.manual_seed(0)
    model = torch.compile(Scan(8), backend="eager")
    for length in (5, 6, 7, 8, 9):
        y = model(torch.randn(2, length, 8))
    print(tuple(y.shape))


main()
