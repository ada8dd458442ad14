import torch
from torch import nn


class Rollout(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.cell = nn.Linear(width, width)
        self.history = []

    def forward(self, x, reward):
        h = torch.tanh(self.cell(x)) * reward
        if self.history:
            h = h + self.history[-1]
        self.history.append(h.detach())
        return h


def main():
    torch.manual_seed(0)
    model = Rollout(4)
    compiled = torch.compile(model, backend="eager")
    for step in range(5):
        y = compiled(torch.randn(2, 4), 1.0 if step % 2 else 0.5)
    print(tuple(y.shape))


main()
