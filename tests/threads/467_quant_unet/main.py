import math

import torch
import torch.nn as nn

from layers import PackedLinear, ResBlock, quantize_


class Denoiser(nn.Module):
    def __init__(self, dim=16, depth=2):
        super().__init__()
        self.dim = dim
        self.blocks = nn.ModuleList(ResBlock(dim) for _ in range(depth))

    def forward(self, x, sigma):
        freqs = torch.exp(torch.arange(self.dim // 2) * (-math.log(100.0) / (self.dim // 2)))
        angle = sigma[:, None] * freqs
        t = torch.cat([angle.sin(), angle.cos()], dim=-1)
        for block in self.blocks:
            x = block(x, t)
        return x


@torch.no_grad()
def sample(model, x, sigmas):
    for cur, nxt in zip(sigmas[:-1], sigmas[1:]):
        eps = model(x, cur.expand(x.shape[0]))
        x = x + (nxt - cur) * eps
    return x


def main():
    torch.manual_seed(5)
    net = quantize_(Denoiser()).eval()
    size = sum(m.size_in_bytes() for m in net.modules() if isinstance(m, PackedLinear))
    print("packed bytes", size)
    net = torch.compile(net, backend="eager")
    sigmas = torch.linspace(1.0, 0.0, 5)
    for seed in range(2):
        g = torch.Generator().manual_seed(seed)
        out = sample(net, torch.randn(2, 6, 16, generator=g), sigmas)
        print(seed, f"{out.mean():.5f}", f"{out.std():.5f}")


if __name__ == "__main__":
    main()
