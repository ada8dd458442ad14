import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, start):
        super().__init__()
        self.proj = nn.Linear(width, width)
        self.position = start

    def forward(self, x):
        x = self.proj(x) + self.position
        self.position += x.shape[1]
        return x


def main():
    torch.manual_seed(0)
    model = Attention(8, 4)
    model(torch.zeros(1, 2, 8))
    compiled = torch.compile(model, backend="eager")
    for step in range(5):
        y = compiled(torch.zeros(1, 3, 8))
    print(round(y.sum().item(), 3), int(model.position))


main()
