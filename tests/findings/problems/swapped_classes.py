import torch
from torch import nn


class Scaled:
    def forward(self, x):
        return super().forward(x) * 0.5


def scaled_type(base):
    return type(f"Scaled{base.__name__}", (Scaled, base), {})


def attach(blocks):
    for block in blocks:
        block.up.__class__ = scaled_type(type(block.up))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(4, 4)

    def forward(self, x):
        return x + self.up(x).relu()


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleList(Block() for _ in range(4))
    attach(blocks)
    for block in blocks:
        block.compile(backend="eager")
    x = torch.randn(2, 4)
    with torch.no_grad():
        for block in blocks:
            x = block(x)
    print(round(x.sum().item(), 4))


main()
