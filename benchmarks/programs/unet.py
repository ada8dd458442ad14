"""A UNet with time embedding and attention, trained to denoise, then sampled from."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def timestep_embedding(t, dim):
    half = dim // 2
    freqs = torch.exp(-math.log(10000) * torch.arange(half, device=t.device) / half)
    angles = t[:, None].float() * freqs[None]
    return torch.cat([angles.cos(), angles.sin()], dim=-1)


class ResBlock(nn.Module):
    def __init__(self, inputs, outputs, time_dim):
        super().__init__()
        self.norm1 = nn.GroupNorm(4, inputs)
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.time = nn.Linear(time_dim, outputs)
        self.norm2 = nn.GroupNorm(4, outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.skip = nn.Identity() if inputs == outputs else nn.Conv2d(inputs, outputs, 1)

    def forward(self, x, emb):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(emb))[:, :, None, None]
        return self.conv2(F.silu(self.norm2(h))) + self.skip(x)


class Attention(nn.Module):
    def __init__(self, channels, heads=2):
        super().__init__()
        self.heads = heads
        self.norm = nn.GroupNorm(4, channels)
        self.qkv = nn.Conv2d(channels, channels * 3, 1)
        self.out = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        qkv = self.qkv(self.norm(x)).view(b, 3, self.heads, c // self.heads, h * w)
        q, k, v = qkv.transpose(-1, -2).unbind(1)
        y = F.scaled_dot_product_attention(q, k, v)
        return x + self.out(y.transpose(-1, -2).reshape(b, c, h, w))


class UNet(nn.Module):
    def __init__(self, width=16, mults=(1, 2, 4), time_dim=32):
        super().__init__()
        self.width = width
        self.time = nn.Sequential(
            nn.Linear(width, time_dim), nn.SiLU(), nn.Linear(time_dim, time_dim)
        )
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        channels, skips = width, [width]
        for level, mult in enumerate(mults):
            for _ in range(2):
                self.down.append(ResBlock(channels, width * mult, time_dim))
                channels = width * mult
                skips.append(channels)
            if level < len(mults) - 1:
                self.down.append(nn.Conv2d(channels, channels, 3, 2, 1))
                skips.append(channels)
        self.mid = nn.ModuleList(
            [
                ResBlock(channels, channels, time_dim),
                Attention(channels),
                ResBlock(channels, channels, time_dim),
            ]
        )
        for level, mult in reversed(list(enumerate(mults))):
            for _ in range(3):
                block = ResBlock(channels + skips.pop(), width * mult, time_dim)
                self.up.append(block)
                channels = width * mult
            if level > 0:
                self.up.append(nn.ConvTranspose2d(channels, channels, 4, 2, 1))
        self.head = nn.Conv2d(channels, 3, 3, padding=1)

    def forward(self, x, t):
        emb = self.time(timestep_embedding(t, self.width))
        x = self.stem(x)
        skips = [x]
        for module in self.down:
            x = module(x, emb) if isinstance(module, ResBlock) else module(x)
            skips.append(x)
        first, attention, last = self.mid
        x = last(attention(first(x, emb)), emb)
        for module in self.up:
            if isinstance(module, ResBlock):
                x = module(torch.cat([x, skips.pop()], dim=1), emb)
            else:
                x = module(x)
        return self.head(F.silu(x))


def main():
    torch.manual_seed(0)
    net = UNet()
    net.compile(backend="aot_eager")
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for _ in range(2):
        images, noise = torch.rand(4, 3, 32, 32), torch.randn(4, 3, 32, 32)
        t = torch.randint(0, 1000, (4,))
        loss = F.mse_loss(net(images + noise * t[:, None, None, None] / 1000, t), noise)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        x = torch.randn(1, 3, 48, 48)
        for step in (999, 500, 0):
            x = x - 0.1 * net(x, torch.tensor([step]))
    print(f"{loss.item():.3f}", tuple(x.shape))


main()
