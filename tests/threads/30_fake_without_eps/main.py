"""A diffusion block whose norm, scale and shift are one custom operator (sglang#19725)."""
import torch
import torch.nn as nn

from blocks import DiTBlock


class DiT(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.inp = nn.Linear(4, dim)
        self.blocks = nn.ModuleList(DiTBlock(dim) for _ in range(depth))
        self.out = nn.Linear(dim, 4)

    def forward(self, x, emb):
        h = self.inp(x)
        for block in self.blocks:
            h = block(h, emb)
        return self.out(h)


@torch.compile(backend="eager")
def time_embedding(t, freq):
    angle = t[:, None] * freq[None, :]
    return torch.cat([angle.cos(), angle.sin()], -1)


@torch.compile(backend="eager")
def guided(cond, uncond, weight):
    return uncond + weight * (cond - uncond)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    net = torch.compile(DiT(), backend="eager")
    freq = torch.exp(-torch.arange(4.0))
    x, weight = torch.randn(2, 5, 4), torch.tensor(1.5)
    for step in range(3):
        emb = time_embedding(torch.full((2,), 3.0 - step), freq)
        velocity = guided(net(x, emb), net(x, torch.zeros_like(emb)), weight)
        x = x - velocity / 3
        print(f"{x.square().mean().item():.5f}")


if __name__ == "__main__":
    main()
