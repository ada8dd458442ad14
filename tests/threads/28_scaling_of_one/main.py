"""Adapters that are swapped in place, each with its own scaling (peft#2416)."""
import torch
import torch.nn as nn

from hotswap import hotswap
from lora import LoraLinear


class Denoiser(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.inp = LoraLinear(dim, 2 * dim)
        self.time = nn.Linear(1, 2 * dim)
        self.out = LoraLinear(2 * dim, dim)

    def forward(self, x, t):
        return self.out(torch.relu(self.inp(x) + self.time(t)))


@torch.compile(backend="eager")
def euler(x, velocity, dt):
    return x - dt * velocity


def adapters():
    for alpha in (4, 8, 2, 4, 16):
        gen = torch.Generator().manual_seed(alpha)
        yield {"alpha": alpha, "rank": 4, "draw": lambda p: torch.randn(p.shape, generator=gen) / 10}


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = Denoiser()
    net = torch.compile(model, backend="eager")
    dt = torch.tensor(0.25)
    for adapter in adapters():
        hotswap(model, adapter)
        x = torch.ones(2, 8)
        for step in range(4):
            t = torch.full((2, 1), 1 - step / 4)
            x = euler(x, net(x, t), dt)
        print(adapter["alpha"], f"{x.sum().item():.4f}")


if __name__ == "__main__":
    main()
