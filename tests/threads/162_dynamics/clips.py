import torch


def make_clips(n, length):
    t = torch.arange(length) / 8000.0
    g = torch.Generator().manual_seed(7)
    out = []
    for k in range(n):
        tone = torch.sin(2 * torch.pi * (220.0 + 55 * k) * t)
        env = torch.exp(-3 * t * (k + 1)) + 0.05
        out.append(tone * env + 0.01 * torch.randn(length, generator=g))
    return out
