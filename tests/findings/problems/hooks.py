import torch
from torch import nn

features = {}


def keep(name):
    def hook(module, args, output):
        features[name] = output.detach()

    return hook


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return x + torch.relu(self.linear(x))


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleList(Block(8) for _ in range(10))
    for number, block in enumerate(blocks):
        block.linear.register_forward_hook(keep(f"block{number}"))
        block.compile(backend="eager")
    with torch.no_grad():
        for _ in range(2):
            x = torch.randn(2, 8)
            for block in blocks:
                x = block(x)
    print(len(features))


main()
