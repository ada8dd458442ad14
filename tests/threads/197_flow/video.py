"""A synthetic clip: smooth noise that drifts and wobbles."""
import torch
import torch.nn.functional as F


def texture(h, w, pad=12):
    t = torch.randn(1, 1, h // 3 + pad, w // 3 + pad)
    return F.interpolate(t, scale_factor=3.0, mode="bilinear", align_corners=False)


def clip(n, h, w):
    tex = texture(h, w)
    frames = []
    for k in range(n):
        dx, dy = k, (k * k) % 3
        frames.append(tex[:, :, 4 + dy:4 + dy + h, 2 + dx:2 + dx + w])
    return torch.stack([f.contiguous() for f in frames])


def pairs(frames):
    for a, b in zip(frames[:-1], frames[1:]):
        yield a, b
