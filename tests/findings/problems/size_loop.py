import torch
from torch import nn


class Scan(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.cell = nn.Linear(2 * width, width)

    def step(self, x, state):
        return torch.tanh(self.cell(torch.cat([x, state], -1)))

    def forward(self, x):
        state = torch.zeros_like(x[:, 0])
        for position in range(x.shape[1]):
            state = self.step(x[:, position], state)
        return state


def main():
    torch.manual_seed(0)
    model = Scan(8)
    model.forward = torch.compile(model.forward, backend="eager")
    for length in (5, 6, 7, 8, 9):
        y = model(torch.randn(2, length, 8))
    print(tuple(y.shape))


main()
