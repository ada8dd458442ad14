import torch.nn as nn
import torch.nn.functional as F


class Mixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        return self.down(F.silu(self.up(self.norm(x))))


class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList(Mixer(width) for _ in range(depth))

    def forward(self, x, left_out):
        for i, block in enumerate(self.blocks):
            if i != left_out:
                x = x + block(x)
        return x
