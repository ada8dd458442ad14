"""Synthetic return series with a slowly moving volatility."""
import torch


def returns(steps, assets, seed=0):
    gen = torch.Generator().manual_seed(seed)
    mix = torch.randn(assets, assets, generator=gen) * 0.3 + torch.eye(assets)
    level = 1.0 + 0.5 * torch.sin(torch.linspace(0, 6.0, steps))
    return (torch.randn(steps, assets, generator=gen) @ mix.T) * level[:, None] * 0.1


def windows(series, length):
    stack = series.unfold(0, length + 1, length // 2).transpose(1, 2)
    return stack[:, :-1], stack[:, -1]
