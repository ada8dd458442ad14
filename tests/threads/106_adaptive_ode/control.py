"""Step-size control."""
import torch


def error_norm(high, low, tol):
    scale = tol * (1.0 + torch.maximum(high.abs(), low.abs()))
    return ((high - low) / scale).pow(2).mean().sqrt()


def clamp(value, lo, hi):
    return max(lo, min(hi, float(value)))


def factor(err, safety, order=2):
    f = safety * (err + 1e-12) ** (-1.0 / (order + 1))
    return clamp(f, 0.2, 5.0)


def limit(h, h_max):
    return torch.clamp(h, max=float(h_max))
