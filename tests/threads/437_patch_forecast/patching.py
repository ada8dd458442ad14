"""Turning a batch of histories into patches."""
import torch
import torch.nn.functional as F


def instance_norm(x, eps=1e-5):
    loc = x.mean(-1, keepdim=True)
    scale = (x - loc).pow(2).mean(-1, keepdim=True).add(eps).sqrt()
    return (x - loc) / scale, loc, scale


def align(x, size):
    extra = x.shape[-1] % size
    if extra:
        x = F.pad(x, (size - extra, 0))
    return x


def to_patches(x, size):
    return align(x, size).unfold(-1, size, size)


def age_encoding(count, width, device=None):
    age = torch.arange(count, device=device).flip(0).unsqueeze(-1)
    freq = torch.exp(-torch.arange(0, width, 2, device=device) * 0.25)
    return torch.cat([torch.sin(age * freq), torch.cos(age * freq)], -1)
